package index

import (
	"strings"

	"github.com/zeebo/xxh3"
)

// A print ties the listing of a clean work tree to the index kept of it, so that
// a run that finds the tree clean and git's index untouched need not list it:
// the survey's print, the recipe, the key, one a line, and their checksum.
const printSuffix = ".print"

// print is the survey's print of this root's kept index, "" without one.
func (c *cache) print() string {
	p, _ := c.loadPrint()
	return p
}

// printed is the index kept under the print; nil when it is gone.
func (c *cache) printed() *Store {
	if _, key := c.loadPrint(); key != "" {
		return c.named(key)
	}
	return nil
}

func (c *cache) loadPrint() (print, key string) {
	data := c.load(c.place + printSuffix)
	if data == nil {
		return "", ""
	}
	f := strings.Split(string(data), "\n")
	if len(f) != 4 || f[3] != checksum(f[:3]) {
		c.damaged(c.place + printSuffix)
		return "", ""
	}
	if f[1] != c.recipe {
		return "", ""
	}
	return f[0], f[2]
}

// keepPrint ties the discovery's print, if it has one, to the key.
func (c *cache) keepPrint(d *discovery) {
	if c.dir == "" || c.verify || d.survey == nil || d.survey.Print == "" {
		return
	}
	f := []string{d.survey.Print, c.recipe, c.key}
	c.save(c.place+printSuffix, []byte(strings.Join(append(f, checksum(f)), "\n")))
}

func checksum(f []string) string {
	var b [16]byte
	const digits = "0123456789abcdef"
	for i, h := 0, xxh3.HashString(strings.Join(f, "\n")); i < len(b); i, h = i+1, h>>4 {
		b[i] = digits[h&15]
	}
	return string(b[:])
}
