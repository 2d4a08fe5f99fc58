package views

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A reach knows what functions may access, directly or by what they call.
type reach struct {
	names map[envs.FuncID]accesses // with what is called
}

// accesses are the names of what may be accessed, and of each whether it may be written.
type accesses map[string]bool

// has reports whether what has a name may be accessed.
func (a accesses) has(name string) bool {
	_, ok := a[name]
	return ok
}

func (a accesses) add(name string, written bool) { a[name] = a[name] || written }

func (a accesses) join(o accesses) {
	for name, written := range o {
		a.add(name, written)
	}
}

// between is what may be accessed between two places, at both as well. That is on all ways from one to the other that
// lead through neither of them in between, and in what is called there. It is nil if the two are not in one function.
func (r *reach) between(env envs.Env, from, to envs.Point) accesses {
	if from.Func() != to.Func() {
		return nil
	}
	all := accesses{}
	fn := env.Program().Func(from.Func())
	for pc, is := range onWays(fn, from.PC(), to.PC()) {
		if is {
			for _, callee := range direct(&fn.Ops[pc], all) {
				all.join(r.of(env, callee))
			}
		}
	}
	return all
}

// onWays are the operations on ways from one to another, and these.
func onWays(fn *envs.Func, from, to int32) []bool {
	behind := make([]bool, len(fn.Ops)) // they come after from
	work := []int32{from}
	for len(work) > 0 {
		pc := work[len(work)-1]
		work = work[:len(work)-1]
		for _, next := range fn.Next(pc) {
			if next != from && next != to && !behind[next] {
				behind[next], work = true, append(work, next)
			}
		}
	}
	is := make([]bool, len(fn.Ops)) // of those, they come before to
	for changed := true; changed; {
		changed = false
		for pc := len(is) - 1; pc >= 0; pc-- { // most control goes to larger ones
			if behind[pc] && !is[pc] &&
				slices.ContainsFunc(fn.Next(int32(pc)), func(next int32) bool { return next == to || is[next] }) {
				is[pc], changed = true, true
			}
		}
	}
	is[from], is[to] = true, true
	return is
}

// direct adds what an operation accesses itself, and gives what it calls.
func direct(op *envs.Op, all accesses) []envs.FuncID {
	if op.Accesses() && op.Loc != nil {
		all.add(op.Loc.Name, op.Writes())
	}
	if op.Kind != envs.Call || op.Callee == nil {
		return nil
	}
	return op.Callee.Funcs
}

// of is what a function accesses, or what it calls.
func (r *reach) of(env envs.Env, id envs.FuncID) accesses {
	if all, ok := r.names[id]; ok {
		return all
	}
	if r.names == nil {
		r.names = map[envs.FuncID]accesses{}
	}
	all := accesses{}
	seen, work := map[envs.FuncID]bool{id: true}, []envs.FuncID{id}
	for len(work) > 0 {
		fn := env.Program().Func(work[len(work)-1])
		work = work[:len(work)-1]
		if fn == nil {
			continue
		}
		for i := range fn.Ops {
			for _, callee := range direct(&fn.Ops[i], all) {
				if known, ok := r.names[callee]; ok {
					all.join(known)
				} else if !seen[callee] {
					seen[callee], work = true, append(work, callee)
				}
			}
		}
	}
	r.names[id] = all // of those that call each other, only this one is done
	return all
}
