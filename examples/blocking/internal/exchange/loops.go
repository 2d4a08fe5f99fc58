package exchange

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// LeavesEarly reports whether control leaves a loop in which the object is received from before it has gone round as
// often as it would, if it goes from a branch to a target:
//
//	for range n { v := <-c; if v.bad { return } }    // the return leaves early
//	for v := range c { if v.bad { break } }          // so does the break
//	for { v := <-c; if v.last { return } }           // nothing else ends this loop
//	for v := range c { if v.last { return } }        // nor this one, if nobody closes the channel
//
// A loop behind it that receives, too, makes up for that. A loop that has something sent in each round is not known to
// leave any of it.
func (t *Table) LeavesEarly(fn *envs.Func, x *Object, branch, target int32) bool {
	for _, pc := range x.order {
		use := x.At[pc]
		if use.By != nil || use.Role != Receives || !use.Again {
			continue
		}
		in := func(at int32) bool { return t.Leads(fn, pc, at) && t.Leads(fn, at, pc) }
		if use.Drains && !x.closes() {
			use.Drains = false // it is left by what it receives, or not at all
		}
		if in(branch) && !in(target) && t.irregular(fn, use.Site, branch, in) {
			return !t.drainedFrom(fn, x, target) && !t.filledIn(x, in)
		}
	}
	return false
}

// closes reports whether anybody who knows the object closes it.
func (x *Object) closes() bool {
	return slices.ContainsFunc(x.order, func(pc int32) bool {
		use := x.At[pc]
		return use.Most()[Closes] > 0 || use.Threads != nil && use.Threads.Most[Closes] > 0
	})
}

// filledIn reports whether a loop starts or calls what sends to the object, so that each round may receive what the one
// before has had sent.
func (t *Table) filledIn(x *Object, in func(int32) bool) bool {
	return slices.ContainsFunc(x.order, func(pc int32) bool {
		use := x.At[pc]
		return in(pc) && use.Most()[Sends] > 0 || in(pc) && use.Threads != nil && use.Threads.Most[Sends] > 0
	})
}

// drainedFrom reports whether control may come from an operation to a loop that receives from the object: what an
// earlier loop has left is received there.
func (t *Table) drainedFrom(fn *envs.Func, x *Object, from int32) bool {
	return slices.ContainsFunc(x.order, func(pc int32) bool {
		use := x.At[pc]
		return use.By == nil && use.Role == Receives && use.Again && (pc == from || t.Leads(fn, from, pc))
	})
}

// irregular reports whether a branch is not the one by which a loop around a receive ends as a rule. As a rule it ends
// by the branch that asks whether the channel is closed, or by one that counts and comes last before the next round.
func (t *Table) irregular(fn *envs.Func, receive Site, branch int32, in func(int32) bool) bool {
	pc := receive.At.PC()
	if receive.Drains {
		next := pc + 1
		for fn.Ops[next].Kind != envs.Branch && fn.Ops[next].Falls() {
			next++
		}
		return branch != next
	}
	return t.passesCount(fn, branch, pc, in)
}

// passesCount reports whether control, to come from a branch to another operation of a loop, passes a branch that may
// end the loop and that compares numbers, whichever way it takes.
func (t *Table) passesCount(fn *envs.Func, branch, to int32, in func(int32) bool) bool {
	seen, some := map[int32]bool{}, false
	for work := fn.Next(branch); len(work) > 0; {
		pc := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case !in(pc) || seen[pc]:
		case pc == to:
			return false
		case t.counts(fn, pc, in):
			some = true
		default:
			seen[pc] = true
			work = append(work, fn.Next(pc)...)
		}
	}
	return some
}

// counts reports whether an operation may end a loop, as two numbers compare.
func (t *Table) counts(fn *envs.Func, pc int32, in func(int32) bool) bool {
	op := &fn.Ops[pc]
	if op.Kind != envs.Branch || !slices.ContainsFunc(fn.Targets(op), func(to int32) bool { return !in(to) }) {
		return false
	}
	for _, conds := range t.prog.Detail(envs.At(fn.ID, pc)).On {
		for _, c := range conds {
			if c.X.Int() && c.Y.Int() && c.Cmp != machine.Eq && c.Cmp != machine.Ne {
				return true
			}
		}
	}
	return false
}
