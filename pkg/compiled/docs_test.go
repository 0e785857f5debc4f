package compiled

import (
	"os"
	"strings"
	"testing"

	"majordomus/pkg/capsule"
)

// The page for other implementations shows the body as it is rendered, and
// names every reason.
func TestTheDocumentedFormIsTheForm(t *testing.T) {
	page, err := os.ReadFile("../../docs/capsule.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{title, boundary, heading + "1", "Budget of this file: ", opening[:25], sidecarFormat} {
		if !strings.Contains(string(page), strings.TrimSpace(part)) {
			t.Errorf("%q is not told", part)
		}
	}
	for _, reason := range []string{ArtifactMissing, ArtifactUnread, ArtifactOversized, SidecarMissing, SidecarUnread, CapsuleMissing, CapsuleUnread, DigestMismatch,
		MetadataMissing, MetadataUnread, MetadataForeign, CapsuleMismatch, ContentChanged, SettingsChanged, RenderDiffers, ConfigInvalid, SourceChanged, SourceMissing,
		capsule.CallerDenied, capsule.CollectionGone, capsule.TokenizerAbsent, capsule.ScopeChanged, capsule.ConfigChanged, capsule.ModelChanged,
		capsule.IndexChanged, capsule.TokenizerChanged, capsule.PolicyChanged} {
		if !strings.Contains(string(page), "`"+reason+"`") {
			t.Errorf("%s is not told", reason)
		}
	}
}
