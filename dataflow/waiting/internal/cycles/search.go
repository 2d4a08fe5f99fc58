package cycles

import (
	"cmp"
	"iter"
	"slices"
)

// Rules say which steps make a cycle.
type Rules[N cmp.Ordered, L, O comparable] interface {
	Names[N]
	// Beside reports whether two steps may be part of one cycle.
	Beside(a, b Step[N, L, O]) bool
	// Follows reports whether b may follow a in a cycle, whose nodes allow it.
	Follows(a, b Step[N, L, O]) bool
	// Counts reports whether a step may be part of cycles of a length. If it is false it is for all that are longer.
	Counts(s Step[N, L, O], length int) bool
}

// Limit is how many steps a search looks at.
const Limit = 5_000

// A search looks for cycles through one step.
type search[N cmp.Ordered, L, O comparable] struct {
	Rules[N, L, O]
	*ends[N]
	g     *Graph[N, L, O]
	path  []Step[N, L, O]
	left  int // steps that may still be looked at
	yield func([]Step[N, L, O]) bool
}

// Through are the cycles of two steps and more through one, which comes first, the shortest
// cycles first. A cycle is valid until the next one.
func (g *Graph[N, L, O]) Through(r Rules[N, L, O], first Step[N, L, O]) iter.Seq[[]Step[N, L, O]] {
	return func(yield func([]Step[N, L, O]) bool) {
		if !g.MayClose(r, first) || !r.Counts(first, 2) {
			return
		}
		s := &search[N, L, O]{Rules: r, ends: g.endsAt(r, first.From), g: g, left: Limit, yield: yield}
		for length := 2; length <= len(s.steps)+1 && s.left > 0 && r.Counts(first, length); length++ {
			s.path = append(s.path[:0], first)
			s.extend(length)
		}
	}
}

// MayClose is false if it is seen at once that there is no cycle through a step. Then no edge leads to where it
// begins, nor to what may be the same.
func (g *Graph[N, L, O]) MayClose(r Names[N], first Step[N, L, O]) bool {
	may := func(n N) bool { return r.Same(n, first.From) }
	return g.To(first.From) || !r.Single(first.From) || slices.ContainsFunc(g.vague, may)
}

// extend looks for the ways in which the path becomes a cycle of the given length.
func (s *search[N, L, O]) extend(length int) {
	for _, k := range s.g.Leaving(s, s.path[len(s.path)-1].To) {
		d, ok := s.steps[k]
		if !ok || len(s.path)+d > length || length > 2 && s.passes(k) {
			continue
		}
		for _, e := range s.g.From(k) {
			if !s.along(e, length) {
				return
			}
		}
	}
}

// along extends the path by each step along an edge. It reports whether there is time left.
func (s *search[N, L, O]) along(e *Edge[N, L, O], length int) bool {
	if !s.closes(e.To, length-len(s.path)-1) {
		s.left -= len(e.Seen)
		return s.left >= 0
	}
	for _, o := range e.Seen {
		if s.left--; s.left < 0 {
			return false
		}
		s.take(Step[N, L, O]{e, o}, length)
	}
	return true
}

// take extends the path by a step, if that may be part of such a cycle, and yields the cycle if it is one.
func (s *search[N, L, O]) take(next Step[N, L, O], length int) {
	first, last := s.path[0], s.path[len(s.path)-1]
	if !s.besides(next) || !s.Follows(last, next) || !s.Counts(next, length) {
		return
	}
	s.path = append(s.path, next)
	if len(s.path) < length {
		s.extend(length)
	} else if s.Follows(next, first) && !s.yield(s.path) {
		s.left = 0
	}
	s.path = s.path[:len(s.path)-1]
}

// closes reports whether a way leads from n, by so many more steps at most, to where the first step begins.
func (s *search[N, L, O]) closes(n N, more int) bool {
	d, ok := s.ways[n]
	if !ok {
		d = len(s.steps) + 1
		if s.Same(n, s.path[0].From) {
			d = 0
		} else {
			for _, k := range s.g.Leaving(s, n) {
				if n, ok := s.steps[k]; ok {
					d = min(d, n)
				}
			}
		}
		s.ways[n] = d
	}
	return d <= more
}

// passes reports whether a step of the path begins at a node.
func (s *search[N, L, O]) passes(k N) bool {
	return slices.ContainsFunc(s.path, func(p Step[N, L, O]) bool { return p.From == k })
}

// besides reports whether a step may be part of a cycle with all of the path.
func (s *search[N, L, O]) besides(next Step[N, L, O]) bool {
	for _, p := range s.path {
		if !s.Beside(p, next) {
			return false
		}
	}
	return true
}
