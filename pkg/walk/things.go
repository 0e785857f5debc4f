package walk

// things is what a walk collects: one thing a candidate. It is reused from walk
// to walk, since its table has a slot for every object of the index.
type things struct {
	slot  []int32 // object to position in list, plus 1
	list  []thing
	parts map[string]int32 // of what is no object, by uri; of what is missing, by NUL and name
}

// of is the thing an object is; it is good until the next one is asked for.
func (ts *things) of(i int32) *thing {
	at := ts.slot[i] - 1
	if at < 0 {
		at = int32(len(ts.list))
		ts.list = append(ts.list, thing{object: i})
		ts.slot[i] = at + 1
	}
	return &ts.list[at]
}

// known is the thing an object is, nil when no selector offered it.
func (ts *things) known(i int32) *thing {
	if at := ts.slot[i]; at > 0 {
		return &ts.list[at-1]
	}
	return nil
}

// ofPart is the thing that a part is; of is its file, or -1.
func (ts *things) ofPart(of int32, p *part) *thing { return ts.keyed(p.uri, of, p) }

// missing is the thing that stands for a name of nothing.
func (ts *things) missing(name string) *thing {
	t := ts.keyed("\x00"+name, -1, &part{uri: name})
	t.missing = true
	return t
}

func (ts *things) keyed(key string, of int32, p *part) *thing {
	if at, ok := ts.parts[key]; ok {
		return &ts.list[at]
	}
	if ts.parts == nil {
		ts.parts = map[string]int32{}
	}
	ts.parts[key] = int32(len(ts.list))
	ts.list = append(ts.list, thing{object: of, part: p})
	return &ts.list[len(ts.list)-1]
}

// things lends an empty collection.
func (t *Tables) things() *things {
	if ts, ok := t.pool.Get().(*things); ok {
		return ts
	}
	return &things{slot: make([]int32, t.store.Len())}
}

func (t *Tables) giveBack(ts *things) {
	for i := range ts.list {
		if ts.list[i].part == nil {
			ts.slot[ts.list[i].object] = 0
		}
	}
	clear(ts.list)
	clear(ts.parts)
	ts.list = ts.list[:0]
	t.pool.Put(ts)
}
