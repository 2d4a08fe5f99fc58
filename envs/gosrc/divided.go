package gosrc

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
)

// A loop often starts goroutines that have an element each:
//
//	results := make([]int, len(jobs))
//	for i := range jobs {
//		wg.Go(func() { results[i] = jobs[i].run() })
//	}
//
// Two goroutines that execute the literal never access one element. For that
//
//	the literal     starts one goroutine each time that it is made, and nothing else is done with it
//	the elements    are those of one slice or array, which the function makes, and which the variable always holds
//	the index       is a variable that the loop counts up, or its copy
//	the loop        is entered once for each slice that is made
//
// Likewise, each goroutine has a variable of its own that is declared in the loop.

// divided reports whether two accesses are of different memory if different threads make them: if each goroutine that
// executes their function has a portion of its own.
func (p *Program) divided(a, b envs.Point) bool {
	if a.Func() != b.Func() {
		return false
	}
	table := p.portions.Of(p.NumFuncs(), a.Func(), p.portionsOf)
	x := table[a.PC()]
	return x.Base != nil && x == table[b.PC()]
}

func (p *Program) portionsOf(id envs.FuncID) map[int32]local.Portion {
	c := local.Maker(p.SSA(id))
	if c == nil || !local.StartedOnce(c) {
		return nil
	}
	table := map[int32]local.Portion{}
	own := map[local.Portion]bool{}
	for at := range p.sites(id) {
		if !at.op.Accesses() {
			continue
		}
		x := local.PortionAt(local.AddressIn(at.src))
		is, known := own[x]
		if !known {
			is = x.Base != nil && local.IsOwn(c, x)
			own[x] = is
		}
		if is {
			table[at.op.PC] = x
		}
	}
	return table
}
