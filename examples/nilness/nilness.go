package nilness

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/nullness"
	"github.com/seed38182bad/parallax/envs"
)

// checker is the algorithm, for all paths and for one.
type checker struct {
	all    bool // report what is not proved
	values envs.Values
}

func (c checker) analysis() dataflow.Analysis[*State] {
	return dataflow.Analysis[*State]{
		Entry: c.Entry, Step: c.Step, Branch: c.Branch,
		Return: c.Return,
	}
}

var _ dataflow.RegisterHolder[*State] = (*State)(nil)

// Entry knows nothing: any argument may come.
func (checker) Entry(_ envs.Env, fn *envs.Func) *State { return &State{params: fn.Params} }

// Step reports the nils that an operation does not expect, and follows its effect.
func (c checker) Step(env envs.Env, op *envs.Op, s *State) *State {
	d := env.Detail()
	for i := range d.Checks {
		check := &d.Checks[i]
		if _, ok := defects[check.Kind]; ok {
			c.check(env, s, check)
		}
	}
	if op.Results > 0 {
		var buf [4]definition
		s.define(op.Dst, op.Dst+envs.Reg(op.Results), definitions(buf[:0], d, env.Point()))
	}
	for _, f := range d.Facts {
		s.assume(f, env.Point())
	}
	if op.Kind == envs.Return {
		return handedOver(env, op, s)
	}
	return s
}

// check reports a check that speaks against what is known. What comes after is
// executed only if it held.
func (c checker) check(env envs.Env, s *State, check *envs.Check) {
	x := check.All[0].X
	val := value{is: nullness.Nil} // the constant
	if x.Reg != 0 {
		val = s.get(ofTerm(x))
	}
	suspect := val.is == nullness.Nil || val.is == nullness.Maybe && (c.all || !val.from.none())
	if c.values.MustFail(check) || c.values.MayFail(check) && suspect && !s.dead {
		env.Report(report(env, x, val, check.Kind))
	}
	s.assume(check.All[0], env.Point())
}

// Branch learns from conditions.
func (checker) Branch(env envs.Env, op *envs.Op, taken int, s *State) (*State, bool) {
	if on := env.Detail().On; taken < len(on) {
		for _, c := range on[taken] {
			s.assume(c, env.Point())
		}
	}
	return s, !s.dead
}

// handedOver is what is known of the results and the arguments: result i is register i+1,
// argument i is register -(i+1). A nil that comes with another result of which nothing
// is known is no evidence: that one may tell.
func handedOver(env envs.Env, ret *envs.Op, s *State) *State {
	if env.Detail().Hidden {
		return &State{}
	}
	s.DropRegisters(func(r envs.Reg) bool { return !slices.Contains(ret.Uses, r) })
	base := envs.Reg(env.Func().Regs)
	var defs []definition
	other := 0
	for i, r := range ret.Uses {
		if r == 0 {
			continue
		}
		defs = appendCopy(defs, base+envs.Reg(i), r)
		if s.get(ofTerm(r.Term(machine.NoKind))) == unknown &&
			s.get(ofTerm(r.Term(machine.Int))) == unknown {
			other++
		}
	}
	defs = appendConstants(defs, env, base-1)
	s.define(base, base+envs.Reg(len(ret.Uses)), defs)
	return s.renamed(func(r envs.Reg) envs.Reg {
		if r < base {
			return -1 - envs.Reg(slices.Index(s.params, r))
		}
		return r - base + 1
	}, func(v variable, _ origin) origin {
		if other > 0 || v.reg() < 0 {
			return origin{}
		}
		return origin{at: env.Point()}
	})
}

// Return gives the call's results the values that the callee found, and takes over
// what it found of the arguments. Evidence counts if it is certain which function is
// called.
func (checker) Return(env envs.Env, call *envs.Op, exit, s *State) *State {
	if exit.dead || s.dead {
		s.dead = true
		return s
	}
	certain := len(call.Callee.Funcs) == 1 && !call.Callee.Open
	base := envs.Reg(env.Func().Regs) // of constant arguments, for a moment
	for _, def := range appendConstants(nil, env, base+envs.Reg(call.Callee.FirstArg)-1) {
		s.put(def.to, def.val)
	}
	exit = exit.renamed(func(r envs.Reg) envs.Reg {
		i := call.Callee.FirstArg - int(r) - 1
		switch {
		case r > envs.Reg(call.Results), r < 0 && i >= len(call.Uses):
			return 0
		case r < 0 && call.Uses[i] == 0:
			return base + envs.Reg(i)
		case r < 0 && !call.Defines(call.Uses[i]):
			return call.Uses[i]
		case r < 0:
			return 0
		}
		return call.Dst + r - 1
	}, func(v variable, o origin) origin {
		if !certain {
			return origin{}
		}
		return origin{env.Point(), o.at}
	})
	for v, x := range exit.vals.All() {
		switch {
		case x.is == nullness.NonNil:
			s.learn(v.literal(nonNil), env.Point())
		case s.get(v) == unknown && call.Defines(v.reg()):
			s.put(v, x)
		}
	}
	for _, c := range exit.clauses {
		s.require(c, env.Point())
		s.presume(c, call)
	}
	s.forget(base, base+envs.Reg(len(call.Uses)))
	return s
}
