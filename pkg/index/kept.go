package index

// Kept is the part of the user's cache folder for what later stages work out of
// a repository. As with the index, what is damaged or missing is worked out
// again, and nothing is ever kept inside the tree. The zero Kept keeps nothing.
type Kept struct{ c *cache }

// OpenKept opens it for the repository with that root, absolute, as the options
// of its index say.
func OpenKept(o Options, root string) Kept { return Kept{openCache(o, root)} }

// Load reads what was kept under a name; nil when nothing was.
func (k Kept) Load(name string) []byte {
	if k.c == nil {
		return nil
	}
	data := k.c.load(name)
	if data != nil {
		k.c.touch(name)
	}
	return data
}

// Save keeps data under a name, whole or not at all.
func (k Kept) Save(name string, data ...[]byte) {
	if k.c != nil && !k.c.verify {
		k.c.save(name, data...)
	}
}

// Damaged warns that what was kept under a name is not as it was written.
func (k Kept) Damaged(name string) { k.c.damaged(name) }

// Verify reports whether all is to be recomputed and held against what was kept.
func (k Kept) Verify() bool { return k.c != nil && k.c.verify }

// Mismatch is the error of a kept thing that differs from what it was kept of.
func Mismatch(what string) error { return mismatch(what) }
