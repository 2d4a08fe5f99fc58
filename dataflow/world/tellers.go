package world

import "github.com/seed38182bad/parallax/envs"

// told is how often a function tells an object that it is handed.
type told struct {
	lo, hi uint8 // at least, if it returns, and at most; 2 is twice or more often
	acts   bool  // it may access memory, or call, after it has told the object
	closes bool  // it may close the object
}

// last reports whether a thread that executes the function makes no access after it has
// told the object.
func (t told) last() bool { return t.hi == 1 && !t.acts }

// A role is what a register leads to.
type role uint8

const (
	notTheObject role = iota
	theObject         // a channel, or the memory of a group
	itsVariable       // memory that refers to nothing else
)

// tellers finds what functions do to the objects that they are handed. Every way is
// followed on which a register can lead on to an object; where one is lost, nothing is known.
type tellers struct {
	prog    envs.Program
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
	if u := t.follow(fn, map[envs.Reg]role{fn.Params[h.param]: h.role}); u != nil {
		t.byParam[h] = u.summary()
	}
	return t.byParam[h]
}

// toldIn is what the callees of an operation do to an object that is one of its operands.
func (t *tellers) toldIn(op *envs.Op, roles map[envs.Reg]role) *told {
	c := op.Callee
	if c == nil || c.Open || len(c.Funcs) == 0 {
		return nil
	}
	var all *told
	for i, r := range op.Uses {
		if roles[r] == notTheObject {
			continue
		}
		if all != nil {
			return nil // handed twice
		}
		for _, f := range c.Funcs {
			x := t.toldBy(handed{f, i - c.FirstArg, roles[r]})
			switch {
			case x == nil:
				return nil
			case all == nil:
				y := *x
				all = &y
			default:
				all.lo, all.hi = min(all.lo, x.lo), max(all.hi, x.hi)
				all.acts, all.closes = all.acts || x.acts, all.closes || x.closes
			}
		}
	}
	return all
}

// uses is what the operations of a function do to an object.
type uses struct {
	fn    *envs.Func
	roles map[envs.Reg]role
	told  map[int32]told // by operations that tell it, or hand it on
	other []int32        // operations on it that only who makes it may have, and Receives
	// hidden says that threads are started which tell a group that is not known.
	hidden bool
}

// single gives the only operation that defines each register; parameters have none.
func single(fn *envs.Func) map[envs.Reg]*envs.Op {
	defs := map[envs.Reg]*envs.Op{}
	define := func(r envs.Reg, op *envs.Op) {
		if _, again := defs[r]; again {
			op = nil
		}
		defs[r] = op
	}
	for _, r := range fn.Params {
		define(r, nil)
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		for n := range envs.Reg(op.Results) {
			define(op.Dst+n, op)
		}
	}
	return defs
}

// follow finds all that a function does to an object to which the given registers lead;
// nil if that is not known.
func (t *tellers) follow(fn *envs.Func, roles map[envs.Reg]role) *uses {
	u := &uses{fn: fn, roles: roles, told: map[int32]told{}}
	defs := single(fn)
	for grown := true; grown; {
		grown = false
		for i := range fn.Ops {
			op := &fn.Ops[i]
			if op.Results != 1 || len(op.Uses) != 1 || defs[op.Dst] != op || roles[op.Dst] != notTheObject {
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
		if op := &fn.Ops[i]; !t.use(u, op) {
			return nil
		}
	}
	return u
}

// use notes what an operation does to the object; false if that is not known.
func (t *tellers) use(u *uses, op *envs.Op) bool {
	about := op.Kind == envs.Fork && op.Loc != nil || op.Kind == envs.Join && op.Is(envs.Group) ||
		op.Kind == envs.Call && len(op.Uses) > 0 && u.roles[op.Uses[0]] == theObject
	if group := t.prog.Knows().Group; group != nil && about {
		if r, _ := group(envs.At(u.fn.ID, op.PC)); u.roles[r] == theObject {
			u.other = append(u.other, op.PC)
			return true
		} else if r == 0 && op.Kind == envs.Fork && op.Loc != nil {
			u.hidden = true
		}
	}
	first, rest := notTheObject, false
	for i, r := range op.Uses {
		if i == 0 {
			first = u.roles[r]
		} else {
			rest = rest || u.roles[r] != notTheObject
		}
	}
	if first == notTheObject && !rest {
		return true
	}
	switch op.Kind {
	case envs.Defer:
		return true // where it runs the operations are written out
	case envs.New:
		return !u.reads(op.Dst) // a closure: its operands are those of the calls that lead there
	case envs.Move, envs.Load:
		return op.Results == 1 && u.roles[op.Dst] != notTheObject
	case envs.Notify, envs.Close, envs.Send:
		if first == theObject && !rest {
			u.told[op.PC] = told{lo: 1, hi: 1, closes: op.Kind == envs.Close}
			return true
		}
	case envs.Receive:
		u.other = append(u.other, op.PC)
		return first == theObject
	case envs.Store:
		u.other = append(u.other, op.PC)
		return true
	case envs.Call, envs.Fork:
		if x := t.toldIn(op, u.roles); x != nil {
			u.told[op.PC] = *x
			return true
		}
	}
	return false
}

// reads reports whether an operation reads a register.
func (u *uses) reads(r envs.Reg) bool {
	for i := range u.fn.Ops {
		for _, x := range u.fn.Ops[i].Uses {
			if x == r {
				return true
			}
		}
	}
	return false
}

// followed reports whether all that a function does to the object is known.
func (u *uses) followed() bool {
	for _, pc := range u.other {
		if k := u.fn.Ops[pc].Kind; k != envs.Receive && k != envs.Join {
			return false
		}
	}
	for pc := range u.told {
		if u.fn.Ops[pc].Kind == envs.Fork {
			return false // what is told then is told by several
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

// summary is what a function does that is handed the object; nil if that is not known.
func (u *uses) summary() *told {
	ops := u.fn.Ops
	if !u.followed() {
		return nil
	}
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
		if x, tells := u.told[op.PC]; tells {
			after = x.after(n)
			sum.acts, sum.closes = sum.acts || x.acts, sum.closes || x.closes
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
