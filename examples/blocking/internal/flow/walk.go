package flow

import "github.com/seed38182bad/parallax/envs"

// A Walk follows the paths of a function, each with a state. What an exception leads to is left out. So are paths that
// decide in two ways what they ask twice (see Facts), and those on which a deferred call is executed without its Defer,
// or the other way round.
//
//	w := flow.Walk[bool]{Flow: f, Func: fn, Step: func(op *envs.Op, sent bool) (bool, bool) {
//		return sent || op.Kind == envs.Send, true
//	}}
//	all := w.From(0, false)
type Walk[S comparable] struct {
	Flow *Flow
	Func *envs.Func
	// Step is told of each operation with the state of the path, and gives the state behind it; false ends the path.
	Step func(*envs.Op, S) (S, bool)
	// Branch is what the state becomes where control goes one of the ways of a branch, under what conditions; false ends
	// the path. It is told whether this is the only way that the path can go. If it is nil, the state stays.
	Branch func(op *envs.Op, conds []envs.Condition, only bool, s S) (S, bool)

	seen  map[position[S]]bool
	work  []position[S]
	maybe Deferred // before the first operation
}

// A position is where a path has come to, and what is known there.
type position[S comparable] struct {
	pc       int32
	state    S
	deferred Deferred
	facts    Facts
}

// Deferred are Defers that were executed on a path: those with numbers below 64.
type Deferred uint64

// With adds a Defer with a number.
func (d Deferred) With(n int32) Deferred {
	if n >= 64 {
		return d
	}
	return d | 1<<n
}

// Allows reports whether control may go where the deferred call with a number is executed, or where it is not. Where
// the number is not told apart, it may go both ways.
func (d Deferred) Allows(n int32, executes bool) bool {
	return n >= 64 || (d&(1<<n) != 0) == executes
}

// maxVisits is how many pieces of paths, from one branch to the next one, a Walk follows before it gives up.
const maxVisits = 3000

// From follows all paths from an operation, where some conditions hold. It reports whether these are all.
func (w *Walk[S]) From(pc int32, s S, known ...envs.Condition) (all bool) {
	w.seen, w.work, w.maybe = map[position[S]]bool{}, nil, w.before(pc)
	at := position[S]{pc: pc, state: s}
	for _, c := range known {
		at.facts = w.Flow.Assume(w.Func, at.facts, c, pc)
	}
	w.push(at)
	for len(w.work) > 0 {
		if len(w.seen) > maxVisits {
			return false
		}
		at := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		w.along(at)
	}
	return true
}

// before are the Defers from which control may come to an operation.
func (w *Walk[S]) before(pc int32) (maybe Deferred) {
	for i := range w.Func.Ops {
		if op := &w.Func.Ops[i]; op.Kind == envs.Defer && w.Flow.Leads(w.Func, op.PC, pc) {
			maybe = maybe.With(op.Deferred)
		}
	}
	return maybe
}

func (w *Walk[S]) push(at position[S]) {
	if !w.seen[at] {
		w.seen[at] = true
		w.work = append(w.work, at)
	}
}

// along follows a path up to where control may go several ways.
func (w *Walk[S]) along(at position[S]) {
	for int(at.pc) < len(w.Func.Ops) {
		op := &w.Func.Ops[at.pc]
		s, goesOn := w.Step(op, at.state)
		if !goesOn {
			return
		}
		at.state, at.facts = s, w.Flow.Learn(w.Func, at.facts, op)
		if op.Kind == envs.Defer {
			at.deferred = at.deferred.With(op.Deferred)
		}
		if !op.Falls() {
			w.turn(op, at)
			return
		}
		at.pc++
	}
}

// turn follows all ways from a branch that are possible.
func (w *Walk[S]) turn(op *envs.Op, at position[S]) {
	type way struct {
		position[S]
		conds []envs.Condition
	}
	var ways []way
	on := w.Flow.prog.Detail(envs.At(w.Func.ID, op.PC)).On
	for i, to := range w.Func.Targets(op) {
		next := way{position: at}
		next.pc = to
		if i < len(on) {
			next.conds = on[i]
		}
		possible := true
		if n, executes := w.Func.Deferred(op, i); n != 0 {
			possible = at.deferred.Allows(n, executes) || executes && w.maybe.Allows(n, true)
		}
		if possible {
			if next.facts, possible = w.Flow.Decide(w.Func, at.facts, op, i); possible {
				ways = append(ways, next)
			}
		}
	}
	for _, next := range ways {
		possible := true
		if w.Branch != nil {
			next.state, possible = w.Branch(op, next.conds, len(ways) == 1, next.state)
		}
		if possible {
			w.push(next.position)
		}
	}
}
