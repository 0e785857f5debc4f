package git

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// errOutput is git saying what its documentation does not allow.
var errOutput = errors.New("unexpected output")

// eachField hands over every NUL-ended field of r, copied.
func eachField(r io.Reader, take func(string) error) error {
	br := bufio.NewReaderSize(r, 64<<10)
	for {
		f, err := br.ReadString(0)
		if err == io.EOF {
			if f != "" {
				return fmt.Errorf("git: %w: cut short", errOutput)
			}
			return nil
		}
		if err != nil {
			return err
		}
		if err := take(f[:len(f)-1]); err != nil {
			return err
		}
	}
}

// readTracked takes `ls-files -z -s -v --debug`: "<tag> <mode> <id>
// <stage>\t<path>NUL" and the lines of stat data git keeps of it. Those lines
// are for people and may change; what is not understood leaves the size open.
func (l *lists) readTracked(r io.Reader) error {
	br := bufio.NewReaderSize(r, 64<<10)
	for {
		head, err := readField(br)
		if err == io.EOF && len(head) == 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("git ls-files: %w: cut short", errOutput)
		}
		t, stage, err := parseTracked(head)
		if err != nil {
			return err
		}
		if err := l.add(t, stage, readStat(br)); err != nil {
			return err
		}
	}
}

// readField gives the bytes up to the next NUL, without it; they are valid
// until the next read unless longer than the buffer.
func readField(br *bufio.Reader) ([]byte, error) {
	b, err := br.ReadSlice(0)
	if errors.Is(err, bufio.ErrBufferFull) {
		long := bytes.Clone(b)
		var rest []byte
		rest, err = br.ReadBytes(0)
		b = append(long, rest...)
	}
	if err != nil {
		return b, err
	}
	return b[:len(b)-1], nil
}

// stat is what git remembers of a file; the zero stat with size -1 is nothing.
type stat struct{ size, mtime int64 }

// readStat reads the stat lines of an entry.
func readStat(br *bufio.Reader) stat {
	st := stat{size: -1}
	for {
		if next, err := br.Peek(2); err != nil || string(next) != "  " {
			return st
		}
		line, err := br.ReadSlice('\n')
		if err != nil {
			return stat{size: -1}
		}
		if s, ok := bytes.CutPrefix(line, []byte("  size: ")); ok {
			s, _, _ = bytes.Cut(s, []byte("\t"))
			if n, err := strconv.ParseInt(string(bytes.TrimSpace(s)), 10, 64); err == nil {
				st.size = n
			}
		} else if s, ok := bytes.CutPrefix(line, []byte("  mtime: ")); ok {
			st.mtime = nanoseconds(string(bytes.TrimSpace(s)))
		}
	}
}

// nanoseconds reads "<seconds>:<nanoseconds>", 0 for anything else.
func nanoseconds(s string) int64 {
	sec, nsec, _ := strings.Cut(s, ":")
	a, err1 := strconv.ParseInt(sec, 10, 64)
	b, err2 := strconv.ParseInt(nsec, 10, 64)
	if err1 != nil || err2 != nil || b == 0 {
		return 0 // a git built without nanoseconds tells too little
	}
	return a*1e9 + b
}

// parseTracked reads "<tag> <mode> <id> <stage>\t<path>" by position: it is
// called for every file there is.
func parseTracked(head []byte) (t tracked, stage byte, err error) {
	bad := func() (tracked, byte, error) {
		return tracked{}, 0, fmt.Errorf("git ls-files: %w: %q", errOutput, cut(head))
	}
	const tag, mode, id = 0, 2, 9
	if len(head) < id || head[mode-1] != ' ' || head[id-1] != ' ' {
		return bad()
	}
	n := bytes.IndexByte(head[id:], ' ')
	if n < 40 || len(head) < id+n+4 || head[id+n+2] != '\t' {
		return bad()
	}
	for _, c := range head[mode : id-1] {
		if c < '0' || c > '7' {
			return bad()
		}
		t.Mode = t.Mode<<3 | uint32(c-'0')
	}
	// One string holds the path and the id: one allocation an entry.
	path := head[id+n+3:]
	both := string(path) + string(head[id:id+n])
	t.Path, t.Blob = both[:len(path)], both[len(path):]
	t.skip = head[tag] == 'S' || head[tag] == 's'
	t.trust = head[tag] >= 'a' && head[tag] <= 'z'
	return t, head[id+n+1], nil
}

func cut(b []byte) []byte { return b[:min(len(b), 60)] }

// add files an entry by what it is; of an unmerged path the first stage stands.
func (l *lists) add(t tracked, stage byte, st stat) error {
	t.Size, t.MTime = st.size, st.mtime
	if t.Mode == modeSub || t.Mode == modeTree {
		l.gitlinks = append(l.gitlinks, t.Path)
		return nil
	}
	if stage != '0' {
		if l.unmerged == nil {
			l.unmerged = make(map[string]bool)
		}
		if l.unmerged[t.Path] {
			return nil
		}
		l.unmerged[t.Path] = true
	}
	l.tracked = append(l.tracked, t)
	return nil
}

// change is a line of `diff-files --raw`.
type change struct {
	path    string
	oldID   string
	newID   string
	oldMode uint32
	newMode uint32
	status  byte
}

// touched reports whether only the bytes can tell if anything changed.
func (c change) touched() bool {
	return c.status == 'M' && c.oldMode == c.newMode && zeros(c.newID)
}

// certain reports whether the change differs from the index whatever the bytes
// are: another mode or type.
func (c change) certain(mode uint32) bool { return c.newMode != mode || c.status != 'M' }

// readChanged takes `diff-files -z --raw` without the unmerged paths, which have
// their stages in the index.
func (l *lists) readChanged(r io.Reader) error {
	err := l.readRaw(r)
	l.changed = slices.DeleteFunc(l.changed, func(c change) bool { return c.status == 'U' })
	return err
}

// readRaw takes ":<old mode> <new mode> <old id> <new id> <status>NUL<path>NUL".
func (l *lists) readRaw(r io.Reader) error {
	var c change
	open := false
	err := eachField(r, func(f string) (err error) {
		if !open {
			c, err = parseChange(f)
			open = true
			return err
		}
		open = false
		c.path = f
		l.changed = append(l.changed, c)
		return nil
	})
	if err == nil && open {
		return fmt.Errorf("git diff: %w: cut short", errOutput)
	}
	return err
}

func parseChange(f string) (change, error) {
	s := strings.Fields(strings.TrimPrefix(f, ":"))
	if len(s) != 5 || !strings.HasPrefix(f, ":") {
		return change{}, fmt.Errorf("git diff: %w: %q", errOutput, cut([]byte(f)))
	}
	old, err1 := strconv.ParseUint(s[0], 8, 32)
	now, err2 := strconv.ParseUint(s[1], 8, 32)
	if err := errors.Join(err1, err2); err != nil {
		return change{}, fmt.Errorf("git diff: %w: %q", errOutput, cut([]byte(f)))
	}
	return change{oldID: s[2], newID: s[3], oldMode: uint32(old), newMode: uint32(now), status: s[4][0]}, nil
}
