package pack_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/octagon"
	"github.com/seed38182bad/parallax/domains/pack"
)

// many returns a state of 3000 keys in packs of three, each key bounded and each pack
// related: a function's registers, of which each loop relates few.
func many() pack.State[int32, *octagon.State] {
	const n = 3000
	var o pack.Options[int32]
	for k := int32(0); k < n; k += 3 {
		o.Packs = append(o.Packs, []int32{k, k + 1, k + 2})
	}
	d, err := pack.New(octagon.New, o)
	if err != nil {
		panic(err)
	}
	s := d.Top()
	for k := int32(0); k < n; k += 3 {
		i, j := linear.Var(k), linear.Var(k+1)
		s = s.Assign(k, linear.Const[int32](0)).
			Assume(j, machine.Ge, linear.Const[int32](1)).
			Assume(i, machine.Lt, j).
			Assign(k+2, j.Minus(i))
	}
	return s
}

func BenchmarkAssign(b *testing.B) {
	s := many()
	for name, e := range map[string]linear.Expr[int32]{
		"increment": linear.Var[int32](1500).Add(1),
		"copy":      linear.Var[int32](1501).Add(3),
		"linear":    linear.Var[int32](1501).Times(2).Minus(linear.Var[int32](1502)).Add(7),
		"elsewhere": linear.Var[int32](3).Add(7),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Assign(1500, e)
			}
		})
	}
}

func BenchmarkAssume(b *testing.B) {
	s := many()
	x, y := linear.Var[int32](1501), linear.Const[int32](9)
	b.ReportAllocs()
	for b.Loop() {
		s.Assume(x, machine.Le, y)
	}
}

// BenchmarkMerge merges two states that differ in 10 of 1000 packs, and compares
// that with as many packs that have nothing in common in memory.
func BenchmarkMerge(b *testing.B) {
	s := many()
	t := s
	for k := int32(0); k < 3000; k += 300 {
		t = t.Assign(k, linear.Const[int32](1))
	}
	apart := many()
	run := func(name string, other pack.State[int32, *octagon.State]) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Merge(other)
			}
		})
	}
	run("differ in 10", t)
	run("equal, nothing shared", apart)
	run("same", s)
}
