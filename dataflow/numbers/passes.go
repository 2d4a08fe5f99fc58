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
			with.assign(VarOf(envs.Term{Reg: -p.Reg, Of: p.Of}), with.expr(p.X))
		}
	}
	return with.renamed(func(v Var) (Var, bool) { return v.of(-v.Reg()), v.Reg() < 0 })
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

// Returned is what s knows, at a Return with these passes (see envs.Detail), of the results
// and of the parameters that it still has: register i stands for result i, counted from 1,
// and register -i for parameter i.
func (s *State) Returned(passes []envs.Def) *State {
	if s.idle {
		return s // as it stays
	}
	with := s.Clone()
	result := func(r envs.Reg) envs.Reg { return -r } // no register of the frame is negative
	for i := range passes {
		if p := &passes[i]; p.Kind.Valid() {
			with.assign(VarOf(envs.Term{Reg: result(p.Reg), Of: p.Of}), with.expr(p.X))
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
		s.rel = returned.rel
		return
	}
	facts := returned.facts()
	if len(facts) == 0 {
		return
	}
	var params []Var
	for i := range passes {
		if p := &passes[i]; p.Kind.Valid() && !call.Defines(p.X.Reg) {
			v := VarOf(envs.Term{Reg: -p.Reg, Of: p.Of})
			s.assign(v, s.expr(p.X))
			params = append(params, v)
		}
	}
	for _, f := range facts {
		s.assume(f, func(v Var) (Var, bool) {
			if v.Reg() < 0 {
				return v, slices.Contains(params, v)
			}
			return v.of(call.Dst + v.Reg() - 1), int(v.Reg()) <= int(call.Results)
		})
	}
	s.settle()
	s.forget(params...)
}

// renamed is what s knows of some registers, by other names.
func (s *State) renamed(to func(Var) (Var, bool)) *State {
	if s.Impossible() {
		return &State{rel: s.rel, plain: s.plain}
	}
	r := &State{rel: s.rel.Drop(anyVar), plain: s.plain}
	for _, f := range s.facts() {
		r.assume(f, to)
	}
	for _, c := range s.classes {
		if v, ok := to(c.of); ok {
			r.classes = r.classes.with(v, c.in)
		}
	}
	return r
}

// facts is all that is known.
func (s *State) facts() []linear.Fact[Var] {
	facts := s.rel.Facts()
	for _, eq := range s.eqs {
		facts = append(facts, linear.Fact[Var]{Of: eq, In: linear.Point(0)})
	}
	return facts
}

// assume takes a fact for true whose variables have other names here, unless one has
// none.
func (s *State) assume(f linear.Fact[Var], to func(Var) (Var, bool)) {
	known := true
	of := linear.Rename(f.Of, func(v Var) Var {
		v, ok := to(v)
		known = known && ok
		return v
	})
	switch {
	case !known:
		return
	case f.In.Lo != linear.MinusInf:
		s.rel = s.rel.Assume(of, machine.Ge, linear.Const[Var](f.In.Lo))
	}
	if f.In.Hi != linear.PlusInf {
		s.rel = s.rel.Assume(of, machine.Le, linear.Const[Var](f.In.Hi))
	}
	if f.In == linear.Point(0) {
		s.eqs = s.eqs.with(of)
	}
}
