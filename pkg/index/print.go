package index

import (
	"strings"

	"github.com/zeebo/xxh3"
)

// A print ties the listing of a clean work tree to the index kept of it, so that
// a run that finds the tree clean and git's index untouched need not list it:
// the survey's print, the recipe, the key, one a line, and their checksum.
const printSuffix = ".print"

// printName is one a recipe: with and without symbols, or two builds, would else
// take each other's place in turn.
func (c *cache) printName() string { return c.place + "-" + nameOf(c.recipe)[:8] + printSuffix }

// ahead reads the index kept under a print while git is still asked whether it
// stands: of an unchanged tree that is a sixth of the whole time.
type ahead struct {
	done chan struct{} // nil before start
	s    *Store
}

// start gives the survey's print of the cache's index, "" without one.
func (a *ahead) start(c *cache) (print string) {
	a.wait()
	a.s, a.done = nil, nil
	print, key := c.loadPrint()
	if key == "" {
		return print
	}
	done := make(chan struct{})
	a.done = done
	go func() {
		defer close(done)
		a.s = c.named(key)
	}()
	return print
}

// wait gives the index under the print; nil when it is gone.
func (a *ahead) wait() *Store {
	if a.done != nil {
		<-a.done
	}
	return a.s
}

func (c *cache) loadPrint() (print, key string) {
	data := c.load(c.printName())
	if data == nil {
		return "", ""
	}
	f := strings.Split(string(data), "\n")
	if len(f) != 4 || f[3] != checksum(f[:3]) {
		c.damaged(c.printName())
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
	c.save(c.printName(), []byte(strings.Join(append(f, checksum(f)), "\n")))
}

func checksum(f []string) string {
	var b [16]byte
	const digits = "0123456789abcdef"
	for i, h := 0, xxh3.HashString(strings.Join(f, "\n")); i < len(b); i, h = i+1, h>>4 {
		b[i] = digits[h&15]
	}
	return string(b[:])
}
