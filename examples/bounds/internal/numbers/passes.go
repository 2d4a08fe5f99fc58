package numbers

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// Passed is what s knows of the parameters that a call gives by passes (see
// envs.Detail): in the result, register i stands for parameter i, counted from 1.
func (s *State) Passed(passes []envs.Def) *State {
	if s.idle {
		return s // as it stays
	}
	with := s.Clone()
	for i := range passes {
		p := &passes[i]
		if p.Kind.Valid() {
			with.pass(envs.Term{Reg: -p.Reg, Of: p.Of, Kind: p.Kind}, p.X)
		}
	}
	return with.renamed(func(v Var) (Var, bool) { return v.of(-v.Reg()), v.Reg() < 0 })
}

// pass gives a term without a value the value of x, which has its kind.
func (s *State) pass(to, x envs.Term) {
	s.assign(varOf(to), s.expr(x))
	if isLarge(to) {
		s.large = s.large.with(varOf(to))
	}
}

// Vague reports whether s knows nothing.
func (s *State) Vague() bool { return s.rel.IsTop() && len(s.eqs)+len(s.sums)+len(s.classes) == 0 }

// Received is the state in which fn starts if passed says of its parameters what
// Passed says.
func Received(passed *State, fn *envs.Func) *State {
	s := passed.renamed(func(v Var) (Var, bool) {
		if int(v.Reg()) > len(fn.Params) {
			return 0, false
		}
		return v.of(fn.Params[v.Reg()-1]), true
	})
	s.params = fn.Params
	return s
}

// Returned is what s knows, at a Return with these passes (see envs.Detail), of the results and of the parameters that
// it still has. Register i stands for result i, counted from 1, and register -i for parameter i.
func (s *State) Returned(passes []envs.Def) *State {
	if s.idle {
		return s // as it stays
	}
	with := s.Clone()
	result := func(r envs.Reg) envs.Reg { return -r } // no register of the frame is negative
	for i := range passes {
		if p := &passes[i]; p.Kind.Valid() {
			with.pass(envs.Term{Reg: result(p.Reg), Of: p.Of, Kind: p.Kind}, p.X)
		}
	}
	return with.renamed(func(v Var) (Var, bool) {
		if v.Reg() < 0 {
			return v.of(result(v.Reg())), true
		}
		i := slices.Index(s.params, v.Reg())
		return v.of(-1 - envs.Reg(i)), i >= 0
	})
}

// TakeOver learns what the callee of call knew when it returned (see Returned). The
// passes are those of the call, which s has taken its Step over.
func (s *State) TakeOver(returned *State, call *envs.Op, passes []envs.Def) {
	if s.idle {
		return
	}
	if returned.Impossible() {
		s.changed()
		s.rel = returned.rel
		return
	}
	if returned.handed == nil {
		facts := returned.facts(anyVar)
		returned.handed = &facts
	}
	if len(*returned.handed) == 0 {
		return
	}
	s.changed()
	// What is said of a parameter is said of what the call passes for it.
	var passed []envs.Def
	var args []expr
	for i := range passes {
		if p := &passes[i]; p.Kind.Valid() && !call.Defines(p.X.Reg) {
			passed, args = append(passed, *p), append(args, s.expr(p.X))
		}
	}
	to := func(v Var) (expr, bool) {
		if v.Reg() > 0 {
			return linear.Var(v.of(call.Dst + v.Reg() - 1)), int(v.Reg()) <= int(call.Results)
		}
		i := slices.IndexFunc(passed, func(p envs.Def) bool { return varOf(envs.Term{Reg: -p.Reg, Of: p.Of}) == v })
		if i < 0 {
			return expr{}, false
		}
		return args[i], true
	}
	for _, v := range returned.large {
		if x, ok := to(v); ok && v.Reg() > 0 {
			s.large = s.large.with(x.Terms()[0].Var)
		}
	}
	for _, f := range *returned.handed {
		s.assume(f, to)
	}
	s.settle()
}

// renamed is what s knows of some registers, by other names.
func (s *State) renamed(to func(Var) (Var, bool)) *State {
	if s.Impossible() {
		return &State{rel: s.rel, plain: s.plain}
	}
	r := &State{rel: s.rel.Drop(anyVar), plain: s.plain}
	for _, f := range s.facts(func(v Var) bool { _, ok := to(v); return ok }) {
		r.assume(f, func(v Var) (expr, bool) {
			v, ok := to(v)
			return linear.Var(v), ok
		})
	}
	for _, v := range s.large {
		if v, ok := to(v); ok {
			r.large = r.large.with(v)
		}
	}
	for _, c := range s.classes {
		if v, ok := to(c.of); ok {
			r.classes = r.classes.with(v, c.in)
		}
	}
	return r
}

// facts are those all of whose variables are wanted.
func (s *State) facts(wanted func(Var) bool) []linear.Fact[Var] {
	facts := s.rel.FactsOf(wanted)
	for _, eq := range s.eqs {
		if !mentions(eq, func(v Var) bool { return !wanted(v) }) {
			facts = append(facts, linear.Fact[Var]{Of: eq, In: linear.Point(0)})
		}
	}
	return facts
}

// assume takes a fact for true whose variables are something else here, unless one is nothing.
func (s *State) assume(f linear.Fact[Var], to func(Var) (expr, bool)) {
	of := linear.Between[Var](f.Of.Rest())
	for _, t := range f.Of.Terms() {
		x, ok := to(t.Var)
		if !ok {
			return
		}
		if t.Coef != 1 {
			x = x.Times(t.Coef)
		}
		of = of.Plus(x)
	}
	if f.In.Lo != linear.MinusInf {
		s.rel = s.rel.Assume(of, machine.Ge, linear.Const[Var](f.In.Lo))
	}
	if f.In.Hi != linear.PlusInf {
		s.rel = s.rel.Assume(of, machine.Le, linear.Const[Var](f.In.Hi))
	}
	if f.In == linear.Point(0) {
		s.eqs = s.eqs.with(of)
	}
}
