package lockorder

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// scope is which waits and wakings need to be kept, as what came before has shown. A pass
// over the whole program shows it to the next one; until then all are kept.
type scope struct {
	passes  int
	grew    bool // in this pass, of which there will be another one then, unless it is a run
	more    bool // places at which others are woken, likewise
	leading map[thing]bool
	awaited map[thing]bool
}

// drains are the channels, by the memory in which they are found, of which some function
// waits to receive.
type drains map[*envs.Loc]bool

// drained reports whether what is sent to a channel may be waited for, as far as a look at
// the program tells. One that is certain, as in a run, is worth no look, and a run may not
// know yet what else there is.
func (c *checker) drained(env envs.Env, loc *envs.Loc) bool {
	if loc == nil || single(env, thingOf(env.Lock(), filled)) {
		return true
	}
	if c.drains == nil {
		c.drains = drains{}
		p := env.Program()
		for id := range p.NumFuncs() {
			fn := p.Func(envs.FuncID(id))
			if fn == nil {
				continue
			}
			for i := range fn.Ops {
				if op := &fn.Ops[i]; op.Kind == envs.Receive && !op.Is(envs.Chosen) {
					c.drains[op.Loc] = true
				}
			}
		}
	}
	return c.drains[loc]
}

// leads reports whether a wait for x may be part of a cycle in which somebody waits to be
// woken.
func (g *graph) leads(env envs.Env, x thing) bool {
	if g.passes == 0 {
		return true
	}
	if leads, ok := g.leading[x]; ok {
		return leads
	}
	if g.leading == nil {
		g.leading = map[thing]bool{}
	}
	todo, seen := slices.Clone(g.names(env, x)), map[thing]bool{}
	for len(todo) > 0 {
		y := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[y] {
			continue
		}
		seen[y] = true
		for _, z := range g.next[y] {
			if z.role() != aLock {
				g.leading[x] = true
				return true
			}
			todo = append(todo, g.names(env, z)...)
		}
	}
	g.leading[x] = false
	return false
}

// awaits reports whether somebody who holds something waits for x.
func (g *graph) awaits(env envs.Env, x thing) bool {
	if g.passes == 0 {
		return true
	}
	awaited, ok := g.awaited[x]
	if !ok {
		for _, ys := range g.next {
			for _, y := range ys {
				awaited = awaited || y.role() != aLock && same(env, x, y)
			}
		}
		if g.awaited == nil {
			g.awaited = map[thing]bool{}
		}
		g.awaited[x] = awaited
	}
	return awaited
}
