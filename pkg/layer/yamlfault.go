package layer

import "bytes"

// suspicious looks at how lines open: whether a tab indents one, or a bracket
// closes a collection there. Documents without either, nearly all, are done.
func suspicious(data []byte) bool {
	for at := 0; at < len(data); {
		i := at
		for i < len(data) && data[i] == ' ' {
			i++
		}
		if i < len(data) && (data[i] == '\t' || data[i] == ']' || data[i] == '}') {
			return true
		}
		n := bytes.IndexByte(data[i:], '\n')
		if n < 0 {
			return false
		}
		at = i + n + 1
	}
	return false
}

// checkLayout refuses what the parser lets pass but YAML does not: tabs in
// indentation, and a flow collection that closes no deeper than its key.
func checkLayout(data []byte) *syntaxError {
	if !suspicious(data) {
		return nil
	}
	y := newYAMLLines(data)
	for e, ok := y.next(); ok; e, ok = y.next() {
		if e.tab >= 0 {
			return &syntaxError{e.line + 1, e.tab + 1, "a tab in the indentation"}
		}
		if e.form == 'p' {
			if err := tabInside(y, e); err != nil {
				return err
			}
		}
		if e.form != '[' || e.end == e.line || e.stop < 0 || e.start == 0 {
			continue
		}
		for n := e.line + 1; n <= e.end; n++ {
			if c := skipBlank(y.lines[n], 0); c < len(y.lines[n]) && c <= e.column && y.lines[n][c] != '#' {
				return &syntaxError{n + 1, c + 1, "a flow collection must stand deeper than its key"}
			}
		}
	}
	return nil
}

func tabInside(y *yamlLines, e yamlEntry) *syntaxError {
	for n := e.line + 1; n <= e.end; n++ {
		l := y.lines[n]
		if t := bytes.IndexByte(l[:skipBlank(l, 0)], '\t'); t >= 0 && len(bytes.TrimSpace(l)) > 0 {
			return &syntaxError{n + 1, t + 1, "a tab in the indentation"}
		}
	}
	return nil
}

// recognise names the usual faults of hand-written records with their column;
// nil when it sees none.
func recognise(data []byte) *syntaxError {
	y := newYAMLLines(data)
	for e, ok := y.next(); ok; e, ok = y.next() {
		switch e.form {
		case '\'', '"':
			if e.stop < 0 {
				return &syntaxError{e.line + 1, e.start + 1, "a quoted value that is never closed"}
			}
			if err := behindQuote(y, e); err != nil {
				return err
			}
		case '[':
			if e.stop < 0 {
				return &syntaxError{e.line + 1, e.start + 1, "a flow collection that is never closed"}
			}
		}
	}
	return nil
}

func behindQuote(y *yamlLines, e yamlEntry) *syntaxError {
	l := y.lines[e.end]
	i := skipBlank(l, e.stop)
	if i == len(l) || l[i] == '#' && i > e.stop {
		return nil
	}
	if e.form == '\'' {
		return &syntaxError{e.end + 1, e.stop, "an apostrophe inside a single-quoted value must be doubled"}
	}
	return &syntaxError{e.end + 1, i + 1, "text behind a quoted value"}
}
