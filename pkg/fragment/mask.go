package fragment

// stampLength gives the length of a timestamp at the start of a log line, with
// its brackets and the white space around it, or 0: ISO 8601 and RFC 3339 with
// any form of fraction and offset, a time of day, syslog, or an epoch of
// seconds to nanoseconds. The work is done byte by byte, for this runs on
// every line of every log.
func stampLength(line []byte) int {
	i := skipSpace(line, 0)
	open := byte(0)
	if i < len(line) && (line[i] == '[' || line[i] == '(') {
		open = line[i]
		i++
	}
	n := stamp(line[i:])
	if n == 0 {
		return 0
	}
	i += n
	if open != 0 {
		if i >= len(line) || line[i] != open+1 && line[i] != open+2 { // ( ) and [ ]
			return 0
		}
		i++
	}
	return skipSpace(line, i)
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	return i
}

func stamp(b []byte) int {
	for _, form := range []func([]byte) int{isoStamp, clockStamp, syslogStamp, epochStamp} {
		if n := form(b); n > 0 && (n == len(b) || !isWordByte(b[n])) {
			return n
		}
	}
	return 0
}

// digitsAt says whether b has want digits at i and no more or fewer.
func digitsAt(b []byte, i, want int) bool {
	if i+want > len(b) || countDigits(b[i:]) < want {
		return false
	}
	return true
}

func countDigits(b []byte) int {
	n := 0
	for n < len(b) && b[n] >= '0' && b[n] <= '9' {
		n++
	}
	return n
}

// isoStamp matches 2026-01-02, 2026/01/02 and what follows of a time.
func isoStamp(b []byte) int {
	if len(b) < 10 || countDigits(b) != 4 || b[4] != '-' && b[4] != '/' || b[7] != b[4] || countDigits(b[5:]) != 2 || !digitsAt(b, 8, 2) {
		return 0
	}
	if len(b) > 11 && (b[10] == 'T' || b[10] == 't' || b[10] == ' ' || b[10] == '_') {
		if n := clockStamp(b[11:]); n > 0 {
			return 11 + n
		}
	}
	return 10
}

// clockStamp matches 03:04:05, a fraction, and Z or an offset: +01, +0100,
// +01:00, with a space before it or none.
func clockStamp(b []byte) int {
	if len(b) < 8 || countDigits(b) != 2 || b[2] != ':' || countDigits(b[3:]) != 2 || b[5] != ':' || countDigits(b[6:]) != 2 {
		return 0
	}
	i := 8
	if i+1 < len(b) && (b[i] == '.' || b[i] == ',') {
		if n := countDigits(b[i+1:]); n > 0 {
			i += 1 + n
		}
	}
	return i + offsetLength(b[i:])
}

func offsetLength(b []byte) int {
	i := 0
	if i < len(b) && b[i] == ' ' {
		i++
	}
	if i >= len(b) {
		return 0
	}
	switch b[i] {
	case 'Z', 'z':
		if i == 0 || i+1 == len(b) || b[i+1] == ' ' {
			return i + 1
		}
		return 0
	case '+', '-':
	default:
		return 0
	}
	n := countDigits(b[i+1:])
	switch {
	case n == 2 && i+6 <= len(b) && b[i+3] == ':' && countDigits(b[i+4:]) == 2:
		return i + 6
	case n == 4 || n == 2:
		return i + 1 + n
	}
	return 0
}

// syslogStamp matches Jan  2 03:04:05.
func syslogStamp(b []byte) int {
	if len(b) < 15 || b[3] != ' ' || !isMonth(b[:3]) {
		return 0
	}
	i := skipSpace(b, 4)
	n := countDigits(b[i:])
	if n < 1 || n > 2 || i+n >= len(b) || b[i+n] != ' ' {
		return 0
	}
	if t := clockStamp(b[i+n+1:]); t > 0 {
		return i + n + 1 + t
	}
	return 0
}

func isMonth(b []byte) bool {
	switch string(b) {
	case "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec":
		return true
	}
	return false
}

// epochStamp matches 10, 13, 16 or 19 digits, and 10 digits with a fraction.
func epochStamp(b []byte) int {
	n := countDigits(b)
	if n == 10 && n+1 < len(b) && b[n] == '.' {
		if f := countDigits(b[n+1:]); f > 0 {
			return n + 1 + f
		}
	}
	if n == 10 || n == 13 || n == 16 || n == 19 {
		return n
	}
	return 0
}
