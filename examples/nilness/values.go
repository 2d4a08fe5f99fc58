package nilness

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/nullness"
	"github.com/seed38182bad/parallax/envs"
)

// A variable is what a register holds, as something that may be nil, or as a number
// that may be zero, as which false counts.
type variable int32

func ofTerm(t envs.Term) variable {
	if t.Int() {
		return variable(t.Reg)<<1 | 1
	}
	return variable(t.Reg) << 1
}

func (v variable) reg() envs.Reg           { return envs.Reg(v >> 1) }
func (v variable) number() bool            { return v&1 != 0 }
func (v variable) in(r envs.Reg) variable  { return variable(r)<<1 | v&1 }
func (v variable) literal(k truth) literal { return literal(v)<<2 | literal(k) }

func (v variable) String() string {
	if v.number() {
		return fmt.Sprintf("number r%d", v.reg())
	}
	return fmt.Sprintf("r%d", v.reg())
}

// An origin is where a nil comes from: an operation of the frame, and, if that is a
// call, the operation that returns nil.
type origin struct{ at, deep envs.Point }

func (o origin) none() bool { return o.at.IsZero() }

func (o origin) compare(p origin) int {
	if c := o.at.Compare(p.at); c != 0 {
		return c
	}
	return o.deep.Compare(p.deep)
}

// A value is what is known of a variable: what it may be, as far as proofs go, and
// where there is evidence that it may be nil.
type value struct {
	is   nullness.Value
	from origin
}

var (
	unknown = value{is: nullness.Maybe}
	notNil  = value{is: nullness.NonNil}
)

// join describes what either describes, with evidence of either: of two origins the
// one that comes first.
func (v value) join(w value) value {
	r := value{v.is | w.is, v.from}
	if v.from.none() || !w.from.none() && w.from.compare(v.from) < 0 {
		r.from = w.from
	}
	return r
}

// values are the values of variables, for an environment. A variable that it does not
// store is unknown.
type values struct{}

func (values) Compare(a, b variable) int { return int(a - b) }
func (values) Rest() value               { return unknown }
func (values) Equal(v, w value) bool     { return v == w }
func (values) Join(v, w value) value     { return v.join(w) }

// constant is the value of a constant of which there is evidence at a point.
func constant(t envs.Term, at envs.Point) value {
	switch {
	case !t.Int():
		return value{nullness.Nil, origin{at: at}}
	case t.Const.Sign() == 0:
		return value{is: nullness.Nil}
	}
	return notNil
}

// truth is a sentence about a variable. Values below one for which it holds have it
// too.
type truth uint8

const (
	isNil  truth = iota // it is nil, or zero
	nonNil              // it is not nil, or zero
	clean               // nothing says that it may be nil
)

func (k truth) of(v value) bool {
	switch k {
	case isNil:
		return v.is == nullness.Nil
	case nonNil:
		return v.is == nullness.NonNil
	}
	return v.from.none()
}

// A literal is a sentence about one variable, a clause says that one of two literals
// is true. The first is the lesser.
type (
	literal int64
	clause  struct{ a, b literal }
)

func (l literal) variable() variable { return variable(l >> 2) }
func (l literal) truth() truth       { return truth(l & 3) }

func (l literal) String() string {
	return l.variable().String() + [...]string{" nil", " not nil", " clean"}[l.truth()]
}

func either(a, b literal) clause { return clause{min(a, b), max(a, b)} }

func (c clause) compare(d clause) int {
	if c.a != d.a {
		return int(c.a - d.a)
	}
	return int(c.b - d.b)
}

func (c clause) about(v variable) bool { return c.a.variable() == v || c.b.variable() == v }

// other is the literal beside that of v, and that of v.
func (c clause) split(v variable) (own, other literal) {
	if c.a.variable() == v {
		return c.a, c.b
	}
	return c.b, c.a
}

// excludesZero reports whether no zero satisfies 0 c y.
func excludesZero(c machine.Cmp, y machine.Value) bool {
	return !c.HoldsNumbers(machine.Int.Of(0), y)
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
		defs = append(defs, definition{to: ofTerm(to.Term(k)), copy: ofTerm(from.Term(k))})
	}
	return defs
}

// appendConstants adds the constants among what is handed over; operand i is register
// base + i.
func appendConstants(defs []definition, env envs.Env, base envs.Reg) []definition {
	for _, p := range env.Detail().Passes {
		switch {
		case p.Op == envs.NonNil:
			defs = append(defs, definition{to: ofTerm((base + p.Reg).Term(machine.NoKind)), val: notNil})
		case p.Of == envs.Whole && p.Op == envs.Copy && p.X.Reg == 0:
			defs = append(defs, definition{to: ofTerm((base + p.Reg).Term(p.X.Kind)), val: constant(p.X, env.Point())})
		}
	}
	return defs
}
