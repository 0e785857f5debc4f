package fragment

import (
	"crypto/sha256"
	"unicode"
	"unicode/utf8"
)

// Rules by which a fragment is dropped.
const (
	dedupExact  = "dedup.exact"  // the same bytes
	dedupNear   = "dedup.near"   // the same but for case, white space or timestamps
	dedupTarget = "dedup.target" // an earlier screenshot of the same thing
)

// identity is what exact twins share.
type identity struct {
	media   bool
	hash    [sha256.Size]byte
	caption string
}

func (it *item) identity() identity {
	if it.image == nil {
		return identity{hash: it.hash}
	}
	return identity{media: true, hash: it.hash, caption: string(it.text)}
}

// nearKey is what near twins share.
type nearKey struct {
	log  bool
	hash [sha256.Size]byte
}

// dedup is step 4. Fragments of the cache section are compared among
// themselves only, so that nothing else moves them. Afterwards the twin of
// every dropped item is the root of its group, which stays.
func dedup(items []*item, near []nearKey, s *settings) {
	for _, cached := range []bool{true, false} {
		var set []*item
		for _, it := range items {
			if it.cached() == cached {
				set = append(set, it)
			}
		}
		dedupTargets(set)
		dedupSame(set)
		if s.nearDup {
			dedupAlike(set, near)
		}
	}
	resolveTwins(items)
}

// dropFor drops it in favour of twin, which inherits its priority.
func (it *item) dropFor(twin *item, rule string) {
	it.twin, it.twinRule = twin, rule
	twin.priority = max(twin.priority, it.priority)
}

// dedupTargets keeps the last of the screenshots of one target. One that is
// marked verbatim stays too.
func dedupTargets(set []*item) {
	last := map[string]*item{}
	for _, it := range set {
		if it.image != nil && it.marks.target != "" {
			last[it.marks.target] = it
		}
	}
	for _, it := range set {
		keep := last[it.marks.target]
		if it.image == nil || keep == nil || keep == it || it.marks.verbatim {
			continue
		}
		rule := dedupTarget
		if it.identity() == keep.identity() {
			rule = dedupExact
		}
		it.dropFor(keep, rule)
	}
}

// stands says whether a is the better root of a group than b, which is earlier.
func (it *item) stands(b *item) bool {
	if it.marks.verbatim != b.marks.verbatim {
		return it.marks.verbatim
	}
	return it.critical && !b.critical
}

func dedupSame(set []*item) {
	root := map[identity]*item{}
	for _, it := range set {
		if it.twin != nil {
			continue
		}
		key := it.identity()
		if r := root[key]; r == nil || it.stands(r) {
			root[key] = it
		}
	}
	for _, it := range set {
		if r := root[it.identity()]; it.twin == nil && r != it {
			it.dropFor(r, dedupExact)
		}
	}
}

// dedupAlike drops near twins, but nothing critical.
func dedupAlike(set []*item, near []nearKey) {
	root := map[nearKey]*item{}
	for _, it := range set {
		if it.twin != nil || it.image != nil {
			continue
		}
		key := near[it.index]
		if r := root[key]; r == nil || it.stands(r) {
			root[key] = it
		}
	}
	for _, it := range set {
		if it.twin != nil || it.image != nil || it.critical {
			continue
		}
		if r := root[near[it.index]]; r != it {
			it.dropFor(r, dedupNear)
		}
	}
}

// dedupCached drops from the body what the cache section holds whole. It runs
// when the cache section is packed, and changes nothing in it.
func dedupCached(items []*item, near []nearKey, s *settings) {
	same, alike := map[identity]*item{}, map[nearKey]*item{}
	for _, it := range items {
		if it.cached() && it.twin == nil && it.whole() {
			same[it.identity()] = it
			if it.image == nil {
				alike[near[it.index]] = it
			}
		}
	}
	if len(same) == 0 {
		return
	}
	for _, it := range items {
		if it.cached() || it.twin != nil {
			continue
		}
		if r := same[it.identity()]; r != nil {
			it.twin, it.twinRule = r, dedupExact
		} else if r := alike[near[it.index]]; r != nil && s.nearDup && !it.critical && it.image == nil {
			it.twin, it.twinRule = r, dedupNear
		}
	}
	resolveTwins(items)
}

func resolveTwins(items []*item) {
	for _, it := range items {
		for it.twin != nil && it.twin.twin != nil {
			it.twin = it.twin.twin
		}
	}
}

// near computes the key of an item: its words folded, or, for a log, its lines
// without their timestamps.
func near(it *item) nearKey {
	if it.rule == ruleLog {
		return nearKey{log: true, hash: maskedHash(it.text)}
	}
	return nearKey{hash: sha256.Sum256(foldWords(it.text))}
}

// foldWords folds case and white space.
func foldWords(text []byte) []byte {
	out := make([]byte, 0, len(text)+utf8.UTFMax)
	pending := false
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			i++
			switch {
			case c == ' ' || c >= '\t' && c <= '\r':
				pending = len(out) > 0
				continue
			case c >= 'A' && c <= 'Z':
				c |= 0x20
			}
			if pending {
				out, pending = append(out, ' '), false
			}
			out = append(out, c)
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		i += n
		if unicode.IsSpace(r) {
			pending = len(out) > 0
			continue
		}
		if pending {
			out, pending = append(out, ' '), false
		}
		out = utf8.AppendRune(out, unicode.ToLower(r))
	}
	return out
}
