package main

import (
	"iter"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/escape"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/memory"
	"github.com/seed38182bad/parallax/domains/pointer"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

type (
	// A heap is what is known of the registers of a frame and of the objects that it has made. It has, by the place
	// where they were made, who may reach them. A number counts as nil: it leads nowhere.
	heap = lattice.Pair[memory.Memory[pointer.Set], reached]
	// A reached says who may reach the objects of each site.
	reached = lattice.Keyed[pointer.Site, escape.State[envs.FuncID]]
	state   = lattice.State[heap]
)

// maxObjects is how many objects a pointer may lead to before it may lead to any.
const maxObjects = 8

var (
	pointers = pointer.Domain{Limit: maxObjects}
	memories = memory.New(pointers)
	escapes  = escape.Domain[envs.FuncID]{}
	reaches  = lattice.MayMap[pointer.Site](escapes)
	states   = lattice.NewStates(lattice.NewProduct(memories, reaches))
)

// checker follows pointers through one function at a time: callees may do anything with
// what they are given.
type checker struct {
	fields map[*envs.Loc]pointer.Field
	names  []string // of fields
}

func newChecker() *checker { return &checker{fields: map[*envs.Loc]pointer.Field{}} }

func (c *checker) analysis() dataflow.Analysis[state] {
	return dataflow.Analysis[state]{
		Entry: func(_ envs.Env, fn *envs.Func) state { return states.Of(entry(fn)) },
		Step:  func(env envs.Env, op *envs.Op, s state) state { return s.With(c.step(env, op, s.Value())) },
		Branch: func(env envs.Env, op *envs.Op, taken int, s state) (state, bool) {
			h := s.Value()
			if on := env.Detail().On; taken < len(on) {
				for _, cond := range on[taken] {
					h.First = assume(h.First, cond)
				}
			}
			return s.With(h), memories.Reached(h.First)
		},
	}
}

// elsewhere is the site of all objects that others have made, which lead to each other.
const elsewhere pointer.Site = 0

// anything may be given by others: nil, or one of their objects.
var anything = pointers.Join(pointers.To(pointer.Old(elsewhere)), pointers.Nil())

// entry is what is known where a function begins: its parameters may lead to anything of
// others, and the other registers hold 0.
func entry(fn *envs.Func) heap {
	m := memories.AllocateMany(memories.Empty(), elsewhere, anything)
	for r := range envs.Reg(fn.Regs) {
		m = memories.Assign(m, variable(r), pointers.Nil())
	}
	for _, r := range fn.Params {
		m = memories.Assign(m, variable(r), anything)
	}
	return heap{First: m, Second: reaches.Bottom()}
}

// variable is a register as a variable of a memory.
func variable(r envs.Reg) pointer.Var { return pointer.Var(r) }

// site is the site of a New, which is never 0.
func site(op *envs.Op) pointer.Site { return pointer.Site(op.PC + 1) }

// field is the field that an operation accesses: one for all elements of an array.
func (c *checker) field(l *envs.Loc) pointer.Field {
	f, ok := c.fields[l]
	if !ok {
		f = pointer.Field(len(c.fields))
		c.fields[l], c.names = f, append(c.names, l.Name)
	}
	return f
}

func (c *checker) step(env envs.Env, op *envs.Op, h heap) heap {
	c.report(env, op, h)
	var base pointer.Set
	r := object(op)
	inObject := r != 0
	if inObject {
		base = memories.Var(h.First, variable(r)).NonNil()
		h.First = memories.Assign(h.First, variable(r), base)
		h.Second = accessed(h.Second, base, env, op.Kind == envs.Store)
	}
	result := given(h)
	switch op.Kind {
	case envs.New:
		s := site(op)
		h.First = memories.Allocate(h.First, s, pointers.Nil())
		h.Second = reaches.Set(h.Second, s, escapes.Join(reaches.Get(h.Second, s), escapes.New(env.Func().ID)))
		result = pointers.To(pointer.Recent(s))
	case envs.Move:
		result = memories.Var(h.First, variable(op.Uses[0]))
	case envs.Compute:
		result = pointers.Nil() // a number
	case envs.Const:
		if !namesObject(env.Detail()) {
			result = pointers.Nil()
		}
	case envs.Load:
		if inObject && isLocal(h.Second, base) {
			result = memories.Load(h.First, base, c.field(op.Loc))
		}
	case envs.Store:
		v := memories.Var(h.First, variable(op.Value()))
		if op.Value() == 0 {
			v = anything // a constant: nil, a number, or an object with a name
		}
		if inObject {
			h.First = memories.Store(h.First, base, c.field(op.Loc), v)
		}
		if !inObject || !isLocal(h.Second, base) {
			h.Second = publish(h, v, env)
		}
	case envs.Call, envs.Fork, envs.Send, envs.Throw:
		for _, r := range op.Uses {
			h.Second = publish(h, memories.Var(h.First, variable(r)), env)
		}
	}
	for i := range op.Results {
		h.First = memories.Assign(h.First, variable(op.Dst+envs.Reg(i)), result)
	}
	return h
}

// namesObject reports whether a constant is an object, and no number or nil.
func namesObject(d *envs.Detail) bool {
	return slices.ContainsFunc(d.Facts, func(c envs.Condition) bool {
		r, isNil := c.NilTest()
		return r != 0 && !isNil
	})
}

// object is the register with the object that an operation accesses, 0 if there is none.
func object(op *envs.Op) envs.Reg {
	switch {
	case op.Kind == envs.Load && len(op.Uses) > 0, op.Kind == envs.Store && len(op.Uses) > 1:
		return op.Uses[0]
	}
	return 0
}

// assume restricts a memory to where a condition on pointers holds.
func assume(m memory.Memory[pointer.Set], c envs.Condition) memory.Memory[pointer.Set] {
	if c.X.Int() || c.Y.Int() {
		return m
	}
	value := func(t envs.Term) pointer.Set {
		if t.Reg == 0 {
			return pointers.Nil()
		}
		return memories.Var(m, variable(t.Reg))
	}
	test := pointers.TestEqual
	if c.Cmp == machine.Ne {
		test = pointers.TestUnequal
	}
	x, y := test(value(c.X), value(c.Y))
	for _, side := range []struct {
		t envs.Term
		v pointer.Set
	}{{c.X, x}, {c.Y, y}} {
		switch {
		case side.v.IsBottom():
			return memories.Bottom()
		case side.t.Reg != 0:
			m = memories.Assign(m, variable(side.t.Reg), side.v)
		}
	}
	return m
}

// given is what others may give: what they have made, or found.
func given(h heap) pointer.Set {
	p := anything
	entries, _ := h.Second.Entries()
	for s, e := range entries.All() {
		for _, o := range []pointer.Object{pointer.Recent(s), pointer.Old(s)} {
			if e.Kind() != escape.Local && memories.Has(h.First, o) {
				p = pointers.Join(p, pointers.To(o))
			}
		}
	}
	return p
}

// sites are those of the objects that a pointer may lead to.
func sites(p pointer.Set) iter.Seq[pointer.Site] {
	return func(yield func(pointer.Site) bool) {
		for o := range p.Objects() {
			if !yield(o.Site()) {
				return
			}
		}
	}
}

// isLocal reports whether all objects that a pointer may lead to are known, and reached
// by this frame alone.
func isLocal(r reached, p pointer.Set) bool {
	for s := range sites(p) {
		if s == elsewhere || reaches.Get(r, s).Kind() != escape.Local {
			return false
		}
	}
	return !p.IsAny()
}

// publish notes that others may find what a pointer leads to, on any way.
func publish(h heap, p pointer.Set, env envs.Env) reached {
	r := h.Second
	found := memories.Reach(h.First, p)
	entries, _ := r.Entries()
	for s, e := range entries.All() {
		if found.IsAny() || found.Has(pointer.Recent(s)) || found.Has(pointer.Old(s)) {
			r = reaches.Set(r, s, escapes.Publish(e, at(env)))
		}
	}
	return r
}

// accessed notes an access of the objects that a pointer may lead to.
func accessed(r reached, p pointer.Set, env envs.Env, write bool) reached {
	for s := range sites(p) {
		if s == elsewhere {
			continue
		}
		r = reaches.Set(r, s, escapes.Access(reaches.Get(r, s), env.Func().ID, at(env), write))
	}
	return r
}

// at is the place of an operation in its function, for evidence.
func at(env envs.Env) escape.Point { return escape.Point(env.Point().PC()) }
