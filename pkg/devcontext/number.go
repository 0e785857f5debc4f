package devcontext

import "strconv"

// decimal writes a rounded number in its shortest form.
func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// grouped writes a count with thousands set apart.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
