package mover

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// Paths are the paths that lead to a point, as far as they matter: those that may be replaced
// by another one of them are left out. They are a value, which is never changed in place. The zero Paths
// are none.
type Paths[K lattice.Integer, E any] struct {
	first Path[K, E]   // of no Body if there are none
	more  []Path[K, E] // the others, ascending
}

// PathsOf is a single path.
func PathsOf[K lattice.Integer, E any](p Path[K, E]) Paths[K, E] { return Paths[K, E]{first: p} }

// All are the paths, in a fixed order.
func (s Paths[K, E]) All() []Path[K, E] {
	if s.first.Body == None {
		return nil
	}
	return append([]Path[K, E]{s.first}, s.more...)
}

// IsNone reports whether there is no path.
func (s *Paths[K, E]) IsNone() bool { return s.first.Body == None }

// Atomicity is that of the paths, if nothing comes before or after them.
func (s Paths[K, E]) Atomicity() Atomicity {
	a := s.first.Atomicity()
	for i := range s.more {
		a = Domain{}.Join(a, s.more[i].Atomicity())
	}
	return a
}

// Broken gives the first of the paths that are not atomic, if nothing comes before or after them.
func (s Paths[K, E]) Broken() (p Path[K, E], broken bool) {
	if s.first.Atomicity() == Compound {
		return s.first, true
	}
	for _, p := range s.more {
		if p.Atomicity() == Compound {
			return p, true
		}
	}
	return p, false
}

// Then are the paths of s, each followed by p.
func (s Paths[K, E]) Then(p Path[K, E]) Paths[K, E] {
	r := PathsOf(s.first.Then(p))
	for _, x := range s.more {
		r = r.add(x.Then(p))
	}
	return r
}

// ThenRelease are the paths of s, each followed by a step that gives a lock back. If the last lock that a path has
// taken has the same name, it is known to be that lock. Unlike Release it says nothing of locks of that name that
// others have taken before.
func (s Paths[K, E]) ThenRelease(lock K, at E) Paths[K, E] {
	var r Paths[K, E]
	for _, x := range s.All() {
		p := Of[K](Left, at)
		if x.Last == lock {
			p = Release(lock, at)
		}
		r, _ = r.Merge(PathsOf(x.Then(p)))
	}
	return r
}

// ThenAny are the paths of s, each followed by each of t.
func (s Paths[K, E]) ThenAny(t Paths[K, E]) Paths[K, E] {
	r := s.Then(t.first)
	for _, p := range t.more {
		r, _ = r.Merge(s.Then(p))
	}
	return r
}

// Loop are the paths that consist of any number of those of s.
func (s Paths[K, E]) Loop() Paths[K, E] {
	r := PathsOf(Path[K, E]{Body: Const})
	for grew := true; grew; {
		r, grew = r.Merge(r.ThenAny(s))
	}
	return r
}

// add adds a path.
func (s Paths[K, E]) add(p Path[K, E]) Paths[K, E] {
	if s.has(&p) {
		return s
	}
	r := Paths[K, E]{first: p}
	if s.first.Body == None {
		return r
	}
	if !s.first.under(&p) {
		r.more = append(r.more, s.first)
	}
	for i := range s.more {
		if !s.more[i].under(&p) {
			r.more = append(r.more, s.more[i])
		}
	}
	if len(r.more) > 0 {
		i, _ := slices.BinarySearchFunc(r.more, p, func(x, y Path[K, E]) int { return x.compare(&y) })
		if i > 0 {
			r.first = r.more[0]
			copy(r.more, r.more[1:i])
			r.more[i-1] = p
		}
	}
	return r
}

// has reports whether p may be replaced by one of the paths.
func (s *Paths[K, E]) has(p *Path[K, E]) bool {
	if p.under(&s.first) {
		return true
	}
	for i := range s.more {
		if p.under(&s.more[i]) {
			return true
		}
	}
	return false
}

// Leq reports whether each path of s may be replaced by one of o.
func (s Paths[K, E]) Leq(o Paths[K, E]) bool {
	if !o.has(&s.first) {
		return false
	}
	for i := range s.more {
		if !o.has(&s.more[i]) {
			return false
		}
	}
	return true
}

// Clone gives s back.
func (s Paths[K, E]) Clone() Paths[K, E] { return s }

// Merge are the paths of both.
func (s Paths[K, E]) Merge(o Paths[K, E]) (r Paths[K, E], grew bool) {
	if o.Leq(s) {
		return s, false
	}
	if s.Leq(o) {
		return o, true
	}
	r = s.add(o.first)
	for _, p := range o.more {
		r = r.add(p)
	}
	return r, true
}

// String lists the paths; ⊥ if there are none.
func (s Paths[K, E]) String() string {
	if s.IsNone() {
		return None.String()
	}
	var parts []string
	for _, p := range s.All() {
		parts = append(parts, p.String())
	}
	return strings.Join(parts, " or ")
}

// MarshalJSON gives the array of the paths.
func (s Paths[K, E]) MarshalJSON() ([]byte, error) {
	return json.Marshal(append([]Path[K, E]{}, s.All()...))
}
