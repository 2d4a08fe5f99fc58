package blocks

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A Reach knows what functions may access, directly or by what they call.
type Reach struct {
	names map[envs.FuncID]map[string]bool // with what is called
}

// Since are the names of what may be accessed between a place and this operation, at both as well:
// on all ways from one to the other that lead through neither of them in between, and in what
// is called there. It is nil if the two are not in one function.
func (r *Reach) Since(env envs.Env, from envs.Point) map[string]bool {
	to := env.Point()
	if from.Func() != to.Func() {
		return nil
	}
	names := map[string]bool{}
	fn := env.Func()
	for pc, is := range between(fn, from.PC(), to.PC()) {
		if is {
			for _, callee := range direct(&fn.Ops[pc], names) {
				maps.Copy(names, r.of(env, callee))
			}
		}
	}
	return names
}

// between are the operations on ways from one to another, and these.
func between(fn *envs.Func, from, to int32) []bool {
	behind := make([]bool, len(fn.Ops)) // they come after from
	work := []int32{from}
	for len(work) > 0 {
		pc := work[len(work)-1]
		work = work[:len(work)-1]
		for _, next := range nexts(fn, pc) {
			if next != from && next != to && !behind[next] {
				behind[next], work = true, append(work, next)
			}
		}
	}
	is := make([]bool, len(fn.Ops)) // of those, they come before to
	for changed := true; changed; {
		changed = false
		for pc := len(is) - 1; pc >= 0; pc-- { // most control goes to larger ones
			if behind[pc] && !is[pc] && slices.ContainsFunc(nexts(fn, int32(pc)), func(next int32) bool { return next == to || is[next] }) {
				is[pc], changed = true, true
			}
		}
	}
	is[from], is[to] = true, true
	return is
}

// nexts are the operations that may come next.
func nexts(fn *envs.Func, pc int32) []int32 {
	op := &fn.Ops[pc]
	list := slices.Clone(fn.Targets(op))
	if op.Falls() && int(pc)+1 < len(fn.Ops) { // a trace may tell of the first operations only
		list = append(list, pc+1)
	}
	if op.Handler != 0 {
		list = append(list, op.Handler)
	}
	return list
}

// direct adds the name of what an operation accesses itself, and gives what it calls.
func direct(op *envs.Op, names map[string]bool) []envs.FuncID {
	if op.Accesses() && op.Loc != nil {
		names[op.Loc.Name] = true
	}
	if op.Kind != envs.Call || op.Callee == nil {
		return nil
	}
	return op.Callee.Funcs
}

// of are the names of what a function accesses, or what it calls.
func (r *Reach) of(env envs.Env, id envs.FuncID) map[string]bool {
	if names, ok := r.names[id]; ok {
		return names
	}
	if r.names == nil {
		r.names = map[envs.FuncID]map[string]bool{}
	}
	names := map[string]bool{}
	seen, work := map[envs.FuncID]bool{id: true}, []envs.FuncID{id}
	for len(work) > 0 {
		fn := env.Program().Func(work[len(work)-1])
		work = work[:len(work)-1]
		if fn == nil {
			continue
		}
		for i := range fn.Ops {
			for _, callee := range direct(&fn.Ops[i], names) {
				if known, ok := r.names[callee]; ok {
					maps.Copy(names, known)
				} else if !seen[callee] {
					seen[callee], work = true, append(work, callee)
				}
			}
		}
	}
	r.names[id] = names // of those that call each other, only this one is done
	return names
}
