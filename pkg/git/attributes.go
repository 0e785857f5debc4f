package git

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// conversion is what can stand between a blob and the bytes of its file.
type conversion uint8

const (
	none     conversion = iota
	lineEnds            // text, eol, core.autocrlf: only carriage returns come and go
	filters             // ident, filter, working-tree-encoding
)

// convert lowers the states of clean entries by the attributes in force. Most
// repositories that have attributes have no filters, and then git need not be
// asked file by file: under line-end conversion a file as long as its blob is
// its blob.
func (s *Survey) convert(ctx context.Context, conf settings, outside [][]byte) error {
	worst := none
	if conf.autocrlf {
		worst = lineEnds
	}
	for _, data := range append(outside, s.inside()...) {
		worst = max(worst, attributesNeed(data))
	}
	if worst == none {
		return nil
	}
	for i := range s.Listing.Entries {
		if e := &s.Listing.Entries[i]; e.State == Clean && e.Mode != ModeLink {
			e.State = LineEnds
		}
	}
	if worst == filters {
		return s.markFiltered(ctx)
	}
	return nil
}

// outside reads the files of attributes that stand outside the root.
func (s *Survey) outside(conf settings, facts headFacts) [][]byte {
	paths := []string{"/etc/gitattributes", facts.infoAttributes, conf.attributes}
	if conf.attributes == "" {
		paths[2] = defaultAttributes()
	}
	for dir := s.Root; dir != s.Repo.top && within(dir, s.Repo.top); {
		dir = filepath.Dir(dir)
		paths = append(paths, filepath.Join(dir, ".gitattributes"))
	}
	return readAll(paths)
}

// inside reads the listed files of attributes.
func (s *Survey) inside() [][]byte {
	var paths []string
	for i := range s.Listing.Entries {
		e := &s.Listing.Entries[i]
		if _, base := splitPath(e.Path); base == ".gitattributes" && e.Mode != ModeLink {
			paths = append(paths, filepath.Join(s.Root, filepath.FromSlash(e.Path)))
		}
	}
	return readAll(paths)
}

// readAll gives the bytes of each file; what cannot be read git cannot read
// either.
func readAll(paths []string) [][]byte {
	out := make([][]byte, len(paths))
	for i, p := range paths {
		if p == "" {
			continue
		}
		if data, err := readRegular(p); err == nil {
			out[i] = data
		}
	}
	return out
}

// readRegular reads a file of attributes. Git ignores what is over 100 MB, and
// no pipe may stop us.
func readRegular(path string) ([]byte, error) {
	fi, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !fi.Mode().IsRegular() || fi.Size() > 100<<20 {
		return nil, nil
	}
	return os.ReadFile(path)
}

func defaultAttributes() string {
	if x := os.Getenv("XDG_CONFIG_HOME"); x != "" {
		return filepath.Join(x, "git", "attributes")
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".config", "git", "attributes")
	}
	return ""
}

// attributesNeed is the worst conversion a file of attributes can ask for. It
// looks at names only, never at patterns, and so can overstate it.
func attributesNeed(data []byte) conversion {
	worst := none
	for line := range bytes.Lines(data) {
		line = bytes.TrimLeft(line, " \t")
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		for _, f := range strings.Fields(string(afterPattern(line))) {
			worst = max(worst, attributeNeed(f))
		}
	}
	return worst
}

// afterPattern is a line without its pattern, which can be quoted.
func afterPattern(line []byte) []byte {
	if line[0] == '"' {
		for i := 1; i < len(line); i++ {
			switch line[i] {
			case '\\':
				i++
			case '"':
				return line[i+1:]
			}
		}
	}
	if i := bytes.IndexAny(line, " \t\r\n"); i >= 0 {
		return line[i:]
	}
	return nil
}

func attributeNeed(field string) conversion {
	if strings.HasPrefix(field, "-") || strings.HasPrefix(field, "!") {
		return none
	}
	name, _, _ := strings.Cut(field, "=")
	switch name {
	case "text", "eol", "crlf":
		return lineEnds
	case "ident", "filter", "working-tree-encoding":
		return filters
	}
	return none
}

// markFiltered asks git which entries a filter stands behind.
func (s *Survey) markFiltered(ctx context.Context) error {
	at := make(map[string]int, len(s.Listing.Entries))
	var in bytes.Buffer
	for i := range s.Listing.Entries {
		if e := &s.Listing.Entries[i]; e.State == LineEnds {
			at[e.Path] = i
			in.WriteString(e.Path)
			in.WriteByte(0)
		}
	}
	var field [2]string
	n := 0
	_, err := s.Repo.cmd.stream(ctx, s.Root, &in, func(r io.Reader) error {
		return eachField(r, func(f string) error {
			if n++; n%3 != 0 {
				field[n%3-1] = f
				return nil
			}
			if i, ok := at[field[0]]; ok && f != "unspecified" && f != "unset" {
				s.Listing.Entries[i].State = Filtered
				s.Print = "" // its bytes follow from a program
			}
			return nil
		})
	}, "check-attr", "-z", "--stdin", "ident", "filter", "working-tree-encoding")
	return plain(err)
}
