package index

// Reader reads files of a tree one after the other: it keeps the folders of the
// last path open, so that neighbours cost one step and not one a folder. It is
// of one goroutine; Close it after use.
type Reader struct{ c *cursor }

// Reader starts one.
func (t *Tree) Reader() *Reader { return &Reader{newCursor(t)} }

// Read is Tree.Read, but the bytes are valid until the next call only.
func (r *Reader) Read(path string) ([]byte, error) { return r.c.readPlain(path) }

// Close gives the folders back.
func (r *Reader) Close() { r.c.close() }

// readPlain reads a file that is no link.
func (c *cursor) readPlain(path string) ([]byte, error) {
	if err := c.plain(path); err != nil {
		return nil, err
	}
	data, _, err := c.read(path)
	if err == nil {
		err = c.plain(path) // os.Root follows a link that stays inside, whatever the flags say
	}
	return data, err
}
