package compiled

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"majordomus/pkg/canon"
	"majordomus/pkg/capsule"
	"majordomus/pkg/fault"
	"majordomus/pkg/token"
)

// stage is a compiled artifact in a folder of its own.
type stage struct {
	t   testing.TB
	dir string
	cap []byte
}

const (
	artName  = "out/a.gno-context.md"
	sideName = artName + ".json"
	capName  = "out/a.gno-context.capsule.json"
)

func compiledIn(t testing.TB, egress string, q capsule.Request) *stage {
	t.Helper()
	s := &stage{t: t, dir: library(t, egress)}
	_, s.cap = built(t, s.dir, q)
	put(t, s.dir, capName, string(s.cap))
	if _, err := CompileFile(t.Context(), Folder{Dir: s.dir}, CompileInput{Capsule: capName, BudgetTokens: 50_000, Output: artName}, onDisk(t, s.dir)); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *stage) check(src capsule.Sources) *Check {
	s.t.Helper()
	c, err := CheckFile(s.t.Context(), Folder{Dir: s.dir}, CheckFileInput{Artifact: artName}, src)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

func (s *stage) edit(name string, change func(string) string) {
	s.t.Helper()
	put(s.t, s.dir, name, change(get(s.t, s.dir, name)))
}

func swap(old, new string) func(string) string {
	return func(s string) string { return strings.Replace(s, old, new, 1) }
}

// The decision table of spec/compiled.md, row by row.
func TestDecisionTable(t *testing.T) {
	for _, row := range []struct {
		name    string
		egress  string
		do      func(*stage)
		caller  capsule.Caller
		status  Status
		reasons []string
	}{
		{name: "nothing", status: Current},
		{name: "a touched source", status: Current, do: func(s *stage) {
			now := time.Now().Add(-time.Hour)
			if err := os.Chtimes(filepath.Join(s.dir, "docs/retry.md"), now, now); err != nil {
				s.t.Fatal(err)
			}
		}},
		{name: "another file edited, added and removed", status: Current, do: func(s *stage) {
			put(s.t, s.dir, "docs/other.md", "# Other\n\nA failed delivery, told anew.\n")
			put(s.t, s.dir, "docs/new.md", "# New\n\nEntries are evicted, failed delivery.\n")
			put(s.t, s.dir, "src/x.go", "package x\n")
		}},
		{name: "an unrelated class added", status: Current, do: func(s *stage) {
			s.edit(".ai/repo/knowledge/sources.yaml", func(t string) string {
				return t + "  - {id: extra, kind: document, pathspec: 'extra/**', egress: remote}\n"
			})
		}},
		{name: "the Capsule pretty-printed", status: Current, do: func(s *stage) {
			s.edit(capName, func(t string) string { return indent(s.t, t) })
		}},
		{name: "a cited source edited elsewhere", do: func(s *stage) { s.edit("docs/retry.md", func(t string) string { return t + "\nMore.\n" }) },
			status: Stale, reasons: []string{SourceChanged, capsule.IndexChanged}},
		{name: "a cited passage edited", do: func(s *stage) { s.edit("docs/retry.md", swap("exponential", "linear")) },
			status: Stale, reasons: []string{SourceChanged, capsule.IndexChanged}},
		{name: "a cited source with other line ends", do: func(s *stage) {
			s.edit("docs/retry.md", func(t string) string { return strings.ReplaceAll(t, "\n", "\r\n") })
		}, status: Stale, reasons: []string{SourceChanged, capsule.IndexChanged}},
		{name: "a cited source deleted", do: func(s *stage) { remove(s, "docs/retry.md") }, status: Stale, reasons: []string{SourceMissing, capsule.IndexChanged}},
		{name: "a cited source moved", do: func(s *stage) {
			put(s.t, s.dir, "docs/moved.md", get(s.t, s.dir, "docs/retry.md"))
			remove(s, "docs/retry.md")
		}, status: Stale, reasons: []string{SourceMissing, capsule.IndexChanged}},
		{name: "a cited source replaced by a link", do: func(s *stage) {
			put(s.t, s.dir, "docs/elsewhere.md", get(s.t, s.dir, "docs/retry.md"))
			remove(s, "docs/retry.md")
			link(s, "elsewhere.md", "docs/retry.md")
		}, status: Stale, reasons: []string{SourceMissing, capsule.IndexChanged}},
		{name: "a policy changed", egress: "lan", do: func(s *stage) { declare(s.t, s.dir, "remote") }, status: Stale, reasons: []string{capsule.PolicyChanged}},
		{name: "the class of a source changed", do: func(s *stage) {
			s.edit(".ai/repo/knowledge/sources.yaml", func(t string) string {
				return strings.Replace(t, "sources:\n", "sources:\n  - {id: first, kind: document, pathspec: docs/retry.md}\n", 1)
			})
		}, status: Stale, reasons: []string{capsule.ConfigChanged}},
		{name: "another caller, denied", egress: "lan", caller: capsule.CallerRemote, status: Unverifiable, reasons: []string{capsule.CallerDenied}},
		{name: "another caller, allowed", egress: "lan", caller: capsule.CallerLAN, status: Current},
		{name: "any byte edited", do: func(s *stage) { s.edit(artName, swap("Evidence 1", "Evidence 2")) }, status: Conflict, reasons: []string{DigestMismatch}},
		{name: "edited with a recomputed digest in the sidecar", do: func(s *stage) {
			was := canon.Hash([]byte(s.made()))
			s.edit(artName, swap("exponential", "linear"))
			s.edit(sideName, swap(was, canon.Hash([]byte(s.made()))))
		}, status: Conflict, reasons: []string{ContentChanged}},
		{name: "edited with every digest recomputed", do: func(s *stage) { s.forge(swap("exponential", "linear")) }, status: Conflict, reasons: []string{RenderDiffers}},
		{name: "settings raised in the metadata and the sidecar's digest", do: func(s *stage) { s.forge(nil, swap(`"budgetTokens":50000`, `"budgetTokens":90000`)) },
			status: Conflict, reasons: []string{SettingsChanged}},
		{name: "settings raised everywhere but in the body", do: func(s *stage) {
			s.forge(nil, swap(`"budgetTokens":50000`, `"budgetTokens":90000`))
			s.edit(sideName, swap(`"budgetTokens": 50000`, `"budgetTokens": 90000`))
		}, status: Conflict, reasons: []string{RenderDiffers}},
		{name: "no metadata", do: func(s *stage) { s.forge(nil, func(string) string { return "<!-- -->" }) }, status: Unverifiable, reasons: []string{MetadataMissing}},
		{name: "a foreign version", do: func(s *stage) { s.forge(nil, swap(`"rendererVersion":"1"`, `"rendererVersion":"2"`)) },
			status: Unverifiable, reasons: []string{MetadataForeign}},
		{name: "another Capsule", do: func(s *stage) {
			_, other := built(s.t, s.dir, capsule.Request{Goal: "evicted entries"})
			put(s.t, s.dir, capName, string(other))
		}, status: Unverifiable, reasons: []string{CapsuleMismatch}},
		{name: "a Capsule that is none", do: func(s *stage) { put(s.t, s.dir, capName, "{}") }, status: Unverifiable, reasons: []string{CapsuleUnread}},
		{name: "no Capsule", do: func(s *stage) { remove(s, capName) }, status: Unverifiable, reasons: []string{CapsuleMissing}},
		{name: "no sidecar", do: func(s *stage) { remove(s, sideName) }, status: Unverifiable, reasons: []string{SidecarMissing}},
		{name: "a sidecar that is none", do: func(s *stage) { put(s.t, s.dir, sideName, "{}") }, status: Unverifiable, reasons: []string{SidecarUnread}},
		{name: "no artifact", do: func(s *stage) { remove(s, artName) }, status: Unverifiable, reasons: []string{ArtifactMissing}},
		{name: "a link for an artifact", do: func(s *stage) { moveAndLink(s, artName) }, status: Unverifiable, reasons: []string{ArtifactUnread}},
		{name: "a link for a sidecar", do: func(s *stage) { moveAndLink(s, sideName) }, status: Unverifiable, reasons: []string{ArtifactUnread}},
		{name: "a link for a Capsule", do: func(s *stage) { moveAndLink(s, capName) }, status: Unverifiable, reasons: []string{CapsuleUnread}},
		{name: "a link for the folder", do: func(s *stage) { moveAndLink(s, "out") }, status: Unverifiable, reasons: []string{ArtifactUnread}},
		{name: "oversized", do: func(s *stage) { put(s.t, s.dir, artName, strings.Repeat("x", MaxBytes+1)) }, status: Unverifiable, reasons: []string{ArtifactOversized}},
		{name: "a class gone", do: func(s *stage) { s.edit(".ai/repo/knowledge/sources.yaml", swap("handbook", "manual")) },
			status: Unverifiable, reasons: []string{capsule.CollectionGone}},
		{name: "an invalid layer", do: func(s *stage) { put(s.t, s.dir, ".ai/repo/knowledge/sources.yaml", "version: 9\n") },
			status: Unverifiable, reasons: []string{ConfigInvalid}},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := compiledIn(t, row.egress, capsule.Request{})
			before := s.made()
			if row.do != nil {
				row.do(s)
			}
			src := onDisk(t, s.dir)
			src.Caller = row.caller
			c := s.check(src)
			want(t, row.name, c, row.status, row.reasons...)
			if (row.status == Current) != (c.Err("x.gno-context.md") == nil) {
				t.Error("the error does not agree")
			}
			tellsNothing(t, s, c, before)
		})
	}
}

// On anything but current no evidence byte and no path comes out.
func tellsNothing(t *testing.T, s *stage, c *Check, artifact string) {
	t.Helper()
	if c.Status == Current {
		return
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	out := string(text) + fault.As(c.Err(artName)).Error() + fault.As(c.Err(artName)).Hint
	for _, no := range []string{"backoff", "docs/", s.dir, "cache.md", canon.Hash([]byte(artifact))} {
		if strings.Contains(strings.ReplaceAll(out, artName, ""), no) {
			t.Errorf("%q tells %q", out, no)
		}
	}
}

// made is the artifact as it stands.
func (s *stage) made() string {
	b, err := os.ReadFile(filepath.Join(s.dir, artName))
	if err != nil {
		return ""
	}
	return string(b)
}

// forge edits the body and the metadata line and recomputes every digest.
func (s *stage) forge(body func(string) string, line ...func(string) string) {
	s.t.Helper()
	old := s.made()
	first, rest, _ := strings.Cut(old, "\n")
	if body != nil {
		was := canon.Hash([]byte(rest))
		rest = body(rest)
		first = strings.Replace(first, was, canon.Hash([]byte(rest)), 1)
	}
	for _, f := range line {
		first = f(first)
	}
	now := first + "\n" + rest
	put(s.t, s.dir, artName, now)
	s.edit(sideName, swap(canon.Hash([]byte(old)), canon.Hash([]byte(now))))
}

func remove(s *stage, name string) {
	s.t.Helper()
	if err := os.Remove(filepath.Join(s.dir, name)); err != nil {
		s.t.Fatal(err)
	}
}

func link(s *stage, to, name string) {
	s.t.Helper()
	if err := os.Symlink(to, filepath.Join(s.dir, name)); err != nil {
		s.t.Fatal(err)
	}
}

func moveAndLink(s *stage, name string) {
	s.t.Helper()
	at := filepath.Join(s.dir, name)
	if err := os.Rename(at, at+".real"); err != nil {
		s.t.Fatal(err)
	}
	link(s, filepath.Base(name)+".real", name)
}

func indent(t testing.TB, text string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestTokenizerChangedOrAbsent(t *testing.T) {
	s := compiledIn(t, "", capsule.Request{Estimator: token.NameO200k})
	src := onDisk(t, s.dir)
	want(t, "by default", s.check(src), Current)
	src.Tokenizer = token.NameO200k
	want(t, "the same by name", s.check(src), Current)
	src.Tokenizer = token.NameCl100k
	want(t, "another", s.check(src), Stale, capsule.TokenizerChanged)
	src.Tokenizer = token.NameBytes
	want(t, "none", s.check(src), Unverifiable, capsule.TokenizerAbsent)
	if _, err := PreviewCapsule(t.Context(), PreviewInput{Capsule: s.cap, BudgetTokens: 9000}, src); fault.As(err).Class != fault.Unverifiable {
		t.Errorf("%v: no silent fallback", err)
	}
}
