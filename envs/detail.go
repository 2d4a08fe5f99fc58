package envs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/domains/machine"
)

// A Detail is what an operation does with values, beyond its kind. It tells how
// the values that it defines come about, what it takes for granted, and what
// control learns from it. It speaks of integers, lengths and nil. Of any other
// value it says only that it is a copy of another. So one algorithm serves all
// languages and types: indexing an array, slicing a string and dividing are
// conditions between terms. Booleans are the integers 0 and 1. Where a value may be
// of several sorts, only what holds of all is said. In package ir nil, too, counts as
// false, and "if c" teaches that c is not nil, but not that c != 0.
//
//	operation     defines                                 checks
//	x + y         r = x + y
//	x / y         r = x / y                               division: y != 0
//	x << y        r = x << y                              shift: y >= 0
//	T(x)          r = convert x                           conversion: min <= x, x <= max
//	len(s)        r = len(s)
//	make([]T, n)  len(r) = n, cap(r) = n, r != nil        size: n >= 0
//	s[i]                                                  index: i >= 0, i < len(s)
//	s[i:j]        len(r) = j - i, cap(r) = cap(s) - i     slice: i >= 0, i <= j, j <= cap(s)
//	*p, p.f       (what was loaded last, if it must be)   dereference: p != nil
//	m[k] = v                                              map write: m != nil
//	f(x)                                                  call: f != nil
//	if x < y      on one way x < y, on the other x >= y
//	if ok         on one way ok != 0, on the other ok == 0, if ok is an integer
//	return x, nil passes 1 = x, 2 = nil
type Detail struct {
	// Defs say how what the operation defines comes about: at most one for each
	// register and measure. Of what has none, nothing is known.
	Defs []Def
	// Checks are conditions without which the operation does not do what it says,
	// in the order in which they are tested.
	Checks []Check
	// Facts hold after the operation, if it took effect, beyond what Defs say.
	Facts []Condition
	// Passes say how what is handed over comes about: of a Call or Fork the callee's
	// parameters, of a Return the results. In them register i stands for parameter or
	// result i, counted from 1. As with Defs, there may be one for each measure: the
	// length of a parameter has one of its own. Of what has none, nothing is known.
	Passes []Def
	// Hidden says of a Return that its function may also return in a way that is not
	// shown, with other results. A deferred function may recover from a run-time error, or
	// change results that were read. What is known at the Return may then not hold for the
	// caller.
	Hidden bool
	// On lists, for each target of a Branch or Switch, what holds when control goes
	// there. It may be shorter than the list of targets.
	On [][]Condition
}

// Empty reports whether there is nothing that the detail says.
func (d *Detail) Empty() bool {
	return len(d.Defs)+len(d.Checks)+len(d.Facts)+len(d.Passes)+len(d.On) == 0 && !d.Hidden
}

// Reads calls f for each register that the detail speaks of, but for those that it
// defines.
func (d *Detail) Reads(f func(Reg)) {
	term := func(t Term) {
		if t.Reg != 0 {
			f(t.Reg)
		}
	}
	conds := func(cs []Condition) {
		for _, c := range cs {
			term(c.X)
			term(c.Y)
		}
	}
	for i := range d.Defs {
		term(d.Defs[i].X)
		term(d.Defs[i].Y)
	}
	for i := range d.Passes {
		term(d.Passes[i].X)
	}
	for i := range d.Checks {
		conds(d.Checks[i].All)
	}
	for _, cs := range d.On {
		conds(cs)
	}
	for _, c := range d.Facts { // of what is defined, in terms of what was there before
		for _, t := range []Term{c.X, c.Y} {
			if !d.defines(t.Reg) {
				term(t)
			}
		}
	}
}

func (d *Detail) defines(r Reg) bool {
	for i := range d.Defs {
		if d.Defs[i].Reg == r {
			return true
		}
	}
	return false
}

// A Measure says what of a value a Term speaks of.
type Measure uint8

// The measures.
const (
	Whole Measure = iota // the value itself
	Len                  // its length
	Cap                  // its capacity
)

// A Term is a value in a condition or definition: what a register holds, its
// length or capacity, or a constant. Terms are comparable with ==. The zero Term is
// the nil of any type.
type Term struct {
	Reg  Reg     // 0 for a constant
	Of   Measure // what of the register's value
	Kind machine.Kind
	// Const is the value if Reg is 0: the zero Value is nil if Kind is NoKind.
	Const machine.Value
}

// ConstTerm is the term for a constant integer.
func ConstTerm(v machine.Value) Term { return Term{Kind: v.Kind(), Const: v} }

// Term is the term for what a register holds, an integer of kind k, or, if k is
// NoKind, something else.
func (r Reg) Term(k machine.Kind) Term { return Term{Reg: r, Kind: k} }

// Of is the term for the length or capacity of what register r holds.
func (m Measure) Of(r Reg) Term { return Term{Reg: r, Of: m, Kind: machine.Int} }

// IsNil reports whether the term is the constant nil.
func (t Term) IsNil() bool { return t == Term{} }

// Int reports whether the term is an integer. A length is one.
func (t Term) Int() bool { return t.Kind != machine.NoKind }

// Text writes the term with names of registers, such as those of Knowledge.Names: "len(s)", "i", "3".
func (t Term) Text(names func(Reg) string) string {
	name := "nil"
	switch {
	case t.Reg != 0 && names != nil:
		name = names(t.Reg)
	case t.Reg != 0:
		name = "r" + strconv.Itoa(int(t.Reg))
	case t.Int():
		name = t.Const.String()
	}
	switch t.Of {
	case Len:
		return "len(" + name + ")"
	case Cap:
		return "cap(" + name + ")"
	}
	return name
}

// String is Text with registers for names.
func (t Term) String() string { return t.Text(nil) }

// A Condition relates two terms. Integers are compared as numbers, whatever their
// kinds; other values are compared with Eq and Ne only. Test of a machine.Domain is for terms of one kind: ask first
// whether X.Kind is Y.Kind, as it is not where a uint8 is an index.
type Condition struct {
	X   Term
	Cmp machine.Cmp
	Y   Term
}

// Negate is the condition that holds exactly where c does not.
func (c Condition) Negate() Condition { return Condition{c.X, c.Cmp.Negate(), c.Y} }

// NilTest is the register that the condition compares with nil, and whether it says that
// it is nil; r is 0 if the condition is another one.
func (c Condition) NilTest() (r Reg, isNil bool) {
	x, y := c.X, c.Y
	if x.IsNil() {
		x, y = y, x
	}
	if !y.IsNil() || x.Of != Whole || c.Cmp != machine.Eq && c.Cmp != machine.Ne {
		return 0, false
	}
	return x.Reg, c.Cmp == machine.Eq
}

// Text writes the condition with names of registers: "i < len(s)".
func (c Condition) Text(names func(Reg) string) string {
	return c.X.Text(names) + " " + c.Cmp.String() + " " + c.Y.Text(names)
}

// String is Text with registers for names.
func (c Condition) String() string { return c.Text(nil) }

// A CheckKind says what is wrong where a check fails.
type CheckKind uint8

// The kinds of checks.
const (
	IndexCheck    CheckKind = iota // an element is accessed: the index is below the length
	SliceCheck                     // a part is taken: bounds ascend and end within the capacity
	SizeCheck                      // something is made: its size is not negative
	DivisionCheck                  // the divisor is not zero
	ShiftCheck                     // the count is not negative
	// the number fits the new kind, unless a part of it is meant; nothing is thrown if not
	ConversionCheck
	NilCheck     // a pointer that is followed is not nil
	NilMapCheck  // a map that is written is not nil
	NilCallCheck // a function that is called is not nil

	numChecks
)

var checkNames = [numChecks]string{"index", "slice", "size", "division", "shift", "conversion", "dereference",
	"map write", "call"}

// String is a word or two for the kind.
func (k CheckKind) String() string {
	if k < numChecks {
		return checkNames[k]
	}
	return fmt.Sprintf("check(%d)", uint8(k))
}

// Throws reports whether an operation whose check fails takes no effect and
// throws. Otherwise it goes on, with a result that is seldom what was meant.
func (k CheckKind) Throws() bool { return k != ConversionCheck }

// A Check is what an operation takes for granted: that all its conditions hold.
type Check struct {
	Kind CheckKind
	All  []Condition
}

// Terms are the check's terms that are no constants, each once, in the order in
// which they appear. A run tells their values when the check fails.
func (c *Check) Terms() []Term {
	var ts []Term
	for _, cond := range c.All {
		for _, t := range []Term{cond.X, cond.Y} {
			if t.Reg != 0 && !slices.Contains(ts, t) {
				ts = append(ts, t)
			}
		}
	}
	return ts
}

// Text writes the check with names of registers: "i >= 0 and i < len(s)".
func (c *Check) Text(names func(Reg) string) string {
	parts := make([]string, len(c.All))
	for i, cond := range c.All {
		parts[i] = cond.Text(names)
	}
	return strings.Join(parts, " and ")
}

// String is Text with registers for names.
func (c *Check) String() string { return c.Text(nil) }

// An Operator says how a Def computes its value.
type Operator uint8

// The operators.
const (
	Any     Operator = iota // some value of the kind
	Copy                    // X
	Binary                  // X Arith Y, in the arithmetic of the kind
	Unary                   // One X, in the arithmetic of the kind
	Convert                 // X in the kind: truncated or extended
	Minimum                 // the lesser of X and Y
	Maximum                 // the greater of X and Y
	NonNil                  // something that is not nil
)

// A Def says how a value that an operation defines comes about. The terms mean
// what registers held before the operation.
type Def struct {
	Reg   Reg     // what is defined
	Of    Measure // its value, length or capacity
	Op    Operator
	Arith machine.Op    // of Binary
	One   machine.Unary // of Unary
	Kind  machine.Kind  // of what is defined; NoKind if it is no integer
	X, Y  Term
}

// Target is what is defined, as a term.
func (d *Def) Target() Term { return Term{Reg: d.Reg, Of: d.Of, Kind: d.Kind} }

// Text writes the definition with names of registers: "len(t) = j - i".
func (d *Def) Text(names func(Reg) string) string {
	s := d.Target().Text(names) + " = "
	x, y := d.X.Text(names), d.Y.Text(names)
	switch d.Op {
	case Copy:
		return s + x
	case Binary:
		return s + x + " " + d.Arith.String() + " " + y
	case Unary:
		return s + d.One.String() + x
	case Convert:
		return s + d.Kind.String() + "(" + x + ")"
	case Minimum:
		return s + "min(" + x + ", " + y + ")"
	case Maximum:
		return s + "max(" + x + ", " + y + ")"
	case NonNil:
		return d.Target().Text(names) + " != nil"
	}
	return s + "any " + d.Kind.String()
}

// String is Text with registers for names.
func (d *Def) String() string { return d.Text(nil) }

// NoDetail is the Detail of an operation of which there is nothing to say. It must
// not be changed.
var NoDetail = &Detail{}
