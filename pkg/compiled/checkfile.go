package compiled

import (
	"bytes"
	"context"
	"errors"

	"majordomus/pkg/capsule"
	"majordomus/pkg/fault"
)

// CheckFileInput names the artifact to check.
type CheckFileInput struct {
	Artifact string `json:"artifact"`          // the artifact
	Capsule  string `json:"capsule,omitempty"` // file of its Capsule; absent: the one the sidecar names
}

// CheckFile is CheckArtifact for a file: with its sidecar where there is one,
// which there must be when no Capsule is named. It writes nothing.
func CheckFile(ctx context.Context, f Folder, in CheckFileInput, s capsule.Sources) (*Check, error) {
	set, no := f.companions(in)
	if no != nil {
		return no, nil
	}
	return judge(ctx, set.evidence(), s)
}

// companions are an artifact with what belongs to it, all of one publication.
type companions struct {
	artifact, sidecar, capsule file
	record                     *sidecar
}

func (c *companions) evidence() evidenceOf {
	return evidenceOf{capsule: c.capsule.Data, markdown: c.artifact.Data, sidecar: c.record}
}

// tries is how often the companions are read again when they are replaced
// between two reads.
const tries = 20

// companions reads an artifact's set, or says why it cannot be judged.
func (f Folder) companions(in CheckFileInput) (*companions, *Check) {
	for range tries {
		set, no := f.first(in)
		if no != nil {
			return nil, no
		}
		got, all, err := f.read(set.artifact.name, set.sidecar.name, set.capsule.name)
		if err != nil {
			return nil, unread(err, CapsuleUnread)
		}
		all.Close()
		if !bytes.Equal(got[1].Data, set.sidecar.Data) || got[1].Exists != set.sidecar.Exists {
			continue // another set by now, maybe with another Capsule
		}
		if !got[2].Exists {
			return nil, not(Unverifiable, CapsuleMissing)
		}
		set.artifact, set.sidecar, set.capsule = got[0], got[1], got[2]
		return set, nil
	}
	return nil, not(Unverifiable, SidecarUnread)
}

// first reads the artifact and its sidecar, which names the Capsule.
func (f Folder) first(in CheckFileInput) (*companions, *Check) {
	got, set, err := f.read(in.Artifact, in.Artifact+sidecarSuffix)
	if err != nil {
		return nil, unread(err, ArtifactUnread)
	}
	set.Close()
	c := &companions{artifact: got[0], sidecar: got[1], capsule: file{name: in.Capsule}}
	switch {
	case !c.artifact.Exists:
		return nil, not(Unverifiable, ArtifactMissing)
	case !c.sidecar.Exists && in.Capsule == "":
		return nil, not(Unverifiable, SidecarMissing)
	case !c.sidecar.Exists:
		return c, nil
	}
	if c.record = readSidecar(c.sidecar.Data); c.record == nil {
		return nil, not(Unverifiable, SidecarUnread)
	}
	if in.Capsule == "" {
		c.capsule.name = recorded(in.Artifact, c.record.Capsule.Path)
	}
	return c, nil
}

// unread is the status of a set that cannot be read.
func unread(err error, reason string) *Check {
	if errors.Is(err, errOversized) {
		reason = ArtifactOversized
	}
	return not(Unverifiable, reason)
}

// Err is nil for a current artifact, else an error of the status's class, which
// decides the exit status; its message names what the caller typed and nothing
// else.
func (c *Check) Err(name string) error {
	class, hint := fault.Unverifiable, "restore its companions, or build and compile it anew"
	switch c.Status {
	case Current:
		return nil
	case Stale:
		class, hint = fault.Stale, "renew it with majordomus context compiled refresh"
	case Conflict:
		class, hint = fault.Conflict, "move the edits elsewhere, then restore it or compile it anew"
	}
	e := fault.New(class, string(c.Status), "%s: %s", c.Status, joined(c.Reasons)).WithHint("%s", hint)
	return e.At(name, 0, 0)
}
