// Package ignore has git's ignore rules for trees without git: which entries of
// a folder a walk leaves out. It reads no tree itself; the walk hands it each
// folder's ignore file. The one invariant: its answers are those of
// `git check-ignore --no-index`, which a differential test holds.
//
// It matches whole paths as git does. Matchers that split a pattern at its
// slashes, go-git's among them, differ where a bracket or an escape meets one.
package ignore

// Rules are the rules in force in one folder. They never change and can be used
// by many goroutines; the zero Rules ignore nothing.
type Rules struct {
	own      []pattern // of the folder itself, in file order
	up       *Rules    // of the folder around it; nil at the top
	depth    int       // bytes of the path before names of this folder are relative to own
	prefix   string    // path of the folder from the top, with a trailing slash; "" at the top
	excluded bool      // an entry below an ignored folder is ignored, whatever any rule says
	standing [][]pattern
}

// Top gives the rules at the top of a tree. own is its .gitignore; standing are
// the files that rank below every .gitignore, the strongest first: info/exclude,
// then core.excludesFile.
func Top(own []byte, standing ...[]byte) *Rules {
	r := &Rules{own: parse(own)}
	for _, s := range standing {
		r.standing = append(r.standing, parse(s))
	}
	return r
}

// Enter gives the rules of a folder in this one, with its own .gitignore or nil.
func (r *Rules) Enter(name string, own []byte) *Rules {
	in := &Rules{up: r, prefix: r.prefix + name + "/", excluded: r.Ignored(name, true)}
	in.depth = len(in.prefix)
	if !in.excluded {
		in.own = parse(own)
	}
	return in
}

// Ignored reports whether the entry of that name in this folder is left out.
// dir says that it is a folder; a link to one is none.
func (r *Rules) Ignored(name string, dir bool) bool {
	if r.excluded {
		return true
	}
	path := r.prefix + name
	top := r
	for at := r; at != nil; at = at.up {
		if hit, ignored := last(at.own, path[at.depth:], name, dir); hit {
			return ignored
		}
		top = at
	}
	for _, ps := range top.standing {
		if hit, ignored := last(ps, path, name, dir); hit {
			return ignored
		}
	}
	return false
}

// last finds the last pattern that matches; hit is false when none does.
func last(ps []pattern, path, base string, dir bool) (hit, ignored bool) {
	for i := len(ps) - 1; i >= 0; i-- {
		if ps[i].matches(path, base, dir) {
			return true, !ps[i].include
		}
	}
	return false, false
}
