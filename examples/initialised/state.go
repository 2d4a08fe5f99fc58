package initialised

import (
	"cmp"
	"iter"

	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/envs"
)

// state is what is known before the latest operation, and after it. The first answers questions about the operands of
// an operation that defines one of them anew.
type state struct{ before, after known }

// known is what is certain at a point: where paths meet, what is certain on all of them. An object is private only as
// long as each register that may hold it is known, so registers are followed on both sides.
type known struct {
	held  environment.Sparse[holding, holds, registers]
	facts environment.Sparse[fact, bool, certain]
}

// A holding is a register with an object.
type holding struct {
	reg envs.Reg
	object
}

// holds says whether a register holds an object.
type holds uint8

const (
	never holds = iota
	surely
	maybe // and the join of the other two
)

// An object is one that a frame has made, or was given.
type object struct {
	at    envs.Point // the New that made it, at its latest execution
	param int        // the parameter that held it at first, counted from 1
}

// A fact is that a field of an object is written, or that it is private.
type fact struct {
	of    object
	field string
}

// These stand in place of a field.
const (
	private = ""  // nothing but registers leads to the object
	all     = "*" // the object is written as a whole
)

type registers struct{}

func (registers) Compare(a, b holding) int {
	return cmp.Or(cmp.Compare(a.reg, b.reg), a.at.Compare(b.at), cmp.Compare(a.param, b.param))
}
func (registers) Rest() holds           { return never }
func (registers) Equal(a, b holds) bool { return a == b }

func (registers) Join(a, b holds) holds {
	if a != b {
		return maybe
	}
	return a
}

type certain struct{}

func (certain) Compare(a, b fact) int {
	return cmp.Or(a.of.at.Compare(b.of.at), cmp.Compare(a.of.param, b.of.param), cmp.Compare(a.field, b.field))
}
func (certain) Rest() bool           { return false }
func (certain) Equal(a, b bool) bool { return a == b }
func (certain) Join(a, b bool) bool  { return a && b }

// of are the objects that a register may hold.
func (k *known) of(r envs.Reg) iter.Seq2[object, holds] {
	return func(yield func(object, holds) bool) {
		first, _ := k.held.Find(holding{reg: r})
		for h, is := range k.held.From(first) {
			if h.reg != r || !yield(h.object, is) {
				return
			}
		}
	}
}

// in is the object that a register certainly holds.
func (k *known) in(r envs.Reg) (o object, ok bool) {
	for o, is := range k.of(r) {
		if is == surely {
			return o, true
		}
	}
	return object{}, false
}

// knows reports whether a fact holds of the object in a register.
func (k *known) knows(r envs.Reg, field string) bool {
	o, ok := k.in(r)
	return ok && k.facts.Get(fact{o, field})
}

// write notes that a field is written of the object that a register certainly holds.
func (k *known) write(r envs.Reg, field string) {
	if o, ok := k.in(r); ok {
		k.facts.Set(fact{o, field}, true)
	}
}

// release notes that more than registers may lead to what a register may hold.
func (k *known) release(r envs.Reg) {
	for o := range k.of(r) {
		k.facts.Set(fact{o, private}, false)
	}
}

// copy puts what one register of another state may hold into a register.
func (k *known) copy(to envs.Reg, from *known, r envs.Reg) {
	for o, is := range from.of(r) {
		k.held.Set(holding{to, o}, is)
	}
}

// make puts a new object into a register, and forgets the one that was made at its place before.
func (k *known) make(r envs.Reg, o object) {
	k.held.Drop(func(h holding, _ holds) bool { return h.object == o })
	k.facts.Drop(func(f fact, _ bool) bool { return f.of == o })
	k.held.Set(holding{r, o}, surely)
	k.facts.Set(fact{o, private}, true)
}

// once reports whether at most one of the registers may hold an object.
func (k *known) once(regs []envs.Reg, o object) bool {
	n := 0
	for _, r := range regs {
		if k.held.Get(holding{r, o}) != never {
			n++
		}
	}
	return n <= 1
}

func (k *known) clone() known { return known{k.held.Clone(), k.facts.Clone()} }

func (k *known) cloneInto(spare *known) {
	k.held.CloneInto(&spare.held)
	k.facts.CloneInto(&spare.facts)
}

func (k *known) merge(o *known) (grew bool) {
	grew = k.held.Merge(&o.held)
	return k.facts.Merge(&o.facts) || grew
}

func (k *known) equal(o *known) bool { return k.held.Equal(&o.held) && k.facts.Equal(&o.facts) }

// Clone returns an independent state.
func (s state) Clone() state { return state{s.before.clone(), s.after.clone()} }

// CloneInto is Clone in the memory of spare.
func (s state) CloneInto(spare state) state {
	s.before.cloneInto(&spare.before)
	s.after.cloneInto(&spare.after)
	return spare
}

// Merge keeps what both know.
func (s state) Merge(o state) (state, bool) {
	grew := s.before.merge(&o.before)
	grew = s.after.merge(&o.after) || grew
	return s, grew
}

// Equal reports whether two states know the same.
func (s state) Equal(o state) bool { return s.before.equal(&o.before) && s.after.equal(&o.after) }

// DropRegisters forgets registers that are not read again.
func (s state) DropRegisters(dead func(envs.Reg) bool) state {
	s.after.held.Drop(func(h holding, _ holds) bool { return dead(h.reg) })
	return s
}

// String lists what is known after the latest operation.
func (s state) String() string { return s.after.held.String() + " " + s.after.facts.String() }
