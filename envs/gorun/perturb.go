package gorun

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// Perturb has the runs of the session perturbed, which have yet to begin. Goroutines are delayed before operations at
// which it matters who comes first, and after those that give a lock back: some microseconds up to a few milliseconds,
// or until others had their turn. What happens can happen without that, too. Where and for how long is a function of
// the seed, the operation, how often the goroutine has come there, and the go statements that led to it. So a run with
// the same seed is delayed alike, as far as its goroutines do the same. Near the places that are given there are more
// delays. All together, goroutines pause for no more than a fifth of a second and a quarter of the time that a run
// takes. The build must have Config.Perturb; a run with seed 0 is not perturbed.
func (s *Session) Perturb(seed uint64, near ...envs.Position) {
	s.seed, s.near = seed, s.b.near(near)
}

// reach is how many lines before or after a place an operation is near it.
const reach = 10

// near are the operations with probes for delays that stand at some places, or next to them.
func (b *Build) near(places []envs.Position) (points []envs.Point) {
	type site struct {
		envs.Position
		at envs.Point
	}
	files := map[string][]site{}
	if len(places) == 0 {
		return nil
	}
	for p := range b.plans.Delayed() {
		pos := b.prog.Position(p)
		files[pos.File] = append(files[pos.File], site{pos, p})
	}
	for _, sites := range files {
		slices.SortFunc(sites, func(x, y site) int { return x.Compare(y.Position) })
	}
	for _, place := range places {
		sites := files[place.File]
		first, _ := slices.BinarySearchFunc(sites, place.Line, func(s site, line int) int { return s.Line - line })
		last := first
		for last < len(sites) && sites[last].Line == place.Line {
			last++
		}
		for _, s := range sites[max(0, first-1):min(last+1, len(sites))] {
			if max(s.Line-place.Line, place.Line-s.Line) <= reach {
				points = append(points, s.at)
			}
		}
	}
	return points
}
