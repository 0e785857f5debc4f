package ignore

import "strings"

// compileSet reads the bracket expression that opens s and gives its length, 0
// when it is none that git would match.
func compileSet(s string) (set *[256]bool, n int) {
	set = new([256]bool)
	i := 1
	negate := i < len(s) && (s[i] == '!' || s[i] == '^')
	if negate {
		i++
	}
	var before byte // the start of a range, if a '-' follows; 0 for none
	for first := true; ; first = false {
		if i >= len(s) {
			return nil, 0
		}
		c := s[i]
		switch {
		case c == ']' && !first:
			if negate {
				for b := range set {
					set[b] = !set[b]
				}
			}
			return set, i + 1
		case c == '-' && before != 0 && i+1 < len(s) && s[i+1] != ']':
			i++
			if i = unescape(s, i); i >= len(s) {
				return nil, 0
			}
			for b := int(before); b <= int(s[i]); b++ {
				set[b] = true
			}
			before = 0
			i++
		case c == '[' && i+1 < len(s) && s[i+1] == ':':
			took, known := named(s[i:], set)
			if !known {
				return nil, 0
			}
			if before = 0; took == 1 {
				before = '['
			}
			i += took
		default:
			if i = unescape(s, i); i >= len(s) {
				return nil, 0
			}
			set[s[i]] = true
			before = s[i]
			i++
		}
	}
}

// unescape steps over a backslash.
func unescape(s string, i int) int {
	if s[i] == '\\' {
		return i + 1
	}
	return i
}

// named reads "[:name:]" at the start of s; what only looks like one is the
// plain byte '[', of length 1.
func named(s string, set *[256]bool) (n int, known bool) {
	end := strings.IndexByte(s[2:], ']')
	if end < 0 {
		return 0, false
	}
	end += 2
	if end < 3 || s[end-1] != ':' {
		set['['] = true
		return 1, true
	}
	in := classOf(s[2 : end-1])
	if in == nil {
		return 0, false
	}
	for b := range set {
		set[b] = set[b] || in(byte(b))
	}
	return end + 1, true
}

// classOf is a POSIX class over ASCII; nil for an unknown name.
func classOf(name string) func(byte) bool {
	between := func(lo, hi byte) func(byte) bool { return func(c byte) bool { return lo <= c && c <= hi } }
	lower, upper, digit, graph := between('a', 'z'), between('A', 'Z'), between('0', '9'), between('!', '~')
	alpha := func(c byte) bool { return lower(c) || upper(c) }
	alnum := func(c byte) bool { return alpha(c) || digit(c) }
	switch name {
	case "alnum":
		return alnum
	case "alpha":
		return alpha
	case "blank":
		return func(c byte) bool { return c == ' ' || c == '\t' }
	case "cntrl":
		return func(c byte) bool { return c < 0x20 || c == 0x7f }
	case "digit":
		return digit
	case "graph":
		return graph
	case "lower":
		return lower
	case "print":
		return between(' ', '~')
	case "punct":
		return func(c byte) bool { return graph(c) && !alnum(c) }
	case "space":
		return func(c byte) bool { return c == ' ' || between('\t', '\r')(c) }
	case "upper":
		return upper
	case "xdigit":
		return func(c byte) bool { return digit(c) || between('a', 'f')(c) || between('A', 'F')(c) }
	}
	return nil
}
