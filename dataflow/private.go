package dataflow

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/seed38182bad/parallax/envs"
)

// privates are the objects that no other thread can reach yet, as far as one frame knows
// them: by the registers that refer to them. Objects that may refer to one another are one
// group, which is published as a whole: with the first of its registers that is stored
// where others find it, is handed to a thread, or to a function that is not known.
// A register that is not listed refers to what others may reach, or to nothing.
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

// mixture tells in which classes of memory objects of a group may refer to others that are
// not private. A class that only its name leads to has one of the bits, which others may
// have, too; all that is not has the first one.
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

// maxPrivates is how many registers a frame follows. What is put into another one then
// counts as published.
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
	var names [32]int32 // pairs of old and new ones
	list := names[:0]
	for i := range p {
		x := &p[i]
		if x.state == published {
			x.group, x.linked, x.mixed = x.reg, false, 0
			continue
		}
		found := false
		for j := 0; j < len(list) && !found; j += 2 {
			if list[j] == x.group {
				x.group, found = list[j+1], true
			}
		}
		if !found {
			list = append(list, x.group, x.reg)
			x.group = x.reg
		}
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

// mix notes that objects of a group may refer to others that are not private. Groups keep
// their names.
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

// define gives n registers from dst on a place in a group; without one they refer to
// nothing private.
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

// referents tell of the values of an operation whether they are objects; see envs.Typed.
type referents struct {
	typed envs.Typed // nil if that is not known
	at    envs.Point
}

func (v referents) refer() bool            { return v.typed == nil || v.typed.MayRefer(v.at) }
func (v referents) made() bool             { return v.typed != nil && v.typed.Makes(v.at) }
func (v referents) returnsNone(i int) bool { return v.typed != nil && v.typed.ReturnsNone(v.at, i) }

// step is the effect of an operation, of a call only that it may publish to functions
// that are not known.
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
		for _, r := range op.Uses { // what is captured
			if y, captured := p.of(r); captured {
				if x.group != fresh {
					p = p.link(y.group, x.group)
					y, _ = p.of(r)
				}
				x.group, x.linked = y.group, true
				if y.state == perhaps {
					x.mixed = anywhere
				}
			} else if r != 0 {
				x.mixed = anywhere
			}
		}
		if x.linked {
			p = p.link(x.group, x.group).mix(x.group, x.mixed)
			x, _ = p.of(envs.Reg(x.group))
			x.state = certainly
		}
	}
	return p.define(op.Dst, op.Results, x, ok)
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

// baseReg is the register of the object that an access is about, 0 if it is about a
// variable.
func baseReg(op *envs.Op) envs.Reg {
	if len(op.Uses) == 0 || op.Kind == envs.Store && len(op.Uses) == 1 {
		return 0
	}
	return op.Uses[0]
}

// stored is the effect of a Store or Atomic: what is stored in a private object is of
// its group, all else is published.
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

// enter is what a callee knows at its start.
func (p privates) enter(call *envs.Op, fn *envs.Func) privates {
	if len(p) == 0 {
		return nil
	}
	var in privates
	for i, q := range fn.Params {
		j := call.Callee.FirstArg + i
		if j >= len(call.Uses) {
			break
		}
		if x, ok := p.of(call.Uses[j]); ok {
			if in == nil {
				in = make(privates, 0, 2*(len(fn.Params)-i))
			}
			x.reg = int32(q)
			in = append(in, x)
			x.reg = ghostOfParam + int32(i)
			in = append(in, x)
		}
	}
	return normal(in)
}

// key is an entry as a calling context.
func (p privates) key() string {
	var b []byte
	for _, x := range p {
		if x.reg >= ghostOfParam {
			b = strconv.AppendInt(b, int64(x.reg-ghostOfParam), 10)
			b = append(b, "=~!"[x.state])
			b = strconv.AppendInt(b, int64(x.group), 10)
			if x.linked {
				b = append(b, '*')
			}
			if x.mixed != 0 {
				b = append(b, '+')
				b = strconv.AppendUint(b, uint64(x.mixed), 36)
			}
			b = append(b, ' ')
		}
	}
	return string(b)
}

// returns notes results that are no objects.
func (p privates) returns(ret *envs.Op, v referents) privates {
	for i, r := range ret.Uses {
		if r == 0 && v.returnsNone(i) {
			n := int32(i)
			p = normal(append(slices.Clone(p), private{reg: ghostOfResult + n, group: fresh - n}))
		}
	}
	return p
}

// exit is what a frame hands over at a Return.
func (p privates) exit(ret *envs.Op) privates {
	var out privates
	for _, x := range p {
		if x.reg >= ghostOfParam {
			out = append(out, x)
		}
	}
	for i, r := range ret.Uses {
		if x, ok := p.of(r); ok {
			x.reg = ghostOfResult + int32(i)
			out = append(out, x)
		}
	}
	return normal(out)
}

// after is the effect of a callee on its caller, after step: exit is what the callee
// knew at its end. Arguments of which it knew nothing may have been published.
func (p privates) after(call *envs.Op, exit privates) privates {
	if len(p) == 0 && len(exit) == 0 {
		return p
	}
	var lost []envs.Reg
	groups := map[int32]int32{} // of the callee's groups: that of the caller
	for j, r := range call.Uses {
		x, ok := p.of(r)
		if !ok {
			continue
		}
		i, found := exit.index(ghostOfParam + int32(j-call.Callee.FirstArg))
		if !found || j < call.Callee.FirstArg || exit[i].state == published {
			lost = append(lost, r)
			continue
		}
		g := exit[i].group
		if to, known := groups[g]; known && to != x.group {
			p = p.link(to, x.group)
			for k, v := range groups {
				if v == to || v == x.group {
					y, _ := p.of(r)
					groups[k] = y.group
				}
			}
		} else {
			if exit[i].linked && !x.linked {
				p = p.link(x.group, x.group)
			}
			groups[g] = x.group
		}
		p = p.mixed(r, exit[i].mixed)
	}
	r, added := p, false
	for _, x := range exit {
		if x.reg < ghostOfResult || x.reg-ghostOfResult >= int32(call.Results) {
			continue
		}
		to, known := groups[x.group]
		if !known {
			to = fresh - x.reg // no other group has it
			groups[x.group] = to
		}
		x.reg, x.group = int32(call.Dst)+x.reg-ghostOfResult, to
		if !added {
			r, added = append(make(privates, 0, len(p)+len(exit)), p...), true
		}
		r = append(r, x)
	}
	if added {
		for i := range r { // links of the callee's are links of the caller's
			for j := range r {
				if r[i].group == r[j].group {
					r[i].linked = r[i].linked || r[j].linked
					r[i].mixed |= r[j].mixed
				}
			}
		}
		p = normal(r)
	}
	return p.publish(lost...)
}

// drop forgets registers that nobody can read.
func (p privates) drop(dead func(envs.Reg) bool) privates {
	keep := func(x private) bool { return x.reg >= ghostOfParam || !dead(envs.Reg(x.reg)) }
	for i := range p {
		if !keep(p[i]) {
			r := make(privates, 0, len(p))
			for _, x := range p {
				if keep(x) {
					r = append(r, x)
				}
			}
			return normal(r)
		}
	}
	return p
}

// connected is what merge knows of a place in a list: the place that it is connected with, itself if it
// is the first one of its group.
type connected struct {
	parent int
	linked bool
	mixed  mixture
}

// merge is what is known where two paths meet.
func (p privates) merge(o privates) (privates, bool) {
	if len(p) == len(o) && (len(p) == 0 || &p[0] == &o[0] || slices.Equal(p, o)) {
		return p, false
	}
	r := make(privates, 0, max(len(p), len(o)))
	for i, j := 0, 0; i < len(p) || j < len(o); {
		switch {
		case j == len(o) || i < len(p) && p[i].reg < o[j].reg:
			r = append(r, p[i].only())
			i++
		case i == len(p) || o[j].reg < p[i].reg:
			r = append(r, o[j].only())
			j++
		default:
			x := p[i]
			x.state = max(x.state, o[j].state)
			r = append(r, x)
			i, j = i+1, j+1
		}
	}
	// A group is what is connected on either side.
	var room [24]connected
	of := room[:]
	if len(r) > len(of) {
		of = make([]connected, len(r))
	}
	for i := range r {
		of[i].parent = i
	}
	root := func(i int) int {
		for of[i].parent != i {
			i = of[i].parent
		}
		return i
	}
	connect := func(side privates) {
		for _, x := range side {
			if x.state == published {
				continue
			}
			i, _ := r.index(x.reg)
			j, _ := r.index(x.group)
			a, b := root(i), root(j)
			of[max(a, b)].parent = min(a, b)
			of[i].linked, of[i].mixed = of[i].linked || x.linked, of[i].mixed|x.mixed
		}
	}
	connect(p)
	connect(o)
	for i := range r {
		j := &of[root(i)]
		j.linked, j.mixed = j.linked || of[i].linked, j.mixed|of[i].mixed
	}
	for i := range r {
		j := root(i)
		r[i].group, r[i].linked, r[i].mixed = int32(j), of[j].linked, of[j].mixed
	}
	r = normal(r)
	return r, !slices.Equal(p, r)
}

// only is what is known of a register that the other path knows nothing of.
func (x private) only() private {
	switch {
	case x.reg >= ghostOfParam && x.reg < ghostOfResult:
		x.state = published
	case x.state == certainly:
		x.state = perhaps
	}
	return x
}
