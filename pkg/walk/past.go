package walk

import (
	"context"
	"sync"

	"majordomus/pkg/git"
	"majordomus/pkg/object"
	"majordomus/pkg/search"
	"majordomus/pkg/terms"
)

// Past is what a walk knows of the commits up to the one its index stands at.
// One value serves every walk over a Store at that commit.
type Past struct {
	Digest string             // identifies all that was read, for the request_digest
	Note   *object.Diagnostic // why there is less than a whole past; nil: there is not
	// Patches compares commits with what they followed; nil: a past without lines.
	Patches func(ctx context.Context, ids, paths []string) ([]git.Patch, error)
	commits []git.Commit         // newest first, those that changed too much left without their paths
	byPath  map[string][]int32   // the commits that changed a file, newest first
	words   func() *search.Index // over the messages, whose documents are the commits
}

// NewPast makes the past of commits, newest first.
func NewPast(commits []git.Commit, digest string) *Past {
	p := &Past{Digest: digest, commits: commits, byPath: map[string][]int32{}}
	for i := range commits {
		for _, path := range commits[i].Paths {
			p.byPath[path] = append(p.byPath[path], int32(i))
		}
	}
	p.words = sync.OnceValue(func() *search.Index { return search.New(p.documents()) })
	return p
}

// edits are what commits, by their position in the log, changed of some files,
// by path, in the given order.
func (p *Past) edits(ctx context.Context, commits []int32, paths []string) (map[string][]edit, error) {
	if p.Patches == nil || len(commits) == 0 {
		return nil, nil
	}
	ids, at := make([]string, len(commits)), map[string]int32{}
	for i, c := range commits {
		ids[i] = p.commits[c].ID
		at[ids[i]] = c
	}
	patches, err := p.Patches(ctx, ids, paths)
	if err != nil {
		return nil, err
	}
	out := map[string][]edit{}
	for _, x := range patches {
		for _, c := range x.Changes {
			out[c.Path] = append(out[c.Path], edit{at[x.ID], c.Hunks})
		}
	}
	return out, nil
}

// large are the commits newer than one that changed too much for their paths to
// be listed.
func (p *Past) large(oldest int32) (out []int32) {
	for i := range oldest {
		if c := &p.commits[i]; c.Files > 0 && len(c.Paths) == 0 {
			out = append(out, i)
		}
	}
	return out
}

// blurred is the same past where the lines of its commits cannot be told.
func (p *Past) blurred() *Past {
	c := *p
	c.Digest, c.Patches = p.Digest+" without lines", nil
	return &c
}

// documents are the messages, as descriptions.
func (p *Past) documents() []search.Document {
	m := terms.NewMaker()
	docs := make([]search.Document, len(p.commits))
	for i := range p.commits {
		t := m.Text(&object.Object{Description: p.commits[i].Message}, nil)
		docs[i].Text = &t
	}
	return docs
}

// wordsFor is the index of the messages, made for one query or for many.
func (p *Past) wordsFor(once bool) *search.Index {
	if once {
		return search.NewOnce(p.documents())
	}
	return p.words()
}

// historyFlag is the flag under which a request_digest has the commits read.
const historyFlag = "history"

// recall gets the past, where there is an intent to hold against it.
func (w *walker) recall(ctx context.Context) (err error) {
	if w.o.Past == nil || w.seeds.Request.Intent == "" {
		return nil
	}
	if w.past, err = w.o.Past(ctx, w.store.Git().Head); err != nil {
		return err
	}
	if w.past.Note != nil {
		w.notes = append(w.notes, *w.past.Note)
	}
	return nil
}
