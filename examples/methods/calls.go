package methods

import (
	"iter"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A method is what a function does by itself.
type method struct {
	calls   []*call
	callees map[envs.FuncID]*call
	vars    map[variable]bool
	reached funcs // itself, and all that it leads to
	shape   int   // for which that is
}

// A call is of another function.
type call struct {
	callee envs.FuncID
	inside []envs.Point // where locks were taken that are held at all calls
	sites  []int32      // ascending
}

// funcs are some functions.
type funcs struct{ words }

func (f funcs) has(fn envs.FuncID) bool { return f.words.has(int(fn)) }

func (f funcs) all() iter.Seq[envs.FuncID] {
	return func(yield func(envs.FuncID) bool) {
		for i := range f.words.all() {
			if !yield(envs.FuncID(i)) {
				return
			}
		}
	}
}

func (b *book) method(fn envs.FuncID) *method {
	for int(fn) >= len(b.funcs) {
		b.funcs = append(b.funcs, nil)
	}
	m := b.funcs[fn]
	if m == nil {
		m = &method{callees: map[envs.FuncID]*call{}, vars: map[variable]bool{}}
		b.funcs[fn] = m
	}
	return m
}

// calls notes that a function calls another one with an operation, while locks are held that were taken at some
// places.
func (b *book) calls(fn, callee envs.FuncID, pc int32, inside []envs.Point) {
	m := b.method(fn)
	known := m.callees[callee]
	first := known == nil
	if first {
		b.method(callee) // so that there is room for it in all funcs
		known = &call{callee: callee, inside: inside}
		m.calls, m.callees[callee] = append(m.calls, known), known
	}
	if fewer := lose(&known.inside, inside); known.site(pc) || first || fewer {
		b.shape++
		b.grew = true
	}
}

// reach is a function and all that it leads to.
func (b *book) reach(fn envs.FuncID) funcs {
	m := b.method(fn)
	if m.reached.words == nil || m.shape != b.shape {
		m.reached, m.shape = b.by(fn, func(*call) bool { return true }), b.shape
	}
	return m.reached
}

// leads reports whether a function leads to another one by calls at some of which no lock is held that was taken at a
// place.
func (b *book) leads(fn envs.FuncID, r route) bool {
	return b.by(fn, func(c *call) bool {
		return b.reaches(c.callee, r.to) &&
			!slices.Contains(c.inside, r.taken)
	}).has(r.to)
}

// by is a function and all that it leads to by such calls.
func (b *book) by(fn envs.FuncID, such func(*call) bool) funcs {
	b.method(fn)
	seen, todo := funcs{make(words, len(b.funcs)/64+1)}, []envs.FuncID{fn}
	seen.add(int(fn))
	for len(todo) > 0 {
		m := b.funcs[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		for _, c := range m.calls {
			if !seen.has(c.callee) && such(c) {
				seen.add(int(c.callee))
				todo = append(todo, c.callee)
			}
		}
	}
	return seen
}

// reaches reports whether a function leads to another one.
func (b *book) reaches(fn, callee envs.FuncID) bool { return b.reach(fn).has(callee) }
