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
	if x := w.holds.what; single(env, x) && len(g.into[x]) == 0 {
		return // nobody who holds something waits for it
	}
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
