package blocks

import (
	"maps"

	"github.com/seed38182bad/parallax/envs"
)

// A Reach knows what functions may access, directly or by what they call.
type Reach struct {
	names map[envs.FuncID]map[string]bool // with what is called
}

// Since are the names of what may be accessed between a place and this operation: by all that
// stands between them, on whichever way, and in what is called there. It is nil if the two are not
// in one function.
func (r *Reach) Since(env envs.Env, from envs.Point) map[string]bool {
	to := env.Point()
	if from.Func() != to.Func() {
		return nil
	}
	names := map[string]bool{}
	ops := env.Func().Ops
	for i := range ops {
		if op := &ops[i]; op.PC >= from.PC() && op.PC <= to.PC() {
			for _, callee := range direct(op, names) {
				maps.Copy(names, r.of(env, callee))
			}
		}
	}
	return names
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
