package git

import (
	"context"
	"strings"
)

// Divergence is how a recorded head relates to ours.
type Divergence string

// The divergences (spec/devcontext.md, session_state).
const (
	Exact    Divergence = "exact"    // the same commit
	Advanced Divergence = "advanced" // ours descends from theirs
	Diverged Divergence = "diverged" // each has what the other lacks, or theirs is ahead
	Unknown  Divergence = "unknown"  // theirs is no commit of this repository, or one of them is not known
)

// Divergence relates theirs, a commit id as a record has it, to ours. A git
// that cannot tell is Unknown; the error is only ctx's.
func (r *Repo) Divergence(ctx context.Context, ours, theirs string) (Divergence, error) {
	if !isID(ours) || !isID(theirs) {
		return Unknown, nil
	}
	if ours == theirs {
		return Exact, nil
	}
	id, err := r.commit(ctx, theirs)
	if err != nil || id == "" {
		return Unknown, ctx.Err()
	}
	if id == ours {
		return Exact, nil
	}
	_, err = r.cmd.run(ctx, r.top, "merge-base", "--is-ancestor", id, ours)
	switch {
	case err == nil:
		return Advanced, nil
	case exitCode(err) == 1:
		return Diverged, nil
	}
	return Unknown, ctx.Err()
}

// commit is the full id of the commit a revision names, "" when it names none.
func (r *Repo) commit(ctx context.Context, rev string) (string, error) {
	if rev == "" || strings.HasPrefix(rev, "-") || strings.ContainsAny(rev, "\x00\n") {
		return "", nil
	}
	out, err := r.cmd.run(ctx, r.top, "rev-parse", "-q", "--verify", "--end-of-options", rev+"^{commit}")
	if code := exitCode(err); code == 1 || code == 128 {
		return "", nil
	}
	return strings.TrimSpace(string(out)), err
}

func isID(s string) bool {
	if len(s) < 4 || len(s) > 64 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
			return false
		}
	}
	return true
}
