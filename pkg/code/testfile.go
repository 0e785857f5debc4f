package code

import (
	"path"
	"strings"
	"unicode"
)

// IsTest reports whether a source file is a test by its language's own
// convention: the names and folders that the language or its usual runner
// looks in. Only the path counts, never the content.
func IsTest(lang, file string) bool {
	dir, base := path.Split(file)
	stem := strings.TrimSuffix(base, path.Ext(base))
	in := folders(strings.FieldsFunc(dir, func(r rune) bool { return r == '/' }))
	switch lang {
	case Go:
		return strings.HasSuffix(base, "_test.go")
	case Python:
		return strings.HasPrefix(base, "test_") || strings.HasSuffix(stem, "_test") ||
			stem == "conftest" || stem == "tests" || in.any("tests", "test")
	case JavaScript, TypeScript:
		return isScriptTest(stem, in)
	case Rust:
		return in.any("tests") || stem == "tests" || stem == "test" || strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, "_tests")
	case Java, Kotlin:
		return isMavenTest(stem, in)
	case C, CPP:
		return strings.HasPrefix(stem, "test_") || stem == "test" || stem == "tests" || in.any("tests", "test", "unittests", "unittest") ||
			endsIn(stem, "_test", "_tests", "_unittest", "_unittests") || endsInWord(stem, "Test", "Tests")
	case CSharp:
		return endsInWord(stem, "Test", "Tests") || in.suffix("Tests", ".Test") || in.any("tests", "test", "Test")
	case Ruby:
		return in.any("spec", "test", "features") || endsIn(stem, "_spec", "_test") || strings.HasPrefix(stem, "test_")
	case PHP:
		return endsInWord(stem, "Test", "Cest") || in.any("tests", "Tests", "test")
	case Shell:
		return strings.HasSuffix(base, ".bats") || endsIn(stem, "_test", "_spec", ".test", "-test") ||
			strings.HasPrefix(stem, "test_") || strings.HasPrefix(stem, "test-") || in.any("test", "tests", "spec", "t")
	case Swift:
		return endsInWord(stem, "Test", "Tests", "Spec") || in.any("Tests") || in.suffix("Tests")
	}
	return false
}

// isScriptTest holds the patterns of node --test, jest, vitest, mocha,
// playwright and cypress.
func isScriptTest(stem string, in folders) bool {
	if before, ok := strings.CutSuffix(stem, ".d"); ok {
		stem = before
	}
	if i := strings.LastIndexByte(stem, '.'); i > 0 {
		switch stem[i+1:] {
		case "test", "tests", "spec", "specs", "cy", "e2e", "test-d":
			return true
		}
	}
	return endsIn(stem, "-test", "_test", "-spec", "_spec") || strings.HasPrefix(stem, "test-") || stem == "test" ||
		in.any("__tests__", "__test__", "test", "tests", "spec", "e2e", "cypress")
}

// isMavenTest holds what surefire and failsafe look for, and the source sets
// of Gradle: src/test, src/androidTest, src/integrationTest, src/jvmTest.
func isMavenTest(stem string, in folders) bool {
	for i := 0; i+1 < len(in); i++ {
		if in[i] == "src" && (in[i+1] == "test" || endsInWord(in[i+1], "Test", "Tests") || in[i+1] == "it") {
			return true
		}
	}
	return endsInWord(stem, "Test", "Tests", "TestCase", "IT", "ITCase", "Spec") ||
		(len(stem) > 4 && strings.HasPrefix(stem, "Test") && unicode.IsUpper(rune(stem[4])))
}

// folders are the segments of a path without its last.
type folders []string

func (f folders) any(names ...string) bool {
	for _, s := range f {
		for _, n := range names {
			if s == n {
				return true
			}
		}
	}
	return false
}

func (f folders) suffix(ends ...string) bool {
	for _, s := range f {
		if endsIn(s, ends...) {
			return true
		}
	}
	return false
}

func endsIn(s string, ends ...string) bool {
	for _, e := range ends {
		if len(s) > len(e) && strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

// endsInWord wants the ending to be a word of a camel-case name of its own:
// "FooTest" and "A1Tests", not "Latest" or "SPLIT".
func endsInWord(s string, ends ...string) bool {
	for _, e := range ends {
		if s == e {
			return true
		}
		if endsIn(s, e) {
			before := rune(s[len(s)-len(e)-1])
			if unicode.IsLower(before) || unicode.IsDigit(before) || before == '_' || before == '.' || before == '-' {
				return true
			}
		}
	}
	return false
}
