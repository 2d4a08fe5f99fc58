package blocks

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A Reach knows what functions may access, directly or by what they call.
type Reach struct {
	names map[envs.FuncID]Accesses // with what is called
}

// Accesses are the names of what may be accessed, and of each whether it may be written.
type Accesses map[string]bool

// Has reports whether what has a name may be accessed.
func (a Accesses) Has(name string) bool {
	_, ok := a[name]
	return ok
}

func (a Accesses) add(name string, written bool) { a[name] = a[name] || written }

func (a Accesses) join(o Accesses) {
	for name, written := range o {
		a.add(name, written)
	}
}

// Since is what may be accessed between a place and this operation, at both as well:
// on all ways from one to the other that lead through neither of them in between, and in what
// is called there. It is nil if the two are not in one function.
func (r *Reach) Since(env envs.Env, from envs.Point) Accesses {
	return r.Between(env, from, env.Point())
}

// Between is what may be accessed between two places; see Since.
func (r *Reach) Between(env envs.Env, from, to envs.Point) Accesses {
	if from.Func() != to.Func() {
		return nil
	}
	all := Accesses{}
	fn := env.Program().Func(from.Func())
	for pc, is := range between(fn, from.PC(), to.PC()) {
		if is {
			for _, callee := range direct(&fn.Ops[pc], all) {
				all.join(r.of(env, callee))
			}
		}
	}
	return all
}

// between are the operations on ways from one to another, and these.
func between(fn *envs.Func, from, to int32) []bool {
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
func direct(op *envs.Op, all Accesses) []envs.FuncID {
	if op.Accesses() && op.Loc != nil {
		all.add(op.Loc.Name, op.Writes())
	}
	if op.Kind != envs.Call || op.Callee == nil {
		return nil
	}
	return op.Callee.Funcs
}

// of is what a function accesses, or what it calls.
func (r *Reach) of(env envs.Env, id envs.FuncID) Accesses {
	if all, ok := r.names[id]; ok {
		return all
	}
	if r.names == nil {
		r.names = map[envs.FuncID]Accesses{}
	}
	all := Accesses{}
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

// Leads reports whether control may go from one operation of a function to another one, or back to
// itself.
func Leads(fn *envs.Func, from, to int32) bool {
	seen := make([]bool, len(fn.Ops))
	work := []int32{from}
	for len(work) > 0 {
		pc := work[len(work)-1]
		work = work[:len(work)-1]
		for _, next := range fn.Next(pc) {
			if next == to {
				return true
			}
			if !seen[next] {
				seen[next], work = true, append(work, next)
			}
		}
	}
	return false
}
