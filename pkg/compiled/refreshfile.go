package compiled

import (
	"bytes"
	"context"
	"strings"

	"majordomus/pkg/capsule"
	"majordomus/pkg/fault"
	"majordomus/pkg/publish"
)

// RefreshInput names the artifact to renew.
type RefreshInput struct {
	Artifact      string `json:"artifact"`      // the artifact, NAME.gno-context.md, with its sidecar beside it
	CapsuleOutput string `json:"capsuleOutput"` // where the new Capsule goes, NAME.gno-context.capsule.json: absent, or the Capsule the sidecar names
}

// RefreshFile rebuilds the Capsule by its saved request and replaces artifact,
// sidecar and Capsule as one set; what is still as it would be made is left
// alone and nothing is written. Errors: class Conflict when the artifact was
// edited or the destination is not free, Unverifiable when it cannot be judged,
// and those of capsule.Build and PreviewCapsule.
func RefreshFile(ctx context.Context, f Folder, in RefreshInput, s capsule.Sources) (*FileResult, error) {
	if err := suffix("artifact", in.Artifact, ArtifactSuffix); err != nil {
		return nil, err
	}
	if err := suffix("Capsule output", in.CapsuleOutput, CapsuleSuffix); err != nil {
		return nil, err
	}
	r := &refresh{f: f, in: in, s: s}
	if err := r.look(ctx); err != nil {
		return nil, err
	}
	if err := r.destination(); err != nil {
		return nil, err
	}
	next, err := capsule.Build(ctx, r.capsule.Retrieval.Request, s)
	if err != nil {
		return nil, err
	}
	if r.status == Current && next.Same(r.capsule) {
		return r.nothing(ctx)
	}
	return r.replace(ctx, next)
}

// refresh is a renewal under way.
type refresh struct {
	f       Folder
	in      RefreshInput
	s       capsule.Sources
	old     *companions
	capsule *capsule.Capsule
	status  Status // current or stale
	target  file   // the Capsule's destination as it is
}

// look reads the set and refuses one that was edited or cannot be judged.
func (r *refresh) look(ctx context.Context) error {
	set, no := r.f.companions(CheckFileInput{Artifact: r.in.Artifact})
	if no != nil {
		return no.Err(r.in.Artifact)
	}
	c, err := judge(ctx, set.evidence(), r.s)
	if err != nil {
		return err
	}
	if c.Status != Current && c.Status != Stale {
		return c.Err(r.in.Artifact)
	}
	r.old, r.status = set, c.Status
	r.capsule, err = capsule.Parse(set.capsule.Data)
	return err
}

// destination holds the Capsule's destination against what may be replaced.
func (r *refresh) destination() error {
	if r.f.same(r.in.CapsuleOutput, r.old.capsule.name) {
		r.target = r.old.capsule
		r.target.name = r.in.CapsuleOutput
		return nil
	}
	got, set, err := r.f.read(r.in.CapsuleOutput)
	if err != nil {
		return err
	}
	set.Close()
	if r.target = got[0]; r.target.Exists {
		return fault.New(fault.Conflict, "output_exists", "it is not the Capsule that the artifact is made from").At(r.in.CapsuleOutput, 0, 0).
			WithHint("give a name that is free, or the Capsule's own")
	}
	return nil
}

// nothing ends a renewal that changes nothing: it still finishes what a crash
// left, as every writing call does.
func (r *refresh) nothing(ctx context.Context) (*FileResult, error) {
	set, err := r.f.open(r.in.Artifact, r.old.sidecar.name, r.old.capsule.name)
	if err != nil {
		return nil, err
	}
	defer set.Close()
	files := []publish.File{{Data: r.old.artifact.Data, Mode: openMode}, {Data: r.old.sidecar.Data, Mode: privateMode}, {Data: r.old.capsule.Data, Mode: openMode}}
	if _, err := set.Publish(files, r.unmoved([]file{r.old.artifact, r.old.sidecar, r.old.capsule})); err != nil {
		return nil, err
	}
	m, _, _ := readMetadata(r.old.artifact.Data)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &FileResult{SchemaVersion: SchemaVersion, Status: Current, Output: r.in.Artifact, Digest: r.old.record.Output.Digest, CapsuleID: m.CapsuleID}, nil
}

// replace renders the new Capsule with the old settings and publishes the set.
func (r *refresh) replace(ctx context.Context, next *capsule.Capsule) (*FileResult, error) {
	set := r.old.record.Settings
	a, err := verified(ctx, next, PreviewInput{BudgetTokens: set.BudgetTokens, BudgetBytes: &set.BudgetBytes}, r.s)
	if err != nil {
		return nil, err
	}
	text, err := next.Canonical()
	if err != nil {
		return nil, err
	}
	all, err := r.f.open(r.in.Artifact, r.old.sidecar.name, r.in.CapsuleOutput)
	if err != nil {
		return nil, err
	}
	defer all.Close()
	files := []publish.File{
		{Data: a.text, Mode: r.f.mode(r.in.Artifact, openMode)},
		{Data: a.sidecar(next, r.f.relative(r.in.Artifact, r.in.CapsuleOutput)).text(), Mode: privateMode},
		{Data: text, Mode: r.f.mode(r.in.CapsuleOutput, openMode)},
	}
	if _, err := all.Publish(files, r.unmoved([]file{r.old.artifact, r.old.sidecar, r.target})); err != nil {
		return nil, err
	}
	return a.result(next, r.in.Artifact), nil
}

// unmoved refuses, under the lock, to replace what is no longer what was judged.
func (r *refresh) unmoved(want []file) func([]publish.Current) error {
	return func(now []publish.Current) error {
		for i, w := range want {
			if now[i].Exists != w.Exists || !bytes.Equal(now[i].Data, w.Data) {
				return fault.New(fault.Conflict, "edited", "one of its files was changed meanwhile; the change is kept").At(r.in.Artifact, 0, 0).WithHint("run it again")
			}
		}
		return nil
	}
}

func joined(words []string) string { return strings.Join(words, ", ") }
