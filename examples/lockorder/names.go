package lockorder

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// names are the things with waits of those who hold them that may be x.
func (g *graph) names(env envs.Env, x thing) []thing {
	if single(env, x) {
		return g.namesOf(env, x)
	}
	if g.known.of != len(g.next) || g.known.names == nil {
		g.known = knownNames{of: len(g.next), names: map[thing][]thing{}}
	}
	names, ok := g.known.names[x]
	if !ok {
		names = g.namesOf(env, x)
		g.known.names[x] = names
	}
	return names
}

// knownNames are the names of things in a graph of which so many are held.
type knownNames struct {
	of    int
	names map[thing][]thing
}

func (g *graph) namesOf(env envs.Env, x thing) []thing {
	var names []thing
	if _, ok := g.held.Of(x); ok {
		names = append(names, x)
	}
	others := len(names)
	if single(env, x) { // others that are a single one have another name
		for _, y := range g.things {
			if y != x && same(env, y, x) {
				names = append(names, y)
			}
		}
	} else {
		for y := range g.next {
			if y != x && same(env, y, x) {
				names = append(names, y)
			}
		}
	}
	slices.Sort(names[others:])
	return names
}
