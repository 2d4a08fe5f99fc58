package views

import "github.com/seed38182bad/parallax/envs"

// mayAccess are the names of what is accessed between the place where a lock was taken
// and this one, where it is given back, on whichever way.
func (c *checker) mayAccess(env envs.Env, from envs.Point) map[string]bool {
	to := env.Point()
	if from.Func() != to.Func() {
		return nil
	}
	may := map[string]bool{}
	for i := range env.Func().Ops {
		if op := &env.Func().Ops[i]; op.PC >= from.PC() && op.PC <= to.PC() {
			c.accessedBy(env, op, may)
		}
	}
	return may
}

func (c *checker) accessedBy(env envs.Env, op *envs.Op, may map[string]bool) {
	if op.Accesses() && op.Loc != nil {
		may[op.Loc.Name] = true
	}
	if op.Kind != envs.Call || op.Callee == nil {
		return
	}
	for _, id := range op.Callee.Funcs {
		for name := range c.accessedIn(env, id) {
			may[name] = true
		}
	}
}

// accessedIn are the names of what a function accesses, or what it calls.
func (c *checker) accessedIn(env envs.Env, id envs.FuncID) map[string]bool {
	if names, ok := c.names[id]; ok {
		return names
	}
	if c.names == nil {
		c.names = map[envs.FuncID]map[string]bool{}
	}
	names := map[string]bool{}
	c.names[id] = names // a recursion ends here
	if fn := env.Program().Func(id); fn != nil {
		for i := range fn.Ops {
			c.accessedBy(env, &fn.Ops[i], names)
		}
	}
	return names
}
