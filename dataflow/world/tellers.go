package world

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// told is how often a function tells an object that it is handed.
type told struct {
	lo, hi uint8 // at least, if it returns, and at most; 2 is twice or more often
	acts   bool  // it may access memory, or call, after it has told the object
	closes bool  // it may close the object
}

// last reports whether a thread that executes the function makes no access after it has told the object.
func (t told) last() bool { return t.hi == 1 && !t.acts }

// A role is what a register leads to.
type role uint8

const (
	notTheObject role = iota
	theObject         // a channel, or the memory of a group
	itsVariable       // memory that refers to nothing else
)

// tellers finds what functions do to the objects that they are handed. Every way is followed on which a register can
// lead on to an object; where one is lost, nothing is known.
type tellers struct {
	prog    envs.Program
	defined envs.Definitions
	byParam map[handed]*told
}

// handed is a parameter of a function with its role.
type handed struct {
	fn    envs.FuncID
	param int
	role  role
}

// toldBy is what a function does to an object that it is handed; nil if that is not known.
func (t *tellers) toldBy(h handed) *told {
	known, ok := t.byParam[h]
	if ok {
		return known
	}
	t.byParam[h] = nil // of a recursive function nothing is known
	fn := t.prog.Func(h.fn)
	if fn == nil || h.param < 0 || h.param >= len(fn.Params) {
		return nil
	}
	if u := t.follow(fn, map[envs.Reg]role{fn.Params[h.param]: h.role}, nil); u != nil && u.isHandedOnly() {
		t.byParam[h] = u.summary()
	}
	return t.byParam[h]
}

// toldIn is what the callees of an operation do to an object that is one of its operands.
func (t *tellers) toldIn(op *envs.Op, roles map[envs.Reg]role) (all *told) {
	c := op.Callee
	if c == nil || c.Open || len(c.Funcs) == 0 {
		return nil
	}
	for i, r := range op.Uses {
		if roles[r] == notTheObject {
			continue
		}
		if all != nil {
			return nil // handed twice
		}
		for _, f := range c.Funcs {
			x := t.toldBy(handed{f, i - c.FirstArg, roles[r]})
			if x == nil {
				return nil
			}
			if all == nil {
				all = &told{lo: x.lo, hi: x.hi}
			}
			*all = told{min(all.lo, x.lo), max(all.hi, x.hi), all.acts || x.acts, all.closes || x.closes}
		}
	}
	return all
}

// uses is what the operations of a function do to an object.
type uses struct {
	fn     *envs.Func
	roles  map[envs.Reg]role
	at     map[int32]waitOp
	group  bool // it is a group
	hidden bool // threads are started which tell a group that is not known
}

// follow finds all that a function does to an object to which the given registers lead; nil if that is not known. Only
// into may store the object, or else something in what holds it.
func (t *tellers) follow(fn *envs.Func, roles map[envs.Reg]role, into *envs.Op) *uses {
	u := &uses{fn: fn, roles: roles, at: map[int32]waitOp{}}
	for grown := true; grown; {
		grown = false
		for i := range fn.Ops {
			op := &fn.Ops[i]
			if op.Results != 1 || len(op.Uses) != 1 || t.defined.Of(fn, op.Dst) != op || roles[op.Dst] != notTheObject {
				continue
			}
			switch r := roles[op.Uses[0]]; {
			case op.Kind == envs.Move && r != notTheObject:
				roles[op.Dst], grown = r, true
			case op.Kind == envs.Load && r == itsVariable:
				roles[op.Dst], grown = theObject, true
			}
		}
	}
	for i := range fn.Ops {
		if op := &fn.Ops[i]; op != into && !t.use(u, op) {
			return nil
		}
	}
	return u
}

// use notes what an operation does to the object; false if that is not known.
func (t *tellers) use(u *uses, op *envs.Op) bool {
	first, rest := notTheObject, false
	for i, r := range op.Uses {
		if i == 0 {
			first = u.roles[r]
		} else {
			rest = rest || u.roles[r] != notTheObject
		}
	}
	if x, group, ofGroup := t.ofGroup(u.fn, op, first); ofGroup && u.roles[group] == theObject {
		u.at[op.PC], u.group = x, true
		return op.Kind != envs.Fork || first == notTheObject && !rest
	} else if ofGroup && group == 0 && op.Kind == envs.Fork {
		u.hidden = true
	}
	if first == notTheObject && !rest {
		return true
	}
	switch op.Kind {
	case envs.Defer:
		return true // where it runs the operations are written out
	case envs.New: // a closure: its operands are those of the calls that lead there
		return !slices.ContainsFunc(u.fn.Ops, func(o envs.Op) bool { return slices.Contains(o.Uses, op.Dst) })
	case envs.Move, envs.Load:
		return op.Results == 1 && u.roles[op.Dst] != notTheObject
	case envs.Notify, envs.Close, envs.Send:
		u.at[op.PC] = waitOp{kind: isTold, told: told{lo: 1, hi: 1, closes: op.Kind == envs.Close}}
		return first == theObject && !rest
	case envs.Receive:
		u.at[op.PC] = waitOp{kind: awaits}
		return first == theObject
	case envs.Call, envs.Fork:
		if x := t.toldIn(op, u.roles); x != nil {
			u.at[op.PC] = waitOp{kind: isTold, told: *x}
			return true
		}
	}
	return false
}

// ofGroup is what an operation does to a group of threads, if it is about one. With it comes the register of the
// group, 0 if it is not known. first is the role of its first operand.
func (t *tellers) ofGroup(fn *envs.Func, op *envs.Op, first role) (x waitOp, group envs.Reg, ok bool) {
	switch {
	case op.Kind == envs.Fork && op.Loc != nil: // it announces and tells by itself
		x = waitOp{kind: isTold, n: 1, told: told{lo: 1, hi: 1}}
	case op.Kind == envs.Join && op.Is(envs.Group):
		x = waitOp{kind: awaits}
	case op.Kind == envs.Call && first == theObject:
		x = waitOp{kind: announces}
	default:
		return x, 0, false
	}
	of := t.prog.Knows().Group
	if of == nil {
		return x, 0, false
	}
	group, n := of(envs.At(fn.ID, op.PC))
	if x.kind == announces {
		x.n = int32(n)
	}
	return x, group, true
}

// isHandedOnly reports whether the function does what is summarised of one that is handed the object: it waits for it,
// and tells it. What is told where a thread starts is told by several.
func (u *uses) isHandedOnly() bool {
	for pc, x := range u.at {
		if x.kind == announces || u.fn.Ops[pc].Kind == envs.Fork {
			return false
		}
	}
	return !u.hidden
}

// after is how often an object may have been told after an operation that tells it, if n was possible before. Bit k of
// a number says that k times are possible.
func (t told) after(n uint8) (after uint8) {
	for k := t.lo; k <= t.hi; k++ {
		after |= n << k
	}
	if after > 7 {
		after = after&7 | 4
	}
	return after
}

// summary is what a function does that is handed the object.
func (u *uses) summary() *told {
	ops := u.fn.Ops
	// How often the object was told before each operation: bit n says that n times are possible.
	seen, work := make([]uint8, len(ops)), []int32(nil)
	reach := func(pc int32, n uint8) {
		if n&^seen[pc] != 0 {
			seen[pc] |= n
			work = append(work, pc)
		}
	}
	sum, all, end := told{}, uint8(1), uint8(0)
	reach(0, 1)
	for len(work) > 0 {
		op := &ops[work[len(work)-1]]
		work = work[:len(work)-1]
		n := seen[op.PC]
		after := n
		if x := u.at[op.PC]; x.kind == isTold {
			after = x.told.after(n)
			sum.acts, sum.closes = sum.acts || x.told.acts, sum.closes || x.told.closes
		}
		all |= after
		sum.acts = sum.acts || n&^1 != 0 && acts(op)
		if op.Handler != 0 {
			reach(op.Handler, n|after)
		}
		if op.Kind == envs.Return {
			end |= after
		}
		for _, to := range u.fn.Targets(op) {
			reach(to, after)
		}
		if op.Falls() {
			reach(op.PC+1, after)
		}
	}
	for sum.hi = 2; all>>sum.hi&1 == 0; sum.hi-- {
	}
	for sum.lo < sum.hi && end>>sum.lo&1 == 0 {
		sum.lo++
	}
	return &sum
}

// acts reports whether an operation may access memory that threads share.
func acts(op *envs.Op) bool {
	return op.Accesses() && !op.Is(envs.Local) || op.Kind == envs.Call || op.Kind == envs.Fork
}
