package fragment

import "bytes"

// fence is an open code fence (CommonMark 4.5): its character and length.
type fence struct {
	char byte
	size int
}

// open gives the fence that line opens. A fence of backticks has none after
// them on its line.
func openFence(line []byte) (fence, bool) {
	i := 0
	for i < len(line) && i < 3 && line[i] == ' ' {
		i++
	}
	if i >= len(line) || line[i] != '`' && line[i] != '~' {
		return fence{}, false
	}
	f := fence{char: line[i]}
	for i+f.size < len(line) && line[i+f.size] == f.char {
		f.size++
	}
	if f.size < 3 || f.char == '`' && bytes.IndexByte(line[i+f.size:], '`') >= 0 {
		return fence{}, false
	}
	return f, true
}

// closes says whether line ends the fence.
func (f fence) closes(line []byte) bool {
	g, ok := openFence(line)
	if !ok || g.char != f.char || g.size < f.size {
		return false
	}
	return len(bytes.TrimLeft(bytes.TrimSpace(line), string(f.char))) == 0
}

// hasFence says whether any line of text opens a fence.
func hasFence(text []byte) bool {
	for _, mark := range []string{"```", "~~~"} {
		for from := 0; ; {
			i := bytes.Index(text[from:], []byte(mark))
			if i < 0 {
				break
			}
			i += from
			start := bytes.LastIndexByte(text[:i], '\n') + 1
			end := bytes.IndexByte(text[i:], '\n')
			if end < 0 {
				end = len(text) - i
			}
			if _, ok := openFence(text[start : i+end]); ok {
				return true
			}
			from = i + end
		}
	}
	return false
}
