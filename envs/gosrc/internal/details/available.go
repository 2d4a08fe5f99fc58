package details

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// available finds values that must be equal to earlier ones. These are values of computations with equal operands, and
// of loads that deliver what an earlier load or store of the function left in the same place. In
//
//	for i := 0; i < len(x.items); i++ {
//		use(x.items[i])
//	}
//
// the second load of x.items gives what the first one gave. It is an analysis of available expressions over the
// blocks of the function (Aho et al., Compilers, section 9.2.6), with places told apart by type and field. What
// another thread may write counts as written where threads synchronise, and nowhere else: a program without data
// races cannot tell the difference.
type available struct {
	fn      *ssa.Function
	effects *effects
	rep     map[ssa.Value]ssa.Value // of a load, the value that it must equal
	places  map[step]int            // numbers of places
	sums    map[sum]int             // numbers of computations
	values  map[ssa.Value]int       // numbers of values
	consts  map[string]int
	locals  locals
	next    int
}

// step is one step of an address: from a pointer or place to a part of what it points to. Addresses with equal steps
// are equal.
type step struct {
	from  int
	kind  byte // '*' all of it, 'f' a field, 'i' an element
	index int
}

// sum is a computation that gives the same for the same operands. A constant has no kind of its own, so the kind of
// what is computed counts.
type sum struct {
	op   token.Token // 0 of a conversion
	kind machine.Kind
	x, y int
}

// pure is the computation that a value is the result of, if it is one.
func (a *available) pure(v ssa.Instruction) (sum, bool) {
	switch x := v.(type) {
	case *ssa.BinOp:
		k := kindOf(x.Type())
		return sum{op: x.Op, kind: k, x: a.number(x.X), y: a.number(x.Y)}, k.Valid()
	case *ssa.UnOp:
		k := kindOf(x.Type())
		return sum{op: x.Op, kind: k, x: a.number(x.X), y: -1}, k.Valid() && (x.Op == token.SUB || x.Op == token.XOR)
	case *ssa.Convert:
		k := kindOf(x.Type())
		return sum{kind: k, x: a.number(x.X), y: -1}, k.Valid() && kindOf(x.X.Type()).Valid()
	}
	return sum{}, false
}

// known is what is in a place, or what a computation gives, which nothing changes.
type known struct {
	place int
	class class
	val   ssa.Value
	local bool       // no function that is called can write the place
	root  *ssa.Alloc // if local, the variable that the place is in; nil of a computation
}

// maxKnown is how many places and results are followed at a time, and maxRounds how deep loads through loaded
// pointers are.
const (
	maxKnown  = 96
	maxRounds = 4
)

// equalValues gives, for loads and computations that must give a value that is at hand, that value.
func equalValues(fn *ssa.Function, e *effects) map[ssa.Value]ssa.Value {
	e.once.Do(e.solve)
	a := &available{fn: fn, effects: e, rep: map[ssa.Value]ssa.Value{}, locals: locals{}}
	for range maxRounds {
		found := a.round()
		if len(found) == len(a.rep) {
			break
		}
		a.rep = found // equal pointers lead to equal places
	}
	return a.rep
}

// round solves the equations with what is known of pointers so far. Where control comes to no block from one that
// follows it, that takes one pass.
//
// What is known at the end of a block only ever shrinks, which it does by itself but for the limit on how much is
// known.
func (a *available) round() (found map[ssa.Value]ssa.Value) {
	a.places, a.sums, a.values, a.consts, a.next = map[step]int{}, map[sum]int{}, map[ssa.Value]int{}, map[string]int{}, 0
	n := len(a.fn.Blocks)
	out := make([][]known, n)
	done := make([]bool, n)
	order := walk.ReversePostorder(a.fn)
	for first, again := true, true; again; first = false {
		again, found = false, map[ssa.Value]ssa.Value{}
		for _, b := range order {
			s, all := meetOf(b, out, done)
			s = a.block(b, s, found)
			if done[b.Index] {
				s = slices.DeleteFunc(s, func(k known) bool { return !slices.Contains(out[b.Index], k) })
			}
			again = again || first && !all || done[b.Index] && !slices.Equal(s, out[b.Index])
			out[b.Index], done[b.Index] = s, true
		}
	}
	return found
}

// meetOf is what is known on all ways into b that were seen so far, and whether these are all.
func meetOf(b *ssa.BasicBlock, out [][]known, done []bool) (s []known, all bool) {
	first, all := true, true
	for _, p := range b.Preds {
		switch {
		case !done[p.Index]:
			all = false
		case first:
			s, first = slices.Clone(out[p.Index]), false
		default:
			s = slices.DeleteFunc(s, func(k known) bool { return !slices.Contains(out[p.Index], k) })
		}
	}
	return s, all
}

// block is what is known at the end of b, if s is at its beginning. Loads that deliver something known are noted in
// found.
func (a *available) block(b *ssa.BasicBlock, s []known, found map[ssa.Value]ssa.Value) []known {
	for _, i := range b.Instrs {
		if e, ok := a.pure(i); ok {
			s = a.compute(number1(a, a.sums, e), i.(ssa.Value), s, found)
			continue
		}
		switch x := i.(type) {
		case *ssa.UnOp:
			if x.Op == token.ARROW {
				s = forget(s, nil)
			} else if x.Op == token.MUL && !isCompound(x.Type()) {
				place, c, root := a.place(x.X)
				at := slices.IndexFunc(s, func(k known) bool { return k.place == place })
				if at < 0 {
					s = learn(s, known{place, c, x, root != nil || a.effects.isFinal(x.X), root})
				} else {
					found[x] = s[at].val
				}
			}
		case *ssa.Store:
			place, c, root := a.place(x.Addr)
			switch {
			case !isCompound(x.Val.Type()):
				s = slices.DeleteFunc(s, func(k known) bool { return k.place == place || k.class.of != nil && k.class.mayBe(c) })
				s = learn(s, known{place, c, a.value(x.Val), root != nil || a.effects.isFinal(x.Addr), root})
			case root != nil:
				s = slices.DeleteFunc(s, func(k known) bool { return k.root == root })
			default:
				s = forget(s, &written{a.effects.stored(x)})
			}
		case *ssa.Call:
			s = forget(s, a.effects.of(a.fn, x.Common()))
		case *ssa.Send, *ssa.Select, *ssa.Go, *ssa.RunDefers:
			s = forget(s, nil)
		}
	}
	return s
}

// compute notes the result of a computation, or that it is known.
func (a *available) compute(number int, v ssa.Value, s []known, found map[ssa.Value]ssa.Value) []known {
	at := slices.IndexFunc(s, func(k known) bool { return k.place == number })
	if at < 0 {
		return learn(s, known{place: number, val: v, local: true})
	}
	found[v] = s[at].val
	return s
}

func learn(s []known, k known) []known {
	if len(s) >= maxKnown {
		s = slices.Delete(s, 0, 1)
	}
	return append(s, k)
}

// forget drops what a call may have written: all but local places if it is nil.
func forget(s []known, w *written) []known {
	return slices.DeleteFunc(s, func(k known) bool { return !k.local && (w == nil || w.may(k.class)) })
}

// value is what v must equal.
func (a *available) value(v ssa.Value) ssa.Value {
	if r, ok := a.rep[v]; ok {
		return r
	}
	return v
}

// pointer numbers what v points to, or the place that it is the address of.
func (a *available) pointer(v ssa.Value) int {
	switch v.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr:
		n, _, _ := a.place(v)
		return n
	}
	return a.number(v)
}

func (a *available) number(v ssa.Value) int {
	v = a.value(v)
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Int && kindOf(c.Type()).Valid() {
		return number1(a, a.consts, c.Value.ExactString())
	}
	return number1(a, a.values, v)
}

func number1[K comparable](a *available, m map[K]int, k K) int {
	n, ok := m[k]
	if !ok {
		a.next++
		n = a.next
		m[k] = n
	}
	return n
}

// place numbers the place at an address. If it is in a variable that only loads and stores of the function reach,
// that is root.
func (a *available) place(addr ssa.Value) (n int, c class, root *ssa.Alloc) {
	var s step
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		s = step{a.pointer(x.X), 'f', x.Field}
	case *ssa.IndexAddr:
		s = step{a.pointer(x.X), 'i', a.number(x.Index)}
	default:
		s = step{a.number(addr), '*', 0}
	}
	return number1(a, a.places, s), a.effects.classOf(addr), a.locals.of(addr)
}

// locals says of the variables of a function whether only loads and stores of the function reach them. Each is looked
// at once: a table has thousands of accesses.
type locals map[*ssa.Alloc]bool

// of is the variable that an address is of or in, if only loads and stores of the function reach it.
func (l locals) of(addr ssa.Value) *ssa.Alloc {
	a, ok := local.Outermost(addr).(*ssa.Alloc)
	if !ok {
		return nil
	}
	stays, known := l[a]
	if !known {
		stays = local.StaysInFrame(a, 0)
		l[a] = stays
	}
	if !stays {
		return nil
	}
	return a
}
