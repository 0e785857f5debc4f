package compiled

import (
	"context"

	"majordomus/pkg/canon"
	"majordomus/pkg/capsule"
	"majordomus/pkg/fault"
	"majordomus/pkg/publish"
)

// CompileInput names the files of a compilation.
type CompileInput struct {
	Capsule      string `json:"capsule"`               // file of the Capsule
	BudgetTokens int64  `json:"budgetTokens"`          // tokens the whole file may have, 1 to 1,000,000
	BudgetBytes  *int64 `json:"budgetBytes,omitempty"` // bytes the whole file may have, 1 to 4,194,304, which is the default
	Output       string `json:"output"`                // the artifact to make, NAME.gno-context.md; it must not exist
}

// CompileFile makes an artifact and its sidecar as one set. Errors are those of
// PreviewCapsule; class Invalid, code output_exists, when something stands under
// either name; code busy when another process publishes there.
func CompileFile(ctx context.Context, f Folder, in CompileInput, s capsule.Sources) (*FileResult, error) {
	if err := suffix("output", in.Output, ArtifactSuffix); err != nil {
		return nil, err
	}
	text, err := f.one(in.Capsule)
	if err != nil {
		return nil, err
	}
	c, err := capsule.Parse(text)
	if err != nil {
		return nil, fault.As(err).At(in.Capsule, 0, 0)
	}
	set, err := f.open(in.Output, in.Output+sidecarSuffix)
	if err != nil {
		return nil, err
	}
	defer set.Close()
	a, err := verified(ctx, c, PreviewInput{BudgetTokens: in.BudgetTokens, BudgetBytes: in.BudgetBytes}, s)
	if err != nil {
		return nil, err
	}
	files := []publish.File{{Data: a.text, Mode: openMode}, {Data: a.sidecar(c, f.relative(in.Output, in.Capsule)).text(), Mode: privateMode}}
	_, err = set.Publish(files, func(now []publish.Current) error {
		if now[0].Exists || now[1].Exists {
			return fault.New(fault.Invalid, "output_exists", "it exists already").At(in.Output, 0, 0).
				WithHint("give a new name, or renew it with majordomus context compiled refresh")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return a.result(c, in.Output), nil
}

func (a *artifact) sidecar(c *capsule.Capsule, at string) *sidecar {
	return &sidecar{Format: sidecarFormat, SchemaVersion: SchemaVersion, RendererVersion: RendererVersion,
		Capsule: sidecarCapsule{at, canonicalDigest(c)}, Output: sidecarOutput{canon.Hash(a.text)},
		Settings: settings{a.meta.BudgetTokens, a.meta.BudgetBytes, a.meta.Estimator, a.meta.TokenizerFingerprint}}
}

func (a *artifact) result(c *capsule.Capsule, output string) *FileResult {
	p := a.preview(c)
	return &FileResult{SchemaVersion: SchemaVersion, Status: Current, Changed: true, Output: output, Digest: p.Digest, CapsuleID: c.CapsuleID, Budget: &p.Budget}
}
