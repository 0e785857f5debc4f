package fragment

import (
	"context"
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
	lone bool // nothing can be near it
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
			if it.twinRule == dedupExact { // of what is no exact twin of the root
				it.twinRule = it.twin.twinRule
			}
			it.twin = it.twin.twin
		}
	}
}

// nearKeys computes the keys of the items that can have a near twin. Only what
// is not critical is dropped for one, so an item that is critical needs its key
// only when something not critical has as many characters.
func nearKeys(ctx context.Context, items []*item, s *settings) ([]nearKey, error) {
	keys := make([]nearKey, len(items))
	if !s.nearDup {
		return keys, nil
	}
	wanted := map[int]bool{}
	for _, it := range items {
		if it.image == nil && !it.critical && it.rule != ruleLog {
			wanted[bulk(it.text)] = true
		}
	}
	return keys, each(ctx, items, func(it *item) {
		switch {
		case it.image != nil:
		case !it.critical || len(wanted) > 0 && wanted[bulk(it.text)]:
			keys[it.index] = near(it)
		default: // a key of its own
			keys[it.index] = nearKey{hash: it.hash, lone: true}
		}
	})
}

// bulk counts the runes of a text that are no white space; folding keeps it.
func bulk(text []byte) int {
	n := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c < utf8.RuneSelf:
			if c != ' ' && (c < '\t' || c > '\r') {
				n++
			}
		case c >= 0xe1 && c <= 0xe3 || c == 0xc2: // where Unicode's spaces are
			if r, _ := utf8.DecodeRune(text[i:]); !unicode.IsSpace(r) {
				n++
			}
		case utf8.RuneStart(c):
			n++
		}
	}
	return n
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
