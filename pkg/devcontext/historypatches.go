package devcontext

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/git"
	"majordomus/pkg/index"
)

// patches are the hunks of commits, by id and path: start, lines, new start and
// new lines of one after the other. What a commit changed never changes.
type patches map[string]map[string][]int

// patchKeeper keeps those of a folder in the user's cache.
type patchKeeper struct {
	in      index.Kept
	name    string
	touched map[string][]string // the paths that each commit changed
	large   map[string]bool     // those that changed too much for these to be listed
	ask     func(ctx context.Context, ids, paths []string) ([]git.Patch, error)

	mu  sync.Mutex
	had patches // nil: not loaded
}

func newPatchKeeper(in index.Kept, root string, commits []git.Commit, ask func(ctx context.Context, ids, paths []string) ([]git.Patch, error)) *patchKeeper {
	sum := sha256.Sum256([]byte("patches\x00" + root))
	k := &patchKeeper{in: in, name: hex.EncodeToString(sum[:16]) + ".patches", touched: make(map[string][]string, len(commits)), large: map[string]bool{}, ask: ask}
	for i := range commits {
		c := &commits[i]
		k.touched[c.ID], k.large[c.ID] = c.Paths, c.Files > 0 && len(c.Paths) == 0
	}
	return k
}

// get is ask, which is asked for what was not kept.
func (k *patchKeeper) get(ctx context.Context, ids, paths []string) ([]git.Patch, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.had == nil {
		k.had = k.load()
	}
	if askIDs, askPaths := k.lacking(ids, paths); len(askIDs) > 0 {
		found, err := k.ask(ctx, askIDs, askPaths)
		if err != nil {
			return nil, err
		}
		if err := k.add(askIDs, askPaths, found); err != nil {
			return nil, err
		}
		k.save(ids, paths)
	}
	return k.give(ids, paths), nil
}

// lacking lists the commits that are not known for a path that they changed, and
// these paths; under Verify nothing is known.
func (k *patchKeeper) lacking(ids, paths []string) (askIDs, askPaths []string) {
	for _, id := range ids {
		any := false
		for _, p := range k.changed(id, paths) {
			if _, ok := k.had[id][p]; ok && !k.in.Verify() {
				continue
			}
			if any = true; !slices.Contains(askPaths, p) {
				askPaths = append(askPaths, p)
			}
		}
		if any {
			askIDs = append(askIDs, id)
		}
	}
	return askIDs, askPaths
}

// changed are those of some paths that a commit changed, in order; all where that
// is not listed.
func (k *patchKeeper) changed(id string, paths []string) []string {
	if k.large[id] {
		return slices.Sorted(slices.Values(paths))
	}
	var out []string
	for _, p := range k.touched[id] {
		if slices.Contains(paths, p) {
			out = append(out, p)
		}
	}
	return out
}

// add notes what git answered, also where that is nothing.
func (k *patchKeeper) add(ids, paths []string, found []git.Patch) error {
	fresh := patches{}
	for _, x := range found {
		fresh[x.ID] = map[string][]int{}
		for _, c := range x.Changes {
			for _, h := range c.Hunks {
				fresh[x.ID][c.Path] = append(fresh[x.ID][c.Path], h.Start, h.Lines, h.NewStart, h.NewLines)
			}
		}
	}
	for _, id := range ids {
		of := k.had[id]
		if of == nil {
			of = map[string][]int{}
			k.had[id] = of
		}
		for _, p := range k.changed(id, paths) {
			if old, ok := of[p]; ok && !slices.Equal(old, fresh[id][p]) {
				return index.Mismatch("what past commits changed")
			}
			of[p] = fresh[id][p]
		}
	}
	return nil
}

func (k *patchKeeper) give(ids, paths []string) []git.Patch {
	var out []git.Patch
	for _, id := range ids {
		var cs []git.Change
		for _, p := range k.changed(id, paths) {
			c := git.Change{Path: p}
			for h := range slices.Chunk(k.had[id][p], 4) {
				c.Hunks = append(c.Hunks, git.Hunk{Start: h[0], Lines: h[1], NewStart: h[2], NewLines: h[3]})
			}
			if len(c.Hunks) > 0 {
				cs = append(cs, c)
			}
		}
		if len(cs) > 0 {
			out = append(out, git.Patch{ID: id, Changes: cs})
		}
	}
	return out
}

// patchMagic opens kept patches; behind it stand the SHA-256 of the body and the
// body. A body of more than mostPatches bytes is left to what was asked for last.
const (
	patchMagic  = "mjd-patches 01\n"
	mostPatches = 4 << 20
)

// load gives what was kept; nothing where it is not sound.
func (k *patchKeeper) load() patches {
	had := patches{}
	data := k.in.Load(k.name)
	if data == nil {
		return had
	}
	rest, ok := bytes.CutPrefix(data, []byte(patchMagic))
	if ok && len(rest) >= sha256.Size {
		sum := sha256.Sum256(rest[sha256.Size:])
		if bytes.Equal(sum[:], rest[:sha256.Size]) && gojson.Unmarshal(rest[sha256.Size:], &had) == nil && had.sound() {
			return had
		}
	}
	k.in.Damaged(k.name)
	return patches{}
}

func (p patches) sound() bool {
	for _, of := range p {
		for _, hunks := range of {
			if len(hunks)%4 != 0 {
				return false
			}
		}
	}
	return true
}

func (k *patchKeeper) save(ids, paths []string) {
	body, err := gojson.Marshal(k.had)
	if err == nil && len(body) > mostPatches {
		now := patches{}
		for _, id := range ids {
			if of := k.changed(id, paths); len(of) > 0 {
				now[id] = map[string][]int{}
				for _, p := range of {
					now[id][p] = k.had[id][p]
				}
			}
		}
		k.had = now
		body, err = gojson.Marshal(now)
	}
	if err == nil { // else the next one asks again
		sum := sha256.Sum256(body)
		k.in.Save(k.name, []byte(patchMagic), sum[:], body)
	}
}
