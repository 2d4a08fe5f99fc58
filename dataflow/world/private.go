package world

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// privates are the objects that no other thread can reach yet, as far as one frame knows them: by the registers that
// refer to them. Objects that may refer to one another are one group, which is published as a whole. It is published
// with the first of its registers that is stored where others find it, or that is handed to a thread or to a function
// that is not known. A register that is not listed refers to what others may reach, or to nothing.
//
// What a callee does to a group is known by ghosts: names for the arguments as the frame
// received them, and for the results. They are never assigned.
//
// The list is ascending by register, and never changed: all operations make a new one.
type privates []private

// private is a register that refers to an object of a group.
type private struct {
	reg    int32 // or a ghost
	group  int32 // the least register of the group
	state  privacy
	linked bool    // objects of the group may refer to one another
	mixed  mixture // where, to others that are not private
}

// mixture tells in which classes of memory objects of a group may refer to others that are not private. A class that
// only its name leads to has one of the bits, which others may have, too; all that is not has the first one.
type mixture uint64

// anywhere is in each class.
const anywhere = ^mixture(0)

// within is the mixture of a class, nil if it is not known.
func within(loc *envs.Loc) mixture {
	if loc == nil || !loc.Apart {
		return 1
	}
	h := uint32(2166136261)
	for i := range len(loc.Name) {
		h = (h ^ uint32(loc.Name[i])) * 16777619 // FNV-1a
	}
	return 2 << (h % 63)
}

// privacy is how certain that is.
type privacy uint8

const (
	certainly privacy = iota // if it refers to an object, then to one of the group
	perhaps                  // to one of the group, or to one that others may reach
	published                // of a ghost: the group was published
)

// Ghosts are numbers above those of all registers.
const (
	ghostOfParam  int32 = 1 << 28
	ghostOfResult int32 = 1 << 29
)

// maxPrivates is how many registers a frame follows. What is put into another one then counts as published.
const maxPrivates = 64

func (p privates) index(r int32) (int, bool) {
	lo, hi := 0, len(p)
	for lo < hi {
		if mid := (lo + hi) / 2; p[mid].reg < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(p) && p[lo].reg == r
}

// of is what is known of register r; false if it refers to nothing private.
func (p privates) of(r envs.Reg) (private, bool) {
	i, ok := p.index(int32(r))
	if !ok || r == 0 || p[i].state == published {
		return private{}, false
	}
	return p[i], true
}

// certain reports whether r refers to nothing but private objects.
func (p privates) certain(r envs.Reg) bool {
	x, ok := p.of(r)
	return ok && x.state == certainly
}

// normal sorts a list and names each group by its least register.
func normal(p privates) privates {
	slices.SortFunc(p, func(a, b private) int { return cmp.Compare(a.reg, b.reg) })
	names := map[int32]int32{}
	for i := range p {
		x := &p[i]
		if x.state == published {
			x.group, x.linked, x.mixed = x.reg, false, 0
			continue
		}
		x.group = known(names, x.group, func() int32 { return x.reg })
	}
	return p
}

// publish makes the groups of registers known to others.
func (p privates) publish(regs ...envs.Reg) privates {
	for _, r := range regs {
		if x, ok := p.of(r); ok {
			p = p.publishGroup(x.group)
		}
	}
	return p
}

func (p privates) publishGroup(g int32) privates {
	rest := make(privates, 0, len(p))
	for _, x := range p {
		switch {
		case x.state == published || x.group != g:
			rest = append(rest, x)
		case x.reg >= ghostOfParam:
			rest = append(rest, private{reg: x.reg, group: x.reg, state: published})
		}
	}
	return rest
}

// link makes one of two groups, in which objects may refer to one another.
func (p privates) link(g, h int32) privates {
	r := slices.Clone(p)
	mixed := mixture(0)
	for i := range r {
		if x := &r[i]; x.state != published && (x.group == g || x.group == h) {
			x.group, x.linked = g, true
			mixed |= x.mixed
		}
	}
	return normal(r.mix(g, mixed))
}

// mix notes that objects of a group may refer to others that are not private. Groups keep their names.
func (p privates) mix(g int32, mixed mixture) privates {
	for i := range p {
		if x := &p[i]; x.state != published && x.group == g && x.mixed|mixed != x.mixed {
			p = slices.Clone(p)
			for j := i; j < len(p); j++ {
				if p[j].group == g && p[j].state != published {
					p[j].mixed |= mixed
				}
			}
			break
		}
	}
	return p
}

// define gives n registers from dst on a place in a group; without one they refer to nothing private.
func (p privates) define(dst envs.Reg, n uint16, x private, ok bool) privates {
	lo, hi := int32(dst), int32(dst)+int32(n)
	if ok && len(p) >= maxPrivates {
		p, ok = p.publishGroup(x.group), false
	}
	if !ok {
		if i, _ := p.index(lo); i == len(p) || p[i].reg >= hi {
			return p
		}
	}
	r := make(privates, 0, len(p)+int(n))
	for _, y := range p {
		if y.reg < lo || y.reg >= hi {
			r = append(r, y)
		}
	}
	if ok {
		for x.reg = lo; x.reg < hi; x.reg++ {
			r = append(r, x)
		}
	}
	return normal(r)
}

// fresh is a group that no register has a place in.
const fresh int32 = -1

// unknownCall reports whether op may call a function that is not known.
func unknownCall(op *envs.Op) bool {
	return op.Kind == envs.Call && (op.Callee == nil || op.Callee.Open || len(op.Callee.Funcs) == 0)
}

// referents tell of the values of an operation whether they are objects; see envs.Knowledge.
type referents struct {
	*envs.Knowledge
	at envs.Point
}

func (v referents) refer() bool            { return v.MayRefer == nil || v.MayRefer(v.at) }
func (v referents) made() bool             { return v.Makes != nil && v.Makes(v.at) }
func (v referents) returnsNone(i int) bool { return v.ReturnsNone != nil && v.ReturnsNone(v.at, i) }

// step is the effect of an operation, of a call only that it may publish to functions that are not known.
func (p privates) step(op *envs.Op, v referents) privates {
	made := op.Kind == envs.New
	switch op.Kind {
	case envs.Const, envs.Move, envs.Compute, envs.Call:
		made = op.Results == 1 && v.made()
	case envs.Return:
		return p.returns(op, v)
	}
	if len(p) == 0 && !made {
		return p
	}
	switch op.Kind {
	case envs.Call:
		if unknownCall(op) && (op.Callee == nil || !op.Callee.Quiet) {
			p = p.publish(op.Uses...)
		}
	case envs.Fork, envs.Throw:
		p = p.publish(op.Uses...)
	case envs.Compute:
		if op.Results == 0 { // a panic
			p = p.publish(op.Uses...)
		}
	case envs.Send:
		p = p.publish(op.Uses[1:]...)
	case envs.Store, envs.Atomic:
		p = p.stored(op, v)
	}
	if op.Results == 0 {
		return p
	}
	x, ok := private{group: fresh}, made
	if !made {
		x, ok = p.result(op)
		ok = ok && (op.Kind == envs.Move || v.refer())
	}
	if op.Kind == envs.New {
		p, x = p.capture(op.Uses, x)
	}
	return p.define(op.Dst, op.Results, x, ok)
}

// capture is the effect of making object x, which refers to those in registers from the beginning.
func (p privates) capture(captured []envs.Reg, x private) (privates, private) {
	for _, r := range captured {
		y, private := p.of(r)
		if !private {
			if r != 0 {
				x.mixed = anywhere
			}
			continue
		}
		if x.group != fresh {
			p = p.link(y.group, x.group)
			y, _ = p.of(r)
		}
		x.group, x.linked = y.group, true
		if y.state == perhaps {
			x.mixed = anywhere
		}
	}
	if x.linked {
		p = p.link(x.group, x.group).mix(x.group, x.mixed)
		x, _ = p.of(envs.Reg(x.group))
		x.state = certainly
	}
	return p, x
}

// result is the place of what an operation defines.
func (p privates) result(op *envs.Op) (x private, ok bool) {
	switch op.Kind {
	case envs.Move, envs.Addr:
		if len(op.Uses) > 0 {
			return p.of(op.Uses[0])
		}
	case envs.Compute:
		// The same object under another type, or one of several.
		for _, r := range op.Uses {
			if y, found := p.of(r); found {
				if len(op.Uses) > 1 {
					y.state = perhaps
				}
				return y, true // operands of more than one group are not objects
			}
		}
	case envs.Load, envs.Atomic:
		if base := baseReg(op); base != 0 {
			if x, ok = p.of(base); ok && x.linked {
				if x.mixed&within(op.Loc) != 0 {
					x.state = perhaps
				}
				return x, true
			}
		}
	}
	return private{}, false
}

// baseReg is the register of the object that an access is about, 0 if it is about a variable.
func baseReg(op *envs.Op) envs.Reg {
	if len(op.Uses) == 0 || op.Kind == envs.Store && len(op.Uses) == 1 {
		return 0
	}
	return op.Uses[0]
}

// stored is the effect of a Store or Atomic: what is stored in a private object is of its group, all else is published.
func (p privates) stored(op *envs.Op, v referents) privates {
	base, values := baseReg(op), op.Uses
	if base != 0 || len(values) > 1 {
		values = values[1:]
	}
	for _, r := range values {
		x, private := p.of(r)
		if b, ok := p.of(base); private && ok && b.state == certainly {
			p = p.link(b.group, x.group)
			if x.state == perhaps {
				p = p.mixed(base, within(op.Loc))
			}
			continue
		} else if ok && (private || v.refer()) {
			p = p.mixed(base, within(op.Loc))
		}
		if private {
			p = p.publishGroup(x.group)
		}
	}
	return p
}

// mixed is mix for the group of a register.
func (p privates) mixed(r envs.Reg, m mixture) privates {
	if x, ok := p.of(r); ok {
		return p.mix(x.group, m)
	}
	return p
}
