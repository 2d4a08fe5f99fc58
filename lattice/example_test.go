package lattice_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/lattice"
)

// The examples use intervals, a lattice like one that a user would write; see
// interval_test.go.

// A lock set for each path: what is held for certain
// after two paths meet is what was held on both.
func Example() {
	type locks = lattice.Set[string]
	held := lattice.NewStates(lattice.Dual(lattice.Powerset[string]{}))

	onePath := held.Of(lattice.SetOf("mu", "log"))
	otherPath := held.Of(lattice.SetOf("mu", "cache"))
	met, grew := onePath.Merge(otherPath)
	var after locks = met.Value()
	fmt.Println(after, grew)

	_, grew = met.Merge(otherPath)
	fmt.Println("again:", grew)
	// Output:
	// {mu} true
	// again: false
}

func ExampleProduct() {
	l := lattice.NewProduct(intervals{}, lattice.Flat[string]{})
	type fact = lattice.Pair[interval, lattice.Lifted[string]]
	a := fact{First: interval{0, 1}, Second: lattice.Just("open")}
	b := fact{First: interval{0, 5}, Second: lattice.Just("open")}
	c := fact{First: interval{0, 5}, Second: lattice.Just("closed")}
	fmt.Println(l.Join(a, b))
	fmt.Println(l.Join(b, c))
	fmt.Println(l.Widen(a, b))
	// Output:
	// {[0,5] open}
	// {[0,5] ⊤}
	// {[0,∞] open}
}

func ExampleLexicographic() {
	// The generation of a cache first, and what is in it second: contents of
	// an older generation do not count.
	l := lattice.Lexicographic(lattice.Lift(integers{}), lattice.Powerset[string]{Limit: 8})
	type cache = lattice.Pair[lattice.Lifted[int], lattice.Set[string]]
	old := cache{First: lattice.Just(1), Second: lattice.SetOf("a", "b")}
	one := cache{First: lattice.Just(2), Second: lattice.SetOf("c")}
	two := cache{First: lattice.Just(2), Second: lattice.SetOf("d")}
	fmt.Println(l.Join(old, one))
	fmt.Println(l.Join(one, two))
	// Output:
	// {2 {c}}
	// {2 {c d}}
}

func ExampleVector() {
	l := lattice.Vector(intervals{}, 3)
	a := []interval{{0, 0}, {1, 2}, nothing}
	b := []interval{{0, 1}, {1, 1}, {7, 7}}
	fmt.Println(l.Join(a, b))
	fmt.Println(l.Meet(a, b))
	fmt.Println(lattice.OperatorsOf(l).Widen(a, b, 100))
	// Output:
	// [[0,1] [1,2] [7,7]]
	// [[0,0] [1,1] ⊥]
	// [[0,100] [1,2] [7,7]]
}

func ExampleDual() {
	must := lattice.Dual(lattice.Powerset[string]{Limit: 8})
	fmt.Println(must.Join(lattice.SetOf("a", "b"), lattice.SetOf("b", "c")))
	fmt.Println(must.Bottom())
	// Output:
	// {b}
	// ⊤
}

func ExampleLift() {
	// "Not reached" is less than an unknown interval and less than none.
	l := lattice.LiftBottom(intervals{})
	unreached := l.Bottom()
	reached := lattice.Just(interval{1, 2})
	fmt.Println(unreached, l.Join(unreached, reached), l.Top())
	v, ok := lattice.OperatorsOf(l).Widen(reached, lattice.Just(interval{1, 3})).Get()
	fmt.Println(v, ok)
	// Output:
	// ⊥ [1,2] [-∞,∞]
	// [1,∞] true
}

func ExampleFlat() {
	constant := lattice.Flat[int]{}
	x, y := lattice.Just(4), lattice.Just(5)
	fmt.Println(constant.Join(x, x), constant.Join(x, y), constant.Meet(x, y))
	// Output:
	// 4 ⊤ ⊥
}

func ExamplePowerset() {
	l := lattice.Powerset[string]{Limit: 3}
	a, b := l.Of("x", "y"), l.Of("y", "z")
	fmt.Println(l.Join(a, b), l.Meet(a, b))
	fmt.Println(l.Join(l.Join(a, b), l.Of("w")))
	// Output:
	// {x y z} {y}
	// ⊤
}

func ExampleMayMap() {
	// Which threads may write to which location.
	writers := lattice.MayMap[uint32](lattice.Powerset[string]{Limit: 4})
	one := writers.Set(writers.Bottom(), 1, lattice.SetOf("main"))
	two := writers.Set(writers.Bottom(), 1, lattice.SetOf("worker"))
	two = writers.Set(two, 7, lattice.SetOf("worker"))
	both := writers.Join(one, two)
	fmt.Println(both)
	fmt.Println(writers.Get(both, 2))
	// Output:
	// {1: {main worker}, 7: {worker}}
	// {}
}

func ExampleMustMap() {
	// What is known of the variables, after a branch in which one of them is
	// unknown.
	env := lattice.MustMap[int](intervals{})
	then := env.Set(env.Set(env.Top(), 0, interval{1, 1}), 1, interval{5, 5})
	otherwise := env.Set(env.Top(), 0, interval{2, 2})
	joined := env.Join(then, otherwise)
	fmt.Println(joined, env.Get(joined, 1))
	fmt.Println(env.Join(joined, env.Bottom()))
	// Output:
	// {0: [1,2]} [-∞,∞]
	// {0: [1,2]}
}

// A loop i = 0; while i < 100 { i++ }, with widening and then narrowing.
func ExampleStates() {
	states := lattice.NewStates(intervals{})
	body := func(s lattice.State[interval]) lattice.State[interval] {
		in := intervals{}.Meet(s.Value(), interval{anything.lo, 99})
		if in != nothing {
			in = interval{in.lo + 1, in.hi + 1}
		}
		return s.With(intervals{}.Join(interval{0, 0}, in))
	}

	head := states.Of(interval{0, 0})
	for grew := true; grew; {
		head, grew = head.Widen(body(head))
	}
	fmt.Println("widened: ", head.Value())
	head, _ = head.Narrow(body(head))
	fmt.Println("narrowed:", head.Value())

	head, _ = states.Of(interval{0, 0}).Widen(body(states.Of(interval{0, 0})), 100)
	fmt.Println("with a threshold at once:", head.Value())
	// Output:
	// widened:  [0,∞]
	// narrowed: [0,100]
	// with a threshold at once: [0,100]
}

func ExampleDense() {
	of := lattice.Denses(intervals{})
	then := of(2, nothing)
	then.Set(0, interval{1, 1})
	otherwise := then.Clone()
	otherwise.Set(0, interval{3, 3})

	_, grew := then.Merge(otherwise)
	for i, v := range then.All() {
		fmt.Println(i, v)
	}
	fmt.Println(grew)
	// Output:
	// 0 [1,3]
	// 1 ⊥
	// true
}

func ExampleMap() {
	var m lattice.Map[int, string]
	m = m.Set(3, "c").Set(-1, "a").Set(2, "b")
	n := m.Set(2, "B").Delete(3)
	for k, v := range n.All() {
		fmt.Println(k, v)
	}
	same := func(a, b string) bool { return a == b }
	for k, change := range m.Diff(n, same) {
		fmt.Printf("%d: %+v\n", k, change)
	}
	// Output:
	// -1 a
	// 2 B
	// 2: {Before:b After:B Had:true Has:true}
	// 3: {Before:c After: Had:true Has:false}
}

// Merge unites two maps, and gives one of them back if the other adds nothing.
func ExampleMap_Merge() {
	larger := func(a, b int) (int, lattice.Side) {
		switch {
		case a == b:
			return a, lattice.Both
		case a > b:
			return a, lattice.Left
		}
		return b, lattice.Right
	}
	var m, n lattice.Map[uint8, int]
	m = m.Set(1, 10).Set(2, 20)
	n = n.Set(2, 25).Set(3, 30)
	both, _ := m.Merge(n, larger)
	for k, v := range both.All() {
		fmt.Println(k, v)
	}
	again, side := both.Merge(m, larger)
	fmt.Println(again.Same(both), side == lattice.Left)
	// Output:
	// 1 10
	// 2 25
	// 3 30
	// true true
}
