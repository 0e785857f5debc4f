package token

// The two functions here give the length of the first piece of a text as the
// vocabularies' patterns would match it. They stand in for a backtracking
// expression engine; a fuzz test holds them against it.
//
//	cl100k_base: (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}
//	             | ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
//	o200k_base:  [^\r\n\p{L}\p{N}]?U*L+(?i:'s|…)?|[^\r\n\p{L}\p{N}]?U+L*(?i:'s|…)?
//	             |\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
//
// U and L are the sets upper and lower of class.go; they overlap.

func nextCl100k(b []byte) int {
	if n := contraction(b); n > 0 {
		return n
	}
	c, w := at(b)
	skip := 0
	if c&(newline|letter|number) == 0 {
		skip = w
	}
	if n := run(b[skip:], letter); n > 0 {
		return skip + n
	}
	return rest(b, false)
}

func nextO200k(b []byte) int {
	c, w := at(b)
	skip := 0
	if c&(newline|letter|number) == 0 {
		skip = w
	}
	n := cased(b[skip:])
	if n == 0 && skip > 0 && c&lower != 0 { // a mark that must be the word itself
		skip, n = 0, cased(b)
	} else if n == 0 { // no lower case at all
		n = run(b[skip:], upper)
	}
	if n > 0 {
		n += skip
		return n + contraction(b[n:])
	}
	return rest(b, true)
}

// cased matches U*L+ with the engine's backtracking: greedy in U, giving back
// as little as leaves L one rune. 0 is no match.
func cased(b []byte) int {
	i, last := 0, 0 // last: the end of the last rune of the run that is in both sets
	for i < len(b) {
		c, w := at(b[i:])
		if c&upper == 0 {
			break
		}
		i += w
		if c&lower != 0 {
			last = i
		}
	}
	if n := run(b[i:], lower); n > 0 {
		return i + n
	}
	return last
}

// run gives the length of the runes at the start of b that are in set.
func run(b []byte, set class) int {
	i := 0
	for i < len(b) {
		c, w := at(b[i:])
		if c&set == 0 {
			break
		}
		i += w
	}
	return i
}

// rest matches what both patterns end with: numbers, punctuation, white space.
func rest(b []byte, slash bool) int {
	c, w := at(b)
	if c&number != 0 {
		return digits(b)
	}
	if c&space == 0 {
		return punctuation(b, 0, slash)
	}
	if b[0] == ' ' && len(b) > 1 {
		if c, _ := at(b[1:]); c&(space|letter|number) == 0 {
			return punctuation(b, 1, slash)
		}
	}
	return blank(b, w)
}

func digits(b []byte) int {
	i := 0
	for k := 0; k < 3 && i < len(b); k++ {
		c, w := at(b[i:])
		if c&number == 0 {
			break
		}
		i += w
	}
	return i
}

// punctuation matches [^\s\p{L}\p{N}]+ from i and the newlines that follow.
func punctuation(b []byte, i int, slash bool) int {
	for i < len(b) {
		c, w := at(b[i:])
		if c&(space|letter|number) != 0 {
			break
		}
		i += w
	}
	for i < len(b) && (b[i] == '\r' || b[i] == '\n' || slash && b[i] == '/') {
		i++
	}
	return i
}

// blank matches white space: to the end of its first newlines; else all of it at
// the end of the text; else all but the rune before the next word, if that
// leaves one. By the letter of \s*[\r\n]+ the first case would reach to the
// last newline. The library's engine stops at the first, and its counts, which
// are never lower for it, are what a budget is held against.
func blank(b []byte, first int) int {
	i, lastWidth := 0, 0
	for i < len(b) {
		c, w := at(b[i:])
		if c&space == 0 {
			break
		}
		if c&newline != 0 {
			return i + run(b[i:], newline)
		}
		i += w
		lastWidth = w
	}
	if i == len(b) || i == first {
		return i
	}
	return i - lastWidth
}

// contraction matches (?i:'s|'t|'re|'ve|'m|'ll|'d); folding makes ſ an s.
func contraction(b []byte) int {
	if len(b) < 2 || b[0] != '\'' {
		return 0
	}
	switch b[1] | 0x20 {
	case 's', 't', 'm', 'd':
		return 2
	}
	if len(b) < 3 {
		return 0
	}
	switch string([]byte{b[1] | 0x20, b[2] | 0x20}) {
	case "re", "ve", "ll":
		return 3
	}
	if string(b[1:3]) == "ſ" {
		return 3
	}
	return 0
}
