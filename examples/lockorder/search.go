package lockorder

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A search looks for cycles through one wait: waits of different threads, each for
// what the next one holds, that may come about at the same time.
type search struct {
	g      *graph
	env    envs.Env
	next   map[thing][]thing // names of what is waited for
	steps  map[thing]int     // by what is held: how many waits it takes to close the cycle
	ways   map[thing]int     // by what is waited for: how many more it takes
	path   []*wait
	length int  // of the cycles that are looked for
	all    bool // see counts
	left   int  // waits that may still be looked at
	found  func([]*wait) bool
}

// maxSteps is how many waits a search looks at. The shortest cycles come first.
const maxSteps = 5_000

// cycles calls found for the cycles through w, the shortest first, until it is false.
func (g *graph) cycles(env envs.Env, w *wait, all bool, found func([]*wait) bool) {
	s := &search{g: g, env: env, all: all, next: map[thing][]thing{}, ways: map[thing]int{}, found: found}
	if s.length = 2; !s.counts(w) || !s.reach(w) {
		return
	}
	s.left = maxSteps
	for length := 2; length <= len(s.steps)+1 && s.left > 0; length++ {
		s.path, s.length = s.path[:0], length
		if !s.counts(w) {
			return
		}
		s.path = append(s.path, w)
		s.extend(length)
	}
}

// names are the things of the graph that a wait for x may be about.
func (s *search) names(x thing) []thing {
	names, ok := s.next[x]
	if !ok {
		names = s.g.names(s.env, x)
		s.next[x] = names
	}
	return names
}

// reach finds how far it is from each thing back to the one that w holds. It reports
// whether there is a way from the one that w waits for.
func (s *search) reach(w *wait) bool {
	if !s.certain(w) {
		s.steps = map[thing]int{}
		for _, k := range s.names(w.what) {
			if slices.ContainsFunc(s.g.next[k], func(l thing) bool { return same(s.env, l, w.holds.what) }) {
				s.steps[k] = 1
			}
		}
		return len(s.steps) > 0
	}
	from := map[thing][]thing{} // by lock, those whose holders wait for it
	seen := map[thing]bool{}
	var ends []thing
	todo := slices.Clone(s.names(w.what))
	for _, k := range todo {
		seen[k] = true
	}
	for len(todo) > 0 {
		k := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, l := range s.g.next[k] {
			if same(s.env, l, w.holds.what) {
				ends = append(ends, k)
			}
			for _, n := range s.names(l) {
				from[n] = append(from[n], k)
				if !seen[n] {
					seen[n] = true
					todo = append(todo, n)
				}
			}
		}
	}
	s.steps = map[thing]int{}
	for d := 1; len(ends) > 0; d++ {
		var more []thing
		for _, k := range ends {
			if _, ok := s.steps[k]; !ok {
				s.steps[k] = d
				more = append(more, from[k]...)
			}
		}
		ends = more
	}
	return len(s.steps) > 0
}

// extend looks for the ways in which the path becomes a cycle of the given length.
func (s *search) extend(length int) {
	first, last := s.path[0], s.path[len(s.path)-1]
	for _, k := range s.names(last.what) {
		d, ok := s.steps[k]
		if !ok || len(s.path)+d > length || s.passes(k) && length > 2 {
			continue
		}
		ws, _ := s.g.held.Of(k)
		for i := range *ws {
			w := &(*ws)[i]
			if s.left--; s.left < 0 {
				return
			}
			if !s.closes(w.what, length-len(s.path)-1) || !s.beside(w) || !s.g.blocks(s.env, last, w) || !s.counts(w) {
				continue
			}
			s.path = append(s.path, w)
			if len(s.path) < length {
				s.extend(length)
			} else if s.g.blocks(s.env, w, first) {
				if !s.found(s.path) {
					s.left = 0
				}
			}
			s.path = s.path[:len(s.path)-1]
		}
	}
}

// closes reports whether a way leads from a wait for x, by so many more waits at most, to
// what the first wait of the path holds.
func (s *search) closes(x thing, more int) bool {
	d, ok := s.ways[x]
	if !ok {
		d = len(s.steps) + 1
		if same(s.env, x, s.path[0].holds.what) {
			d = 0
		} else {
			for _, k := range s.names(x) {
				if n, ok := s.steps[k]; ok {
					d = min(d, n)
				}
			}
		}
		s.ways[x] = d
	}
	return d <= more
}

// counts reports whether a wait belongs into the path. Of those that keep a thread from
// waking others, if it is not certain which, only those do that all have who wake them, and
// only for the lock that those others hold; unless all are to count.
func (s *search) counts(w *wait) bool {
	if s.certain(w) {
		return true
	}
	if s.length > 2 {
		return false
	}
	held, _ := s.g.held.Of(w.holds.what)
	for _, at := range s.g.wakers[w.holds.what] {
		if !slices.ContainsFunc(*held, func(v wait) bool { return v.taken == at && same(s.env, v.what, w.what) }) {
			return false
		}
	}
	return true
}

// certain reports whether it is known of which lock a wait tells, or of which thing that
// others wait for.
func (s *search) certain(w *wait) bool {
	x := w.holds.what
	return s.all || x.role() == aLock || single(s.env, x)
}

// passes reports whether a wait of the path holds a lock.
func (s *search) passes(k thing) bool {
	return slices.ContainsFunc(s.path, func(w *wait) bool { return w.holds.what == k })
}

// beside reports whether a wait may come about at the same time as all of the path.
func (s *search) beside(w *wait) bool {
	for _, v := range s.path {
		if !beside(s.env, v, w) {
			return false
		}
	}
	return true
}

// beside reports whether two waits may come about at the same time: in segments that may
// overlap, and without a lock that keeps them apart.
func beside(env envs.Env, v, w *wait) bool {
	if !env.MayOverlap(v.segment, w.segment) {
		return false
	}
	_, apart := env.LockSets().Must().Exclusive(v.around, w.around)
	return !apart
}

// blocks reports whether v waits because of w, which holds the lock, and if both are on
// its shared side, because of a third thread, which waits for the exclusive one.
func (g *graph) blocks(env envs.Env, v, w *wait) bool {
	return !v.read || !w.holds.read || g.writer(env, v, w) != nil
}

// writer is a wait for the exclusive side of the lock that v waits for, by another thread
// than those of v and w.
func (g *graph) writer(env envs.Env, v, w *wait) *wait {
	ws, ok := g.wants.Of(v.what)
	if !ok {
		return nil
	}
	for i := range *ws {
		if u := &(*ws)[i]; beside(env, u, v) && beside(env, u, w) {
			return u
		}
	}
	return nil
}
