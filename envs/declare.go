package envs

// What the authors of a program have declared of its locks, in whatever form: annotations of gVisor's checklocks in Go,
// clauses in the textual IR. Nothing of it is a fact until a checker has held the program to it. But callers outside
// the program are taken to keep what is declared of a function. See Loc.Declared and Func.Contract.

// A Guard is a lock that a declaration names.
type Guard struct {
	// Path is the way to the lock. Of memory, it starts at a global or at the object that has
	// the memory, as if that were parameter 0; Path.In gives the name that a frame has for
	// it. Of a function, it starts at a global or at a parameter. It is nil if frames have no name
	// for the lock: if a result of the function leads to it.
	Path *Path
	// Loc is the class of memory in which the lock lies, nil if that is not known.
	Loc *Loc
	// Read says that the lock is, or may be, held on the shared side.
	Read bool
}

// In is the guard as a frame calls it for which args are the objects at which its path may start.
func (g Guard) In(args []*Path) Guard {
	g.Path = g.Path.In(args)
	return g
}

// String is the lock as a person would write it.
func (g Guard) String() string { return g.Path.String() }

// A Declaration is what is declared of the memory of a class. Who accesses it before others can
// reach its object need not keep to it.
type Declaration struct {
	// Guards are held at each access, at a write exclusively.
	Guards []Guard
	// WriteGuards are held exclusively at each write. Reads need not hold them; those that do are
	// kept apart from all writes.
	WriteGuards []Guard
	// Atomic says that accesses synchronise by themselves, but for reads under a WriteGuard.
	Atomic bool
}

// A Contract is what is declared of the locks around a function.
type Contract struct {
	Requires []Guard // held when the function is called, and when it returns
	Acquires []Guard // not held when it is called, but when it returns
	Releases []Guard // held when it is called, but not when it returns
	Excludes []Guard // not held when it is called; with Read, at most on the shared side
	// Aliases are pairs of names of the function for one object.
	Aliases [][2]*Path
	// Ignored says that the function itself is not to be held to what is declared of memory and
	// of those that it calls.
	Ignored bool
}

// Held are the locks that are held when the function is called.
func (c *Contract) Held() []Guard {
	if c == nil {
		return nil
	}
	return append(c.Requires[:len(c.Requires):len(c.Requires)], c.Releases...)
}

// Known reports whether something is so of what a frame of the function calls p, by that name or
// by one that an alias gives it.
func (c *Contract) Known(p *Path, is func(*Path) bool) bool {
	if p == nil {
		return false
	}
	if is(p) {
		return true
	}
	if c == nil {
		return false
	}
	for _, pair := range c.Aliases {
		for i, of := range pair {
			if q := p.replaced(of, pair[1-i]); q != nil && is(q) {
				return true
			}
		}
	}
	return false
}

// replaced is p with another beginning, nil if it does not begin with that one.
func (p *Path) replaced(from, to *Path) *Path {
	inner := p.Into([]*Path{from})
	if inner == nil || inner.Root != AtParam {
		return nil
	}
	return inner.In([]*Path{to})
}
