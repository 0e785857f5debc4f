package fragment

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// sampleBytes is how much of a text is read to judge what it looks like.
const sampleBytes = 64 << 10

// sampleLines is how many lines are judged.
const sampleLines = 100

// isCode says whether a text is code, a diff or JSON, by its kind, by a fence,
// or by its looks. A caller who says log or prose is believed about the looks.
func isCode(kind string, text []byte) bool {
	switch kind {
	case "code", "diff", "json":
		return true
	case kindLog, "prose":
		return hasFence(text)
	}
	return hasFence(text) || isJSON(text) || isDiff(text) || looksLikeCode(text)
}

func isJSON(text []byte) bool {
	t := bytes.TrimSpace(text)
	if len(t) < 2 || t[0] != '{' && t[0] != '[' {
		return false
	}
	if end := t[len(t)-1]; end != t[0]+2 { // '}' and ']' come two after
		return false
	}
	return jsontext.Value(t).IsValid()
}

// isDiff looks for a header of a unified diff and a hunk.
func isDiff(text []byte) bool {
	at := lineStart(text, "@@ -")
	if at < 0 {
		return false
	}
	head := text[:at]
	return lineStart(head, "+++ ") >= 0 && lineStart(head, "--- ") >= 0
}

// lineStart finds a line that begins with prefix.
func lineStart(text []byte, prefix string) int {
	if bytes.HasPrefix(text, []byte(prefix)) {
		return 0
	}
	if i := bytes.Index(text, []byte("\n"+prefix)); i >= 0 {
		return i + 1
	}
	return -1
}

var codeWords = map[string]bool{
	"func": true, "def": true, "class": true, "import": true, "from": true, "package": true, "const": true,
	"let": true, "var": true, "return": true, "if": true, "for": true, "while": true, "#include": true,
	"#define": true, "public": true, "private": true, "protected": true, "static": true, "fn": true, "use": true,
	"impl": true, "struct": true, "type": true, "interface": true, "enum": true, "export": true, "async": true,
	"else": true, "switch": true, "case": true, "try:": true, "else:": true, "namespace": true, "void": true,
}

// looksLikeCode counts lines: most must end or begin as lines of code do, and
// one at least as nothing else does.
func looksLikeCode(text []byte) bool {
	lines, code, strong := 0, 0, 0
	for line := range bytes.Lines(text[:min(len(text), sampleBytes)]) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if lines++; lines > sampleLines {
			break
		}
		switch codeLine(line) {
		case 2:
			strong++
			code++
		case 1:
			code++
		}
	}
	return strong > 0 && code*5 >= lines*3
}

// codeLine is 2 for a line that is code by itself, 1 for one that may stand
// among code, 0 for any other.
func codeLine(line []byte) int {
	last := line[len(line)-1]
	word, rest, _ := bytes.Cut(line, []byte(" "))
	operator := bytes.ContainsAny(line, "={}();")
	switch {
	case last == '{' || last == ';' && operator:
		return 2
	case codeWords[string(word)] && (last == ':' || last == ')' || operator):
		return 2
	case string(word) == "#include" || string(word) == "package" && !bytes.Contains(rest, []byte(" ")):
		return 2
	case last == '}' || last == ']' || last == ')' && operator || last == ',' || last == '(' || last == '[':
		return 1
	case bytes.HasPrefix(line, []byte("//")) || line[0] == '#' || line[0] == '*' || line[0] == '@' || bytes.HasPrefix(line, []byte("/*")):
		return 1
	case bytes.Contains(line, []byte(" = ")) || bytes.Contains(line, []byte(":=")) || codeWords[string(word)] && operator:
		return 1
	}
	return 0
}
