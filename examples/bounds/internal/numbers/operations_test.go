package numbers_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/bounds/internal/numbers"
)

var (
	binaries = []machine.Op{machine.Add, machine.Sub, machine.Mul, machine.Quo, machine.Rem, machine.And, machine.Or,
		machine.Xor, machine.AndNot, machine.Shl, machine.Shr}
	cmps = []machine.Cmp{machine.Eq, machine.Ne, machine.Lt, machine.Le, machine.Gt, machine.Ge}
)

// frame is concrete registers, of two kinds, and what is known of them.
type frame struct {
	regs  map[envs.Reg]machine.Value
	known *numbers.State
}

// numberOf draws a number of a kind, most often a small one or one beside a bound.
func numberOf(t *rapid.T, k machine.Kind) machine.Value {
	small := k.Of(rapid.Int64Range(-3, 12).Draw(t, "small"))
	switch rapid.IntRange(0, 9).Draw(t, "from") {
	case 0:
		v, _ := machine.Apply(machine.Add, k.Max(), small)
		return v
	case 1:
		return k.Bitwise(rapid.Uint64().Draw(t, "bits"))
	}
	return small
}

// term draws a constant or a register of a kind, with its value.
func (f *frame) term(t *rapid.T, k machine.Kind) (envs.Term, machine.Value) {
	if r := f.reg(t); f.regs[r].Kind() == k {
		return r.Term(k), f.regs[r]
	}
	v := numberOf(t, k)
	return envs.ConstTerm(v), v
}

func (f *frame) reg(t *rapid.T) envs.Reg { return envs.Reg(rapid.IntRange(1, 6).Draw(t, "register")) }

// define steps over a definition of a register, by any operator.
func (f *frame) define(t *rapid.T) {
	r := f.reg(t)
	k := f.regs[r].Kind()
	d := envs.Def{Reg: r, Kind: k}
	var x, y, result machine.Value
	d.X, x = f.term(t, k)
	d.Y, y = f.term(t, k)
	result, ok := x, true
	switch d.Op = rapid.SampledFrom([]envs.Operator{envs.Any, envs.Copy, envs.Convert, envs.Unary, envs.Minimum,
		envs.Maximum,
		envs.Binary, envs.Binary, envs.Binary, envs.Binary}).Draw(t, "operator"); d.Op {
	case envs.Any:
		result = numberOf(t, k)
	case envs.Convert:
		d.X, x = f.term(t, f.regs[f.reg(t)].Kind())
		result = x.Convert(k)
	case envs.Unary:
		d.One = rapid.SampledFrom([]machine.Unary{machine.Neg, machine.Not}).Draw(t, "unary")
		result, ok = machine.ApplyUnary(d.One, x)
	case envs.Minimum:
		result = slices.MinFunc([]machine.Value{x, y}, machine.Value.Compare)
	case envs.Maximum:
		result = slices.MaxFunc([]machine.Value{x, y}, machine.Value.Compare)
	case envs.Binary:
		d.Arith = rapid.SampledFrom(binaries).Draw(t, "binary")
		if d.Arith.IsShift() {
			d.Y, y = f.term(t, f.regs[f.reg(t)].Kind())
		}
		result, ok = machine.Apply(d.Arith, x, y)
	}
	if ok { // or else it throws
		f.known.Step(&envs.Op{Kind: envs.Compute, Dst: r, Results: 1, Uses: []envs.Reg{d.X.Reg, d.Y.Reg}},
			&envs.Detail{Defs: []envs.Def{d}})
		f.regs[r] = result
	}
}

// learn assumes something that holds.
func (f *frame) learn(t *rapid.T) {
	k := f.regs[f.reg(t)].Kind()
	x, xv := f.term(t, k)
	y, yv := f.term(t, k)
	c := rapid.SampledFrom(cmps).Draw(t, "cmp")
	if !c.Holds(xv, yv) {
		c = c.Negate()
	}
	f.known.Assume([]envs.Condition{is(x, c, y)})
}

// other is what is known of some other frame with registers of the same kinds.
func (f *frame) other(t *rapid.T) *numbers.State {
	g := &frame{regs: map[envs.Reg]machine.Value{}, known: numbers.New(6)}
	for r := envs.Reg(1); r <= 6; r++ {
		g.regs[r] = numberOf(t, f.regs[r].Kind())
	}
	for range 3 {
		g.learn(t)
		g.define(t)
	}
	return g.known
}

// What is known of a frame holds of its registers, whatever operations of whatever kinds
// of integers come in whatever order.
func TestOperationsAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &frame{regs: map[envs.Reg]machine.Value{}, known: numbers.New(rapid.IntRange(1, 6).Draw(t, "related"))}
		kinds := []machine.Kind{rapid.SampledFrom(machine.Kinds()).Draw(t, "kind"),
			rapid.SampledFrom(machine.Kinds()).Draw(t, "kind")}
		for r := envs.Reg(1); r <= 6; r++ {
			f.regs[r] = numberOf(t, kinds[r%2])
		}
		t.Repeat(map[string]func(*rapid.T){
			"":       f.check,
			"define": f.define,
			"learn":  f.learn,
			"again":  f.define,
			"more":   f.learn,
			"merge":  func(t *rapid.T) { f.known, _ = f.known.Merge(f.other(t)) },
			"widen and narrow": func(t *rapid.T) {
				before := f.known.Clone()
				f.known, _ = f.known.Widen(f.other(t))
				f.known, _ = f.known.Narrow(before)
			},
			"drop": func(t *rapid.T) {
				gone := f.reg(t)
				f.known.DropRegisters(func(r envs.Reg) bool { return r == gone })
			},
		})
	})
}

func (f *frame) check(t *rapid.T) {
	if f.known.Impossible() {
		t.Fatalf("%v is said to be impossible", f.regs)
	}
	for r := range f.regs {
		x := r.Term(f.regs[r].Kind())
		v, fits := f.regs[r].Int64()
		if !fits {
			continue
		}
		if iv := f.known.Range(x); !iv.Contains(v) {
			t.Fatalf("%v = %d is not in %v: %s", x, v, iv, f.known)
		}
		for q := range r {
			y := q.Term(f.regs[q].Kind())
			w, fits := f.regs[q].Int64()
			if d := v - w; q > 0 && fits && (v >= w) == (d >= 0) && !f.known.Difference(x, y).Contains(d) {
				t.Fatalf("%v - %v = %d is not in %v: %s", x, y, d, f.known.Difference(x, y), f.known)
			}
		}
	}
}

// What is known of r = x op y within bounds of x and y: its bounds, and those of r - x and
// r - y.
func TestOperationsArePrecise(t *testing.T) {
	x, y, r := envs.Reg(1).Term(machine.Int), envs.Reg(2).Term(machine.Int), envs.Reg(3).Term(machine.Int)
	type bounds [2]int64
	of := func(iv linear.Interval) bounds { return bounds{iv.Lo, iv.Hi} }
	by := func(op machine.Op) envs.Def { return envs.Def{Op: envs.Binary, Arith: op} }
	for _, c := range []struct {
		x, y            bounds
		def             envs.Def
		r, lessX, lessY bounds
	}{
		{bounds{1, 10}, bounds{2, 5}, envs.Def{Op: envs.Minimum}, bounds{1, 5}, bounds{-9, 0}, bounds{-4, 0}},
		{bounds{1, 10}, bounds{2, 5}, envs.Def{Op: envs.Maximum}, bounds{2, 10}, bounds{0, 9}, bounds{0, 8}},
		{bounds{1, 10}, bounds{2, 5}, by(machine.Add), bounds{3, 15}, bounds{2, 5}, bounds{1, 10}},
		{bounds{1, 10}, bounds{2, 5}, by(machine.Sub), bounds{-4, 8}, bounds{-5, -2}, bounds{-9, 6}},
		{bounds{1, 10}, bounds{2, 2}, by(machine.Shl), bounds{4, 40}, bounds{3, 30}, bounds{2, 38}},
		{bounds{1, 10}, bounds{3, 3}, by(machine.Mul), bounds{3, 30}, bounds{2, 20}, bounds{0, 27}},
		{bounds{1, 10}, bounds{2, 5}, by(machine.Quo), bounds{0, 5}, bounds{-10, -1}, bounds{-5, 3}},
		{bounds{0, 10}, bounds{1, 5}, by(machine.Quo), bounds{0, 10}, bounds{-10, 0}, bounds{-5, 9}},
		{bounds{1, 10}, bounds{2, 5}, by(machine.Rem), bounds{0, 4}, bounds{-10, 0}, bounds{-5, -1}},
		{bounds{1, 10}, bounds{1, 5}, by(machine.Rem), bounds{0, 4}, bounds{-10, 0}, bounds{-5, -1}},
		{bounds{1, 10}, bounds{0, 5}, by(machine.And), bounds{0, 5}, bounds{-10, 0}, bounds{-5, 0}},
		{bounds{0, 10}, bounds{2, 5}, by(machine.AndNot), bounds{0, 10}, bounds{-10, 0}, bounds{-5, 8}},
		{bounds{0, 10}, bounds{1, 5}, by(machine.Shr), bounds{0, 5}, bounds{-10, 0}, bounds{-5, 4}},
		{bounds{1, 10}, bounds{2, 5}, envs.Def{Op: envs.Unary, One: machine.Neg}, bounds{-10, -1}, bounds{-20, -2},
			bounds{-15, -3}},
		{bounds{1, 10}, bounds{2, 5}, envs.Def{Op: envs.Unary, One: machine.Not}, bounds{-11, -2}, bounds{-21, -3},
			bounds{-16, -4}},
	} {
		d := c.def
		d.Reg, d.Kind, d.X, d.Y = 3, machine.Int, x, y
		t.Run(d.String(), func(t *testing.T) {
			s := numbers.New(8)
			s.Assume([]envs.Condition{is(x, machine.Ge, number(c.x[0])), is(x, machine.Le, number(c.x[1])),
				is(y, machine.Ge, number(c.y[0])), is(y, machine.Le, number(c.y[1]))})
			s.Step(&envs.Op{Kind: envs.Compute, Dst: 3, Results: 1, Uses: []envs.Reg{1, 2}}, &envs.Detail{Defs: []envs.Def{d}})
			require.Equal(t, []bounds{c.r, c.lessX, c.lessY}, []bounds{of(s.Range(r)), of(s.Difference(r, x)),
				of(s.Difference(r, y))}, "%s", s)
		})
	}
}

// Of what is no integer, as the sum of two floats that integers were converted to, nothing
// is known.
func TestOtherKinds(t *testing.T) {
	x, r := envs.Reg(1).Term(machine.Int), envs.Reg(3).Term(machine.NoKind)
	s := numbers.New(8)
	s.Assume([]envs.Condition{is(x, machine.Eq, number(7))})
	s.Step(&envs.Op{Kind: envs.Compute, Dst: 3, Results: 1, Uses: []envs.Reg{1}}, &envs.Detail{
		Defs: []envs.Def{{Reg: 3, Op: envs.Binary, Arith: machine.Quo, X: x, Y: number(2)}}})
	require.Equal(t, linear.Full(), s.Range(r), "%s", s)
}
