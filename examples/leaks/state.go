package leaks

import (
	"cmp"

	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// made are the objects that this frame, or one that called it, has made, by where the
// frame may find them.
type made struct {
	objects environment.Sparse[object, fate, fates]
}

// An object is one that a register may hold, named by the place where it was made.
type object struct {
	reg    envs.Reg
	inside bool       // not in the register, but in a variable that it refers to or captures
	at     envs.Point // where it was made
}

// A fate is what became of an object that is held; the zero fate is that of one that is
// not.
type fate struct {
	held   bool
	leaked envs.Point // where it was first stored for others to find; zero if it was not
}

// leaks reports whether other threads may find the object.
func (f fate) leaks() bool { return !f.leaked.IsZero() }

// fates order objects by register, and those of a register by place. Of the places
// where an object leaked they keep the first.
type fates struct{}

func (fates) Compare(a, b object) int {
	return cmp.Or(cmp.Compare(a.reg, b.reg), order.Bools(a.inside, b.inside), a.at.Compare(b.at))
}

func (fates) Rest() fate           { return fate{} }
func (fates) Equal(f, g fate) bool { return f == g }

func (fates) Join(f, g fate) fate {
	if !f.leaks() || g.leaks() && g.leaked.Compare(f.leaked) < 0 {
		f.leaked = g.leaked
	}
	f.held = f.held || g.held
	return f
}

// Clone returns an independent state.
func (m made) Clone() made { return made{m.objects.Clone()} }

// CloneInto is Clone in the memory of spare.
func (m made) CloneInto(spare made) made {
	m.objects.CloneInto(&spare.objects)
	return spare
}

// Merge has what either has.
func (m made) Merge(o made) (made, bool) {
	grew := m.objects.Merge(&o.objects)
	return m, grew
}

// DropRegisters forgets registers that are not read again, but not which objects have
// leaked: those of a caller's may be among them.
func (m made) DropRegisters(dead func(envs.Reg) bool) made {
	m.objects.Drop(func(o object, f fate) bool { return !f.leaks() && dead(o.reg) })
	return m
}

// String lists the objects.
func (m made) String() string { return m.objects.String() }

// add adds an object to those that are held.
func (m *made) add(o object, f fate) {
	f.held = true
	m.objects.Set(o, fates{}.Join(m.objects.Get(o), f))
}

// note notes that an object leaks at a place, unless it did before.
func (m *made) note(made, leaked envs.Point) {
	m.objects.Update(func(o object, f fate) fate {
		if o.at == made && !f.leaks() {
			f.leaked = leaked
		}
		return f
	})
}

// A holding is an object and its fate.
type holding struct {
	object
	fate
}

// of are the objects that a register may hold, and those inside.
func (m *made) of(r envs.Reg) (list []holding) {
	if r == 0 || m.objects.Len() == 0 {
		return nil
	}
	first, _ := m.objects.Find(object{reg: r})
	for o, f := range m.objects.From(first) {
		if o.reg != r {
			break
		}
		list = append(list, holding{o, f})
	}
	return list
}

// in are the objects that a register may hold itself, or those inside of it.
func (m *made) in(r envs.Reg, inside bool) (list []holding) {
	for _, h := range m.of(r) {
		if h.inside == inside {
			list = append(list, h)
		}
	}
	return list
}

// leak notes that the objects that a register may lead to can be found from now on.
func (m *made) leak(r envs.Reg, at envs.Point) {
	for _, h := range m.of(r) {
		m.note(h.at, at)
	}
}

// put puts the objects of a register into a variable of the frame.
func (m *made) put(r envs.Reg, variable envs.Point) {
	objects := m.in(r, false)
	var regs []envs.Reg
	for o := range m.objects.All() {
		if o.at == variable && !o.inside {
			regs = append(regs, o.reg)
		}
	}
	for _, to := range regs {
		for _, h := range objects {
			m.add(object{to, true, h.at}, h.fate)
		}
	}
}
