package nilness

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/nullness"
	"github.com/seed38182bad/parallax/envs"
)

// defect is what is wrong if a check fails.
type defect struct{ kind, what, here string }

var defects = map[envs.CheckKind]defect{
	envs.NilCheck:     {"nil-dereference", "a pointer", "followed here"},
	envs.NilMapCheck:  {"nil-map-write", "a map", "written here"},
	envs.NilCallCheck: {"nil-call", "a function or interface", "called here"},
}

// checker is the algorithm, for all paths and for one.
type checker struct {
	all bool // report what is not proved
}

var (
	_ dataflow.Checker[*State]        = checker{}
	_ dataflow.Brancher[*State]       = checker{}
	_ dataflow.Caller[*State]         = checker{}
	_ dataflow.RegisterHolder[*State] = (*State)(nil)
)

// Entry knows nothing: any argument may come.
func (checker) Entry(envs.Env, *envs.Func) *State { return &State{} }

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
	if env.MustFail(check) || env.MayFail(check) && suspect {
		env.Report(report(env, x, val, check.Kind))
	}
	if x.Reg != 0 && !s.learn(ofTerm(x).literal(nonNil), env.Point()) {
		s.put(ofTerm(x), notNil)
	}
}

// definitions are the values that a detail gives.
func definitions(defs []definition, d *envs.Detail, at envs.Point) []definition {
	for i := range d.Defs {
		def := &d.Defs[i]
		if def.Op != envs.Copy || def.Of != envs.Whole || def.X.Of != envs.Whole {
			continue
		}
		if to := ofTerm(def.Target()); def.X.Reg == 0 {
			defs = append(defs, definition{to: to, val: constant(def.X, at)})
		} else {
			defs = appendCopy(defs, def.Reg, def.X.Reg)
		}
	}
	return defs
}

// appendCopy adds what makes register to a copy of from, whatever it holds.
func appendCopy(defs []definition, to, from envs.Reg) []definition {
	for _, k := range []machine.Kind{machine.NoKind, machine.Int} {
		defs = append(defs, definition{to: ofTerm(envs.RegTerm(to, k)), copy: ofTerm(envs.RegTerm(from, k))})
	}
	return defs
}

// Branch learns from conditions.
func (checker) Branch(env envs.Env, op *envs.Op, taken int, s *State) (*State, bool) {
	if on := env.Detail().On; taken < len(on) {
		for _, c := range on[taken] {
			if !s.assume(c, env.Point()) {
				return s, false
			}
		}
	}
	return s, true
}

// Exit is what is known of the results: result i is register i+1.
func (checker) Exit(env envs.Env, ret *envs.Op, s *State) *State {
	base := envs.Reg(env.Func().Regs)
	var defs []definition
	for i, r := range ret.Uses {
		if r != 0 {
			defs = appendCopy(defs, base+envs.Reg(i), r)
		} else {
			defs = append(defs, definition{to: ofTerm(envs.RegTerm(base+envs.Reg(i), machine.NoKind)), val: notNil})
		}
	}
	for _, k := range env.Detail().Constants {
		to := ofTerm(envs.RegTerm(base+envs.Reg(k.Use), k.Term.Kind))
		defs = append(defs, definition{to: to, val: constant(k.Term, env.Point())})
	}
	s.define(base, base+envs.Reg(len(ret.Uses)), defs)
	return s.renamed(func(r envs.Reg) envs.Reg { return r - base + 1 }, origin{at: env.Point()})
}

// Return gives the call's results the values that the callee found. Evidence counts
// if it is certain which function is called.
func (checker) Return(env envs.Env, call *envs.Op, exit, s *State) *State {
	certain := len(call.Callee.Funcs) == 1 && !call.Callee.Open
	exit = exit.renamed(func(r envs.Reg) envs.Reg {
		if r > envs.Reg(call.Results) {
			return 0
		}
		return call.Dst + r - 1
	}, origin{at: env.Point()})
	for _, e := range exit.vals {
		if s.get(e.v) == unknown && (certain || e.from.none()) {
			s.put(e.v, e.value)
		}
	}
	for _, c := range exit.clauses {
		s.add(c)
	}
	return s
}

// renamed is a state of the registers to which f gives a number, where nil comes from
// a call or return.
func (s *State) renamed(f func(envs.Reg) envs.Reg, from origin) *State {
	r := &State{}
	for _, e := range s.vals {
		if n := f(e.v.reg()); n > 0 {
			if !e.from.none() {
				from.deep = e.from.at
				e.from = from
			}
			r.put(e.v.in(n), e.value)
		}
	}
	for _, c := range s.clauses {
		a, b := f(c.a.variable().reg()), f(c.b.variable().reg())
		if a > 0 && b > 0 {
			r.add(either(c.a.variable().in(a).literal(c.a.truth()), c.b.variable().in(b).literal(c.b.truth())))
		}
	}
	return r
}

// report tells what may be nil, and where the nil comes from.
func report(env envs.Env, x envs.Term, val value, kind envs.CheckKind) envs.Report {
	d := defects[kind]
	name := d.what
	if n := env.Func().RegNames[x.Reg]; n != "" {
		name = n
	}
	r := envs.Report{Kind: d.kind, Cause: env.Point(), Message: name + " may be nil"}
	if val.is == nullness.Nil {
		r.Message = name + " is nil"
	}
	if o := val.from; !o.none() {
		text := "nil here"
		switch env.Func().Ops[o.at.PC()].Kind {
		case envs.Branch, envs.Switch:
			text = "compared with nil here"
		case envs.Call:
			text = "what this call returns may be nil"
		}
		if !o.deep.IsZero() {
			r.Evidence = append(r.Evidence, envs.Evidence{At: o.deep, Text: "nil is returned here"})
		}
		r.Evidence = append(r.Evidence, envs.Evidence{At: o.at, Text: text})
	}
	r.Evidence = append(r.Evidence, envs.Evidence{At: env.Point(), Text: d.here})
	return r
}
