package fragment

import "crypto/sha256"

// item is a fragment on its way through the steps.
type item struct {
	index    int
	id       ID
	named    bool // the caller gave the id
	kind     string
	text     []byte // the content; the caption of an image
	hash     [sha256.Size]byte
	image    *image // nil without media
	marks    marks
	priority int // own, then the highest of the group it stands for

	rule       rule    // step 3
	critical   bool    // step 3
	constraint bool    // the text holds a constraint sentence
	twin       *item   // step 4: stands for this one, which is dropped
	twinRule   string  // step 4: why
	out        []byte  // step 5: text, or its abstract
	relevance  float64 // step 6
	pieces     []*piece
	ownTokens  int // text and image, counted by themselves
}

// marks are what a caller says about a fragment in its metadata.
type marks struct {
	verbatim bool
	cache    bool
	target   string
}

// cached says whether the item belongs to the cache section: of both marks
// verbatim wins.
func (it *item) cached() bool { return it.marks.cache && !it.marks.verbatim }

func (it *item) abstracted() bool { return len(it.out) != len(it.text) }

// imageTokens is the estimate for the item's image, 0 without one.
func (it *item) imageTokens() int {
	if it.image == nil {
		return 0
	}
	return it.image.tokens
}

// piece is what is packed or left: a part of an item's out, or all of an image
// and its caption.
type piece struct {
	item      *item
	start     int // in item.out
	end       int
	relevance float64
	slot      int // place in the assembled text
	taken     bool
	cost      cost
}

func (p *piece) text() []byte { return p.item.out[p.start:p.end] }
