package code

import (
	"bytes"
	"path"
	"strings"
)

// The languages, as they stand in meta.language.
const (
	Go         = "go"
	Python     = "python"
	JavaScript = "javascript"
	TypeScript = "typescript"
	Rust       = "rust"
	Java       = "java"
	Kotlin     = "kotlin"
	C          = "c"
	CPP        = "cpp"
	CSharp     = "csharp"
	Ruby       = "ruby"
	PHP        = "php"
	Shell      = "shell"
	Swift      = "swift"
)

// Languages lists every language this package knows, in alphabetical order.
func Languages() []string {
	return []string{C, CPP, CSharp, Go, Java, JavaScript, Kotlin, PHP, Python, Ruby, Rust, Shell, Swift, TypeScript}
}

// Language tells a source file's language by its name alone: first well-known
// names, then the suffix. Letters count as written, save that a suffix all in
// capitals is read in lower case (".C" and ".H" are C++ by old custom).
func Language(file string) (lang string, ok bool) {
	base := path.Base(file)
	if lang := byName(base); lang != "" {
		return lang, true
	}
	suffix := path.Ext(base)
	if suffix == "" || suffix == base {
		return "", false
	}
	lang = bySuffix(suffix)
	if lang == "" && suffix == strings.ToUpper(suffix) {
		lang = bySuffix(strings.ToLower(suffix))
	}
	return lang, lang != ""
}

func byName(base string) string {
	switch base {
	case "Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Capfile", "Podfile", "Fastfile", "Dangerfile", "Brewfile":
		return Ruby
	case "SConstruct", "SConscript", "wscript":
		return Python
	case ".bashrc", ".bash_profile", ".bash_aliases", ".bash_logout", ".profile", ".zshrc", ".zprofile", ".zshenv",
		"PKGBUILD", "APKBUILD":
		return Shell
	}
	return ""
}

func bySuffix(suffix string) string {
	switch suffix {
	case ".go":
		return Go
	case ".py", ".pyi", ".pyw":
		return Python
	case ".js", ".jsx", ".mjs", ".cjs":
		return JavaScript
	case ".ts", ".tsx", ".mts", ".cts":
		return TypeScript
	case ".rs":
		return Rust
	case ".java":
		return Java
	case ".kt", ".kts":
		return Kotlin
	case ".c", ".h":
		return C
	case ".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".inl", ".tcc", ".tpp", ".cppm", ".ixx", ".ino", ".C", ".H":
		return CPP
	case ".cs", ".csx":
		return CSharp
	case ".rb", ".rake", ".gemspec", ".ru", ".rbi":
		return Ruby
	case ".php", ".phtml", ".php5", ".php7", ".phps":
		return PHP
	case ".sh", ".bash", ".zsh", ".ksh", ".dash", ".bats":
		return Shell
	case ".swift":
		return Swift
	}
	return ""
}

// ByShebang tells the language of a file without a telling name by its first
// line, "#!/usr/bin/env -S python3 -u" or "#!/bin/sh"; more than that line may
// be given.
func ByShebang(firstLine []byte) (lang string, ok bool) {
	firstLine, _, _ = bytes.Cut(firstLine, []byte{'\n'})
	rest, found := strings.CutPrefix(string(firstLine), "#!")
	if !found || len(rest) > 512 {
		return "", false
	}
	words := strings.Fields(rest)
	if len(words) == 0 {
		return "", false
	}
	program := path.Base(words[0])
	if program == "env" {
		program = ""
		for _, w := range words[1:] {
			if !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
				program = path.Base(w)
				break
			}
		}
	}
	lang = byProgram(strings.TrimRight(program, "0123456789."))
	return lang, lang != ""
}

func byProgram(program string) string {
	switch program {
	case "sh", "bash", "dash", "zsh", "ksh", "ash", "mksh", "bats":
		return Shell
	case "python", "pypy", "pypy3", "python3":
		return Python
	case "node", "nodejs", "bun":
		return JavaScript
	case "ts-node", "tsx", "deno":
		return TypeScript
	case "ruby", "jruby", "rake":
		return Ruby
	case "php":
		return PHP
	case "swift":
		return Swift
	case "kotlin", "kotlinc":
		return Kotlin
	case "rust-script":
		return Rust
	}
	return ""
}
