package compiled

import (
	"bytes"
	"strings"
	"testing"
)

func FuzzMetadata(f *testing.F) {
	fp := "x<y>&\u2028-->"
	m := metadata{SchemaVersion: SchemaVersion, RendererVersion: RendererVersion, CapsuleID: "c", TokenizerFingerprint: &fp, UsedBytes: 7}
	f.Add(string(m.line()) + "body")
	f.Add(opening + "{}" + closing + "\n")
	f.Add(opening + `{"usedTokens":1,"usedTokens":2}` + closing + "\n")
	f.Fuzz(func(t *testing.T, in string) {
		m, body, reason := readMetadata([]byte(in))
		if reason != "" {
			return
		}
		if !strings.HasSuffix(in, string(body)) || !strings.HasPrefix(in, opening) {
			t.Fatalf("%q of %q", body, in)
		}
		line := m.line()
		if bytes.ContainsAny(line[len(opening):len(line)-len(closing)-1], "<>\n") {
			t.Fatalf("%q", line)
		}
		again, rest, reason := readMetadata(append(line, body...))
		if len(line) <= maxLine && (reason != "" || !bytes.Equal(rest, body) || !bytes.Equal(again.line(), line)) {
			t.Fatalf("%q is read as %+v: %s", line, again, reason)
		}
	})
}

func FuzzFence(f *testing.F) {
	f.Add("```\n````\nx")
	f.Fuzz(func(t *testing.T, in string) {
		var b strings.Builder
		fenced(&b, in)
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		fence := strings.TrimSuffix(lines[0], "text")
		if lines[len(lines)-1] != fence || len(fence) < leastFence || strings.Contains(in, fence) {
			t.Fatalf("%q", b.String())
		}
	})
}

func TestTheMetadataLineIsBounded(t *testing.T) {
	fp := strings.Repeat("x", maxLine)
	m := metadata{SchemaVersion: SchemaVersion, RendererVersion: RendererVersion, TokenizerFingerprint: &fp}
	if _, _, reason := readMetadata(m.line()); reason != MetadataUnread {
		t.Error(reason)
	}
}
