package fragment

import "bytes"

// valueShare is how many words may stand for one exact value in a text that is
// dense with them.
const valueShare = 8

// denseInValues says whether one word in eight is an exact value: a number with
// a unit, a version, a hash, an identifier. It reads the first 64 KiB.
func denseInValues(text []byte) bool {
	words, values := 0, 0
	previous := []byte(nil)
	for w := range bytes.FieldsSeq(text[:min(len(text), sampleBytes)]) {
		words++
		w = bytes.Trim(w, ".,;:!?()[]{}\"'`*<>")
		if isValue(w) || isNumber(previous) && isUnit(w) {
			values++
		}
		previous = w
	}
	return values > 0 && values*valueShare >= words
}

func isNumber(w []byte) bool {
	for _, c := range w {
		if (c < '0' || c > '9') && c != '.' && c != ',' {
			return false
		}
	}
	return len(w) > 0
}

func isUnit(w []byte) bool {
	switch string(w) {
	case "ms", "s", "ns", "us", "µs", "min", "h", "B", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "kB", "%",
		"px", "Hz", "kHz", "MHz", "GHz", "m", "km", "cm", "mm", "kg", "g", "mg", "V", "W", "A", "°C", "°F", "K", "USD", "EUR":
		return true
	}
	return false
}

// isValue judges one word by its characters.
func isValue(w []byte) bool {
	var digits, letters, dots, under, dash, hex, caseFlips, other int
	for i, c := range w {
		switch {
		case c >= '0' && c <= '9':
			digits++
			hex++
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			letters++
			if c|0x20 <= 'f' {
				hex++
			}
			if c < 'a' && i > 0 && w[i-1] >= 'a' && w[i-1] <= 'z' {
				caseFlips++
			}
		case c == '.':
			dots++
		case c == '_':
			under++
		case c == '-':
			dash++
		default:
			other++
		}
	}
	switch {
	case len(w) < 2:
		return false
	case digits > 0 && letters > 0: // 12ms, v1.2, 9fceb02, ABC-123, uuid
		return true
	case digits > 0 && dots > 0: // 1.2.3, 3.14
		return true
	case digits > 0 && other > 0: // 40%, $5, 10:30
		return true
	case letters > 0 && under > 0: // snake_case, CONST_CASE
		return true
	case letters > 0 && caseFlips > 0 && dash == 0: // camelCase
		return true
	}
	return hex == len(w) && len(w) >= 7 && digits > 0 && letters > 0
}

// hasURL looks for a scheme followed by something.
func hasURL(text []byte) bool {
	for {
		i := bytes.Index(text, []byte("://"))
		if i < 0 {
			return false
		}
		if i > 1 && isLetter(text[i-1]) && i+3 < len(text) && text[i+3] > ' ' {
			return true
		}
		text = text[i+3:]
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
