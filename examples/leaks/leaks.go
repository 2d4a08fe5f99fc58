package leaks

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "constructor-leak"

// Analyzer makes the analyzer "leaks".
func Analyzer() *dataflow.Analyzer {
	a := dataflow.NewAnalyzer("leaks",
		"finds objects that are written without a lock after other threads may find them, by the function that makes them",
		algorithm)
	a.OnDemand, a.Witness = true, envs.Racing
	return a
}

// algorithm makes the checker for one analysis.
func algorithm(r *dataflow.Requires) dataflow.Analysis[made] {
	world.Races.For(r) // it is not asked, but then who was waited for has accessed before
	c := checker{world.Memory.For(r), world.LockSets.For(r)}
	return dataflow.Analysis[made]{
		Entry: c.Entry, Step: c.Step,
		Enter: c.Enter, Return: c.Return,
	}
}

type checker struct {
	memory envs.Memory
	sets   envs.LockSets
}

var _ dataflow.RegisterHolder[made] = made{}

// Entry knows of no objects.
func (checker) Entry(envs.Env, *envs.Func) made { return made{} }

// Step follows objects through one operation.
func (c checker) Step(env envs.Env, op *envs.Op, m made) made {
	var results []holding
	switch op.Kind {
	case envs.Store, envs.Atomic:
		c.store(env, op, &m)
	case envs.Load:
		if variable(op) && len(op.Uses) > 0 {
			for _, h := range m.in(op.Uses[0], true) {
				results = append(results, holding{object{op.Dst, false, h.at}, h.fate})
			}
		}
	case envs.Send:
		m.leak(op.Value(), env.Point())
	case envs.Fork:
		for _, r := range op.Uses {
			m.leak(r, env.Point())
		}
	case envs.New:
		m.objects.Drop(func(o object, _ fate) bool { return o.at == env.Point() }) // of an earlier round
		results = append(results, holding{object: object{reg: op.Dst, at: env.Point()}})
		for _, r := range op.Uses {
			for _, h := range m.in(r, true) {
				results = append(results, holding{object{op.Dst, true, h.at}, h.fate})
			}
		}
	case envs.Move, envs.Addr:
		if len(op.Uses) > 0 {
			for _, h := range m.of(op.Uses[0]) {
				results = append(results, holding{object{op.Dst, h.inside, h.at}, h.fate})
			}
		}
	}
	m.objects.Forget(object{reg: op.Dst}, object{reg: op.Dst + envs.Reg(op.Results)})
	for _, h := range results {
		m.add(h.object, h.fate)
	}
	if op.Kind == envs.Return {
		return m.handedOver()
	}
	return m
}

// store reports a store into an object that others may find, and follows what is
// stored.
func (c checker) store(env envs.Env, op *envs.Op, m *made) {
	into := m.in(base(op), false)
	private := len(into) > 0
	for _, h := range into {
		if h.leaks() {
			private = false
			if !op.Synchronises() && c.sets.MustLocks().IsTop() {
				report(env, h)
			}
		}
	}
	if !private && c.memory.MayShare() {
		m.leak(op.Value(), env.Point())
	}
	if variable(op) {
		for _, h := range into {
			m.put(op.Value(), h.at)
		}
	}
}

// variable reports whether an access is to a variable that a frame declares.
func variable(op *envs.Op) bool { return op.Loc != nil && op.Loc.Class == envs.Cell }

// base is the register with the object that an access is in; 0 if there is none.
func base(op *envs.Op) envs.Reg {
	if len(op.Uses) < 2 {
		return 0
	}
	return op.Uses[0]
}

// Enter hands the objects to a callee.
func (checker) Enter(_ envs.Env, call *envs.Op, m made, fn *envs.Func) (in made, context string) {
	for i, p := range fn.Params {
		if k := call.Callee.FirstArg + i; k < len(call.Uses) {
			for _, h := range m.of(call.Uses[k]) {
				in.add(object{p, h.inside, h.at}, h.fate)
			}
		}
	}
	return in, ""
}

// handedOver tells a caller which objects have leaked, and where first.
func (m made) handedOver() (out made) {
	for o, f := range m.objects.All() {
		if f.leaks() {
			out.add(object{at: o.at}, f)
		}
	}
	return out
}

// Return takes note of what a callee has let out.
func (checker) Return(_ envs.Env, _ *envs.Op, exit, m made) made {
	for o, f := range exit.objects.All() {
		m.note(o.at, f.leaked)
	}
	return m
}

// report tells of a store into an object that has leaked.
func report(env envs.Env, o holding) {
	env.Report(envs.Report{
		Kind:  Kind,
		Cause: o.leaked,
		Message: "an object is written under no lock after other threads may have found it, " +
			"before the function that makes it is done",
		Evidence: []envs.Evidence{
			{At: o.at, Text: "made here"},
			{At: o.leaked, Text: "stored here, where other threads find it"},
			{At: env.Point(), Text: "written here under no lock"},
		},
	})
}
