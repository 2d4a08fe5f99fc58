package gorun

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// inlineSize is more instructions than a function has that the compiler puts into its callers: its budget is 80 nodes of
// syntax, of which a call takes 57.
const inlineSize = 120

// withBetween adds to a set of functions those through which one of them calls another and which the compiler may put
// into their callers. Such a call has no frame of its own: what is called through it would look as if it had been called
// in its place, and could be taken for another call that stands there.
func withBetween(prog *gosrc.Program, in func(envs.FuncID) bool) func(envs.FuncID) bool {
	r := newRelevance(prog)
	const (
		member = 1 << iota
		leads  // to a member
		between
	)
	set := make([]uint8, r.n)
	var members, work []envs.FuncID
	for id := range envs.FuncID(r.n) {
		if c := r.canon[id]; in(id) && set[c] == 0 {
			set[c] = member
			members = append(members, c)
		}
	}
	spread := func(next [][]envs.FuncID, from, to uint8) {
		work = append(work[:0], members...)
		for len(work) > 0 {
			id := work[len(work)-1]
			work = work[:len(work)-1]
			for _, f := range next[id] {
				if set[f] == from && (from != 0 || r.small(f)) {
					set[f] = to
					work = append(work, f)
				}
			}
		}
	}
	spread(r.callers, 0, leads)
	spread(r.calls, leads, between)
	return func(id envs.FuncID) bool { return set[r.canon[id]]&(member|between) != 0 }
}

func (r *relevance) small(id envs.FuncID) bool {
	n := 0
	for _, b := range r.prog.SSA(id).Blocks {
		n += len(b.Instrs)
	}
	return n < inlineSize
}
