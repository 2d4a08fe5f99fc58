package taint

import (
	"github.com/seed38182bad/parallax/dataflow"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// loaded is what is read from memory: what the object holds as a whole, and what
// the class does.
func (c *checker) loaded(env envs.Env, op *envs.Op, s state) (v value) {
	if len(op.Uses) > 0 {
		v = s.regs.Get(op.Uses[0])
	}
	if op.Loc == nil || op.Kind == envs.Receive { // whose Loc says where the channel is found
		return v
	}
	if level := c.loc(op.Loc).source; level > 0 {
		v = v.join(value{{level: level, from: env.Point()}})
	}
	return v.join(c.memory[op.Loc])
}

// store puts a value into a class of memory or, if that is one of no name of its
// own, into the object.
func (c *checker) store(env envs.Env, op *envs.Op, s state) state {
	v := s.regs.Get(op.Value())
	if len(v) == 0 {
		return s
	}
	if op.Loc != nil && op.Kind != envs.Send {
		for _, b := range c.loc(op.Loc).sinks {
			if b.operand == stored {
				c.check(env, "tainted-store", op.Loc.Name, v, b.level)
			}
		}
		if named(op.Loc) {
			c.write(env, op.Loc, v)
			return s
		}
	}
	return c.put(env, op.Uses[0], v, s)
}

// appended is what has just been put into elements of no object, to which op, a computation from no object, gives a
// place. That is how something is appended to a nil slice.
func appended(fn *envs.Func, op *envs.Op, s state) (v value) {
	if len(op.Uses) != 1 || op.Uses[0] != 0 || s.regs.Len() == 0 {
		return nil
	}
	for pc := op.PC - 1; pc >= 0; pc-- {
		x := &fn.Ops[pc]
		if x.IsPart() {
			continue
		}
		if x.Kind != envs.Store || x.Loc == nil || x.Loc.Class != envs.Elem || x.Uses[0] != 0 {
			break
		}
		v = v.join(s.regs.Get(x.Value()))
	}
	return v
}

// put puts v into the object that r refers to.
func (c *checker) put(env envs.Env, r envs.Reg, v value, s state) state {
	if len(v) == 0 || r == 0 {
		return s
	}
	to := c.reach(env.Func(), r)
	for _, r := range to.regs {
		s = s.give(r, v)
	}
	for _, l := range to.locs {
		c.write(env, l, v)
	}
	return s
}

// reach is what changes when something is put into the object that a register refers to. These are the registers that
// may refer to the object or to what contains it, and the classes of memory in which it or what contains it lies.
type reach struct {
	regs []envs.Reg
	locs []*envs.Loc
}

// objects says of the registers of a function which may refer to one object: those
// connected by moves and by taking parts of a slice, in whatever order.
type objects struct {
	root []envs.Reg           // by register, on a way to the one that stands for all
	of   map[envs.Reg]*object // by that one
	to   map[envs.Reg]*reach  // what was asked for
}

type object struct {
	reach
	within []envs.Reg // objects that it is an element of
}

// reach is what register r of fn reaches.
func (c *checker) reach(fn *envs.Func, r envs.Reg) *reach {
	m := c.objects[fn.ID]
	if m == nil {
		m = c.connect(fn)
		c.objects[fn.ID] = m
	}
	r = m.find(r)
	to := m.to[r]
	if to == nil {
		to = &reach{}
		m.collect(r, to, map[envs.Reg]bool{})
		m.to[r] = to
	}
	return to
}

// collect adds the object of r, and all that it is an element of.
func (m *objects) collect(r envs.Reg, to *reach, seen map[envs.Reg]bool) {
	r = m.find(r)
	if seen[r] {
		return
	}
	seen[r] = true
	o := m.of[r]
	to.regs = append(to.regs, o.regs...)
	to.locs = append(to.locs, o.locs...)
	for _, w := range o.within {
		m.collect(w, to, seen)
	}
}

func (m *objects) find(r envs.Reg) envs.Reg {
	for m.root[r] != r {
		m.root[r] = m.root[m.root[r]]
		r = m.root[r]
	}
	return r
}

// connect goes through the operations that define references: moves, slices,
// addresses and loads.
func (c *checker) connect(fn *envs.Func) *objects {
	m := &objects{make([]envs.Reg, fn.Regs), map[envs.Reg]*object{}, map[envs.Reg]*reach{}}
	for r := range m.root {
		m.root[r] = envs.Reg(r)
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Results > 0 && len(op.Uses) > 0 && op.Uses[0] != 0 && (op.Kind == envs.Move || op.Kind == envs.Addr &&
			!named(op.Loc)) {
			m.root[m.find(op.Dst)] = m.find(op.Uses[0])
		}
	}
	for r := range envs.Reg(fn.Regs) {
		root := m.find(r)
		if m.of[root] == nil {
			m.of[root] = &object{}
		}
		m.of[root].regs = append(m.of[root].regs, r)
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Results == 0 || op.Kind != envs.Load && op.Kind != envs.Addr {
			continue
		}
		switch o := m.of[m.find(op.Dst)]; {
		case named(op.Loc):
			o.lies(op.Loc)
		case op.Kind == envs.Load && op.Uses[0] != 0:
			o.within = append(o.within, op.Uses[0])
		}
	}
	for i, r := range fn.Params {
		o := m.of[m.find(r)]
		o.regs = append(o.regs, envs.Reg(-1-i))
	}
	return m
}

// named reports whether a class of memory has a name of its own: it is a field or a
// variable. Others are the elements, or what pointers point to, of all objects of a
// type, and say too little.
func named(l *envs.Loc) bool { return l != nil && (l.Class == envs.Field || l.Variable) }

func (o *object) lies(l *envs.Loc) {
	if !slices.Contains(o.locs, l) {
		o.locs = append(o.locs, l)
	}
}

// write puts v into a class of memory.
func (c *checker) write(env envs.Env, l *envs.Loc, v value) {
	v = v.through(env.Point())
	if old := c.memory[l]; !old.covers(v) {
		c.memory[l] = old.join(v)
		c.grew = true
	}
}

// Again reports whether more was put into memory than before.
func (c *checker) Again() bool {
	grew := c.grew
	c.grew = false
	return grew
}

// Forget empties the memory.
func (c *checker) Forget(g dataflow.Gone) {
	if g.Run {
		clear(c.memory)
	}
}
