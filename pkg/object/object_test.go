package object_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"majordomus/pkg/object"
)

func FuzzURIOfAnyIdentity(f *testing.F) {
	for _, s := range []string{"I0001", "a b", "a%2fb", "a#b?", "src/ä.go", "\xff\n", "\u2028\u00a0", "%", "%4", "a/b/c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, identity string) {
		if identity == "" {
			return
		}
		uri := object.URI(object.Issue, identity)
		if !utf8.ValidString(uri) || strings.ContainsFunc(uri, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
			t.Errorf("%q cannot stand in a line", uri)
		}
		kind, got, symbol, ok := object.ParseURI(uri)
		if !ok || kind != object.Issue || got != identity || symbol != "" {
			t.Errorf("%q of %q gives %q %q %q %t", uri, identity, kind, got, symbol, ok)
		}
		if _, got, symbol, _ := object.ParseURI(uri + "#" + object.Escape(identity)); got != identity || symbol != identity {
			t.Errorf("with a symbol: %q and %q of %q", got, symbol, identity)
		}
	})
}

func TestWhatIsNoURI(t *testing.T) {
	for _, uri := range []string{"", "issue/I1", "majordomus:/issue/I1", "majordomus://", "majordomus://issue", "majordomus://issue/", "majordomus:///I1"} {
		if _, _, _, ok := object.ParseURI(uri); ok {
			t.Errorf("%q is taken for a URI", uri)
		}
	}
}

func TestTiersRankAsListed(t *testing.T) {
	for i, tier := range object.Tiers() {
		if tier.Rank() != i {
			t.Errorf("%s ranks %d, not %d", tier, tier.Rank(), i)
		}
	}
	if got := object.Tier("odd").Rank(); got != len(object.Tiers()) {
		t.Errorf("an unknown tier ranks %d", got)
	}
	if got := object.Kind("declared-elsewhere").Tier(); got != object.TierHistory {
		t.Errorf("an unknown kind is of tier %s", got)
	}
}

func TestDiagnosticsAreSortedAndSaidOnce(t *testing.T) {
	d := func(s object.Severity, code, path string) object.Diagnostic {
		return object.Diagnostic{Severity: s, Code: code, Path: path}
	}
	want := []object.Diagnostic{d(object.Error, "b", "x"), d(object.Warning, "a", "x"), d(object.Warning, "a", "y"), d(object.Info, "a", "a")}
	got := object.SortDiagnostics([]object.Diagnostic{want[3], want[2], want[0], want[1], want[2], want[0]})
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
