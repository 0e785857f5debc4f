package code

// plainJSON takes comments and trailing commas out of a tsconfig and gives JSON.
func plainJSON(src []byte) []byte {
	out := make([]byte, 0, len(src))
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '"':
			j := i + 1
			for j < len(src) && src[j] != '"' {
				if src[j] == '\\' {
					j++
				}
				j++
			}
			j = min(j, len(src)-1)
			out = append(out, src[i:j+1]...)
			i = j
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i+1 < len(src) && src[i+1] != '\n' {
				i++
			}
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			for i += 2; i+1 < len(src) && (src[i] != '*' || src[i+1] != '/'); i++ {
			}
			i++
		case c == '}' || c == ']':
			n := len(out)
			for n > 0 && (out[n-1] == ' ' || out[n-1] == '\n' || out[n-1] == '\t' || out[n-1] == '\r') {
				n--
			}
			if n > 0 && out[n-1] == ',' {
				out = append(out[:n-1], out[n:]...)
			}
			out = append(out, c)
		default:
			out = append(out, c)
		}
	}
	return out
}
