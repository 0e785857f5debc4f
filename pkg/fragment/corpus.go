package fragment

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Corpus makes the fragments an agent's session would send: a system prompt,
// files read again and again as they change, build logs, test output,
// screenshots of one page, prose with decisions. The same seed and turns give
// the same fragments.
func Corpus(seed uint64, turns int) []Fragment {
	c := corpus{rng: rand.New(rand.NewPCG(seed, 0x66726167))}
	for i := range 6 {
		c.files = append(c.files, c.file(i))
	}
	out := []Fragment{c.system()}
	for turn := range turns {
		out = append(out, c.turn(turn))
	}
	return out
}

type corpus struct {
	rng   *rand.Rand
	files []string
}

func (c *corpus) pick(words ...string) string { return words[c.rng.IntN(len(words))] }

func (c *corpus) turn(turn int) Fragment {
	switch c.rng.IntN(10) {
	case 0, 1, 2: // a file is read again
		return textFragment(c.files[c.rng.IntN(len(c.files))], "code", "")
	case 3: // a file is read after an edit
		i := c.rng.IntN(len(c.files))
		c.files[i] = strings.Replace(c.files[i], "return nil", fmt.Sprintf("return errStep%d", turn), 1)
		return textFragment(c.files[i], "", "")
	case 4, 5:
		return textFragment(c.buildLog(), "log", "")
	case 6:
		return textFragment(c.testOutput(), "", "")
	case 7:
		return c.screenshot(turn)
	}
	return textFragment(c.prose(), "", "")
}

func textFragment(text, kind, metadata string) Fragment {
	return Fragment{Content: &text, Kind: kind, Metadata: []byte(metadata)}
}

func (c *corpus) system() Fragment {
	return textFragment("You help with the majordomus repository.\nNever push to main.\nYou must not edit generated files.\nAnswer in short sentences.\n", "prose", `{"cache":true}`)
}

func (c *corpus) file(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package store%d\n\nimport (\n\t\"context\"\n\t\"errors\"\n)\n", n)
	for range 8 + c.rng.IntN(12) {
		name := c.name()
		fmt.Fprintf(&b, "\n// %s %ss the %s of a %s.\nfunc (s *Store) %s(ctx context.Context, id uint64) error {\n", name, c.verb(), c.noun(), c.noun(), name)
		for range 2 + c.rng.IntN(6) {
			fmt.Fprintf(&b, "\tif err := s.%s%s(ctx, id+%d); err != nil {\n\t\treturn err\n\t}\n", c.verb(), c.name(), c.rng.IntN(9))
		}
		b.WriteString("\treturn nil\n}\n")
	}
	return b.String()
}

func (c *corpus) verb() string {
	return c.pick("read", "write", "check", "merge", "fold", "walk", "open")
}
func (c *corpus) noun() string { return c.pick("index", "record", "edge", "budget", "handle", "piece") }
func (c *corpus) name() string {
	n := c.pick("Get", "Put", "List", "Drop", "Scan") + c.noun()
	return n + fmt.Sprint(c.rng.IntN(90))
}

func (c *corpus) stamp(i int) string {
	return fmt.Sprintf("2026-03-%02dT%02d:%02d:%02d.%03dZ", 1+i/1440%28, i/60%24, i%60, c.rng.IntN(60), c.rng.IntN(1000))
}

func (c *corpus) buildLog() string {
	var b strings.Builder
	for i := range 60 + c.rng.IntN(240) {
		line := c.pick("INFO compiling pkg/store", "INFO compiling pkg/walk", "INFO cache hit", "DEBUG retrying connection to registry", "INFO downloading module", "WARN deprecated flag -buildmode")
		fmt.Fprintf(&b, "%s %s\n", c.stamp(i), line)
	}
	fmt.Fprintf(&b, "%s ERROR build failed: store%d.go:%d: undefined: errStep\n", c.stamp(300), c.rng.IntN(6), c.rng.IntN(300))
	return b.String()
}

func (c *corpus) testOutput() string {
	var b strings.Builder
	for range 30 + c.rng.IntN(120) {
		fmt.Fprintf(&b, "=== RUN   Test%s\n--- PASS: Test%s (0.%02ds)\n", c.name(), c.name(), c.rng.IntN(100))
	}
	fmt.Fprintf(&b, "--- FAIL: Test%s (0.10s)\n    store_test.go:%d: got %d, want %d\nFAIL\n", c.name(), c.rng.IntN(400), c.rng.IntN(90), c.rng.IntN(90))
	return b.String()
}

func (c *corpus) screenshot(turn int) Fragment {
	b := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	b = binary.BigEndian.AppendUint32(b, 1280)
	b = binary.BigEndian.AppendUint32(b, 800)
	b = binary.BigEndian.AppendUint32(b, uint32(turn))
	f := textFragment(fmt.Sprintf("The settings page after step %d", turn), "screenshot", `{"target":"settings"}`)
	f.Media = &Media{Mime: "image/png", Base64: base64.StdEncoding.EncodeToString(b)}
	return f
}

func (c *corpus) prose() string {
	var b strings.Builder
	for range 2 + c.rng.IntN(5) {
		for range 2 + c.rng.IntN(4) {
			fmt.Fprintf(&b, "The %s should %s the %s before the next %s is there. ", c.noun(), c.verb(), c.noun(), c.noun())
		}
		b.WriteString("\n\n")
	}
	if c.rng.IntN(6) == 0 {
		fmt.Fprintf(&b, "Do not %s the %s by hand.\n", c.verb(), c.noun())
	}
	return b.String()
}
