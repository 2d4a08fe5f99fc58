package numbers

import (
	"slices"
	"sync"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/pack"
	"github.com/seed38182bad/parallax/domains/zone"
	"github.com/seed38182bad/parallax/envs"
)

// A Var is a variable of a State: a register's value, length or capacity.
type Var int32

// varOf is the variable of a term that has a register.
func varOf(t envs.Term) Var { return Var(t.Reg)*measures + Var(t.Of) }

// Reg is the register of which the variable is a measure.
func (v Var) Reg() envs.Reg { return envs.Reg(v >> 2) }

// of is the same measure of another register.
func (v Var) of(r envs.Reg) Var { return Var(r)*measures + v&(measures-1) }

// isLength reports whether the variable is a length or a capacity.
func (v Var) isLength() bool { return envs.Measure(v&(measures-1)) != envs.Whole }

// maxLength is above all lengths and capacities: no memory has room for more elements.
// Those that take no room are assumed not to be more numerous.
const maxLength = 1 << 48

// Rough is iv without bounds beyond 32 bits, which often say no more than that memory is
// finite.
func Rough(iv linear.Interval) linear.Interval {
	if iv.Lo <= -1<<32 {
		iv.Lo = linear.MinusInf
	}
	if iv.Hi >= 1<<32 {
		iv.Hi = linear.PlusInf
	}
	return iv
}

const measures = 4 // room for those of a Term, a power of two

// expr is a linear expression over variables.
type expr = linear.Expr[Var]

// A State is what is known of the numbers of one frame. It implements
// lattice.Mergeable, with widening to thresholds and narrowing.
type State struct {
	rel  pack.State[Var, *zone.State]
	eqs  equations
	sums sums

	classes classes
	large   largeSet
	params  []envs.Reg // those that hold parameters, 0 where it was assigned anew; shared
	plain   bool       // no relations are kept
	settled bool       // nothing was learnt since sums and remainders were looked at
	idle    bool       // nothing is learnt

	handed *[]linear.Fact[Var] // the facts of what Returned has made, once somebody has asked
}

// Idle is a state that knows nothing and learns nothing, at next to no cost. It is for where every check is decided
// (dataflow.Tuning.Decided), and for a function in which nothing bears on a check (see Slice). What it hands to others
// is a state like New(related).
func Idle(related int) *State {
	s := New(related)
	s.idle = true
	return s
}

// New is the state in which nothing is known of a frame whose parameters are in these
// registers. Differences are kept between at most related variables at a time; 1 keeps
// none. What is not from 1 to MaxRelated counts as MaxRelated.
func New(related int, params ...envs.Reg) *State {
	if related < 1 || related > MaxRelated {
		related = MaxRelated
	}
	return &State{rel: domains()[related].Top(), params: params, plain: related == 1}
}

// MaxRelated is how many variables can be related: an assignment costs its square.
const MaxRelated = 64

type domain = pack.Domain[Var, *zone.State]

// domains are made once, by the number of related variables.
var domains = sync.OnceValue(func() (all [MaxRelated + 1]*domain) {
	for n := 1; n <= MaxRelated; n++ {
		d, err := pack.New(zone.New, pack.Options[Var]{Grow: n})
		if err != nil {
			panic(err) // the options are constant
		}
		all[n] = d
	}
	return all
})

// Step is the effect of an operation: what it takes for granted holds if it took
// effect, what it defines gets its value, and its facts hold.
func (s *State) Step(op *envs.Op, d *envs.Detail) {
	if s.idle || s.settled && d.Empty() && !s.knowsResults(op) {
		return
	}
	for i := range d.Checks {
		if c := &d.Checks[i]; c.Kind.Throws() {
			s.Assume(c.All)
		}
	}
	s.define(op, d.Defs)
	s.Assume(d.Facts)
}

// knowsResults reports whether there is something to forget about what op defines.
func (s *State) knowsResults(op *envs.Op) bool {
	for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
		for m := range Var(measures - 1) {
			if s.rel.Knows(Var(r)*measures + m) {
				return true
			}
		}
		if slices.Contains(s.params, r) {
			return true
		}
		if len(s.eqs)+len(s.sums)+len(s.classes) == 0 {
			continue
		}
		is := func(v Var) bool { return v.Reg() == r }
		if !all(s.eqs, func(eq expr) bool { return !mentions(eq, is) }) ||
			len(s.sums.without(is)) < len(s.sums) || !all(s.classes, func(c class) bool { return !is(c.of) }) {
			return true
		}
	}
	return false
}

// Assume restricts the state to where all conditions hold. Conditions that are not
// about integers say nothing.
func (s *State) Assume(conds []envs.Condition) {
	if s.idle || s.settled && len(conds) == 0 {
		return
	}
	for _, c := range conds {
		if c.X.Int() && c.Y.Int() && !s.rel.IsBottom() {
			s.rel = s.rel.Assume(s.expr(c.X), c.Cmp, s.expr(c.Y))
		}
	}
	before := s.rel
	s.settle()
	s.tighten()
	s.settled = s.rel.Same(before) // what one finds may serve the other
}

// Holds reports whether all conditions about integers certainly hold.
func (s *State) Holds(conds []envs.Condition) bool {
	for _, c := range conds {
		if c.X.Int() && c.Y.Int() && s.Difference(c.X, c.Y).May(c.Cmp.Negate()) {
			return false
		}
	}
	return true
}

// Difference is what x - y may be, as a mathematical integer.
func (s *State) Difference(x, y envs.Term) linear.Interval {
	s = s.apart()
	return s.eqs.bound(s.expr(x).Minus(s.expr(y)), s.rel.Eval)
}

// Range is what a term may be.
func (s *State) Range(t envs.Term) linear.Interval {
	s = s.apart()
	return s.eqs.bound(s.expr(t), s.rel.Eval)
}

// apart is s, or a copy of what many frames share, for an answer that notes the limits of kinds.
func (s *State) apart() *State {
	if !s.idle {
		return s
	}
	c := *s
	return &c
}

// Impossible reports that no values of the variables fit what is known: control
// does not come here.
func (s *State) Impossible() bool { return s.rel.IsBottom() }

// expr is a term as an expression. A variable has the bounds of its kind, and a
// capacity is not below its length.
func (s *State) expr(t envs.Term) expr {
	if t.Reg == 0 {
		n, ok := t.Const.Int64()
		if !ok {
			return linear.Between[Var](linear.Interval{Lo: linear.PlusInf - 1, Hi: linear.PlusInf})
		}
		return linear.Between[Var](linear.Point(n))
	}
	v := linear.Var(varOf(t))
	if isLarge(t) {
		s.large = s.large.with(varOf(t))
	}
	limits := Limits(t)
	has := s.rel.Eval(v)
	if has.Lo < limits.Lo {
		s.changed()
		s.rel = s.rel.Assume(v, machine.Ge, linear.Const[Var](limits.Lo))
	}
	if has.Hi > limits.Hi {
		s.changed()
		s.rel = s.rel.Assume(v, machine.Le, linear.Const[Var](limits.Hi))
	}
	if t.Of == envs.Cap {
		before := s.rel
		n := linear.Var(varOf(envs.Len.Of(t.Reg)))
		s.rel = s.rel.Assume(n, machine.Ge, linear.Const[Var](0))
		if s.rel = s.rel.Assume(n, machine.Le, v); !s.rel.Same(before) {
			s.changed()
		}
	}
	return v
}

// Limits are the bounds that a term has by its kind.
func Limits(t envs.Term) linear.Interval {
	switch {
	case t.Reg == 0:
		return toLinear(t.Const, t.Const)
	case t.Of != envs.Whole:
		return linear.Interval{Lo: 0, Hi: maxLength}
	}
	return limits[t.Kind]
}

// limits are the bounds of each kind.
var limits = func() (l [machine.Uint64 + 1]linear.Interval) {
	l[machine.NoKind] = linear.Full()
	for _, k := range machine.Kinds() {
		l[k] = toLinear(k.Min(), k.Max())
	}
	return l
}()

func toLinear(least, greatest machine.Value) linear.Interval {
	iv := linear.Full()
	if lo, ok := least.Int64(); ok {
		iv.Lo = lo
	}
	if hi, ok := greatest.Int64(); ok {
		iv.Hi = hi
	}
	return iv
}

// toMachine is an interval as one of the kind, which may be wider.
func toMachine(k machine.Kind, iv linear.Interval) interval.Interval {
	if iv.IsEmpty() {
		return interval.Interval{}
	}
	least, greatest := k.Min(), k.Max()
	if iv.Lo > limits[k].Lo {
		least = k.Of(iv.Lo)
	}
	if iv.Hi < limits[k].Hi {
		greatest = k.Of(iv.Hi)
	}
	r, err := interval.Between(least, greatest)
	if err != nil {
		return interval.Interval{} // none of the numbers is of the kind
	}
	return r
}
