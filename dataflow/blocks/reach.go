package blocks

import "github.com/seed38182bad/parallax/envs"

// A Reach knows what functions may access, directly or by what they call.
type Reach struct {
	names map[envs.FuncID]map[string]bool
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
			r.add(env, op, names)
		}
	}
	return names
}

func (r *Reach) add(env envs.Env, op *envs.Op, names map[string]bool) {
	if op.Accesses() && op.Loc != nil {
		names[op.Loc.Name] = true
	}
	if op.Kind != envs.Call || op.Callee == nil {
		return
	}
	for _, id := range op.Callee.Funcs {
		for name := range r.of(env, id) {
			names[name] = true
		}
	}
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
	r.names[id] = names // a recursion ends here
	if fn := env.Program().Func(id); fn != nil {
		for i := range fn.Ops {
			r.add(env, &fn.Ops[i], names)
		}
	}
	return names
}
