package world

import "github.com/seed38182bad/parallax/envs"

// waitTable finds the objects that functions make and wait at.
type waitTable struct {
	tellers
	byFunc []*waits // nil if it was not asked for
}

// noWaits are those of a function without any.
var noWaits = &waits{}

func newWaitTable(prog envs.Program) waitTable {
	return waitTable{tellers{prog: prog, byParam: map[handed]*told{}}, make([]*waits, prog.NumFuncs())}
}

// maxWaits is how many objects of a function are followed.
const maxWaits = 32

// of gives the objects of a function, nil if there are none.
func (t *waitTable) of(id envs.FuncID) *waits {
	w := t.byFunc[id]
	if w == nil {
		w = t.find(t.prog.Func(id))
		t.byFunc[id] = w
	}
	if w == noWaits {
		return nil
	}
	return w
}

func (t *waitTable) find(fn *envs.Func) *waits {
	var defs map[envs.Reg]*envs.Op
	w := &waits{at: map[int32][]waitOp{}}
	seen := map[*envs.Op]bool{}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		r := t.waitedAt(fn, op)
		if r == 0 || w.count == maxWaits {
			continue
		}
		if defs == nil {
			defs = single(fn)
		}
		if made := origin(fn, defs, r); made != nil && !seen[made] {
			seen[made] = true
			t.add(w, fn, defs, made)
		}
	}
	if w.count == 0 {
		return noWaits
	}
	return w
}

// waitedAt is the register of the object at which an operation waits, 0 if there is none.
func (t *waitTable) waitedAt(fn *envs.Func, op *envs.Op) envs.Reg {
	switch {
	case op.Kind == envs.Receive:
		return op.Uses[0]
	case op.Kind == envs.Join && op.Is(envs.Group):
		r, _ := t.group(fn, op.PC)
		return r
	}
	return 0
}

// group is the register of the group that an operation is about, and how often that is announced; see envs.Knowledge.
func (t *waitTable) group(fn *envs.Func, pc int32) (group envs.Reg, announced int) {
	if of := t.prog.Knows().Group; of != nil {
		return of(envs.At(fn.ID, pc))
	}
	return 0, 0
}

// origin is the New that makes what a register refers to, directly or in a variable; nil if
// that is not known.
func origin(fn *envs.Func, defs map[envs.Reg]*envs.Op, r envs.Reg) *envs.Op {
	for range len(fn.Ops) {
		switch op := defs[r]; {
		case op == nil:
			return nil
		case op.Kind == envs.New && op.Results == 1:
			return op
		case op.Kind == envs.Move && len(op.Uses) == 1:
			r = op.Uses[0]
		case op.Kind == envs.Load && len(op.Uses) == 1 && op.Results == 1:
			s := storeIn(fn, op.Uses[0])
			if s == nil {
				return nil
			}
			r = s.Uses[1]
		default:
			return nil
		}
	}
	return nil
}

// storeIn is the only operation that stores into a variable in the function that makes it,
// nil if there is none or there are several.
func storeIn(fn *envs.Func, variable envs.Reg) (only *envs.Op) {
	for i := range fn.Ops {
		if op := &fn.Ops[i]; op.Kind == envs.Store && len(op.Uses) > 0 && op.Uses[0] == variable {
			if only != nil || len(op.Uses) != 2 {
				return nil
			}
			only = op
		}
	}
	return only
}

// add follows an object that is made by an operation.
func (t *waitTable) add(w *waits, fn *envs.Func, defs map[envs.Reg]*envs.Op, made *envs.Op) {
	roles := map[envs.Reg]role{made.Dst: theObject}
	var into *envs.Op
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Kind != envs.Store || op.Value() != made.Dst {
			continue
		}
		variable := defs[op.Uses[0]]
		if into != nil || len(op.Uses) != 2 || variable == nil || variable.Kind != envs.New ||
			storeIn(fn, op.Uses[0]) != op ||
			!straight(fn, min(variable.PC, made.PC), op.PC) {
			return
		}
		into = op
		roles[op.Uses[0]] = itsVariable
	}
	u := t.follow(fn, roles)
	if u == nil {
		return
	}
	object, index := objects(1)<<w.count, w.count
	list := map[int32]waitOp{}
	group, closes := false, false
	for _, pc := range u.other {
		switch op := &fn.Ops[pc]; op.Kind {
		case envs.Store:
			if op != into {
				return
			}
		case envs.Receive:
			list[pc] = waitOp{kind: awaits}
		case envs.Join:
			list[pc], group = waitOp{kind: awaits}, true
		case envs.Call:
			_, n := t.group(fn, pc)
			list[pc], group = waitOp{kind: announces, n: int32(n)}, true
		case envs.Fork: // it announces and tells by itself
			if _, more := u.told[pc]; more || isHanded(op, roles) {
				return
			}
			list[pc], group = waitOp{kind: isTold, n: 1, told: told{lo: 1, hi: 1}}, true
		}
	}
	if group && u.hidden {
		return
	}
	for pc, x := range u.told {
		closes = closes || x.closes
		list[pc] = waitOp{kind: isTold, told: x}
	}
	again := int32(0) // until it is made anew
	if !group && !closes {
		again = 1
	}
	for pc, x := range list {
		x.object, x.index = object, index
		if x.kind == awaits {
			x.n = again
		}
		w.at[pc] = append(w.at[pc], x)
	}
	start := int32(1)
	if group {
		start = 0
	}
	w.at[made.PC] = append(w.at[made.PC], waitOp{object: object, index: index, kind: makes, n: start})
	w.count++
}

// isHanded reports whether an operand of an operation is the object.
func isHanded(op *envs.Op, roles map[envs.Reg]role) bool {
	for _, r := range op.Uses {
		if roles[r] != notTheObject {
			return true
		}
	}
	return false
}

// straight reports whether the operations from one to another are executed one after the
// other, and in no other way.
func straight(fn *envs.Func, from, to int32) bool {
	for pc := from; pc < to; pc++ {
		if !fn.Ops[pc].Falls() {
			return false
		}
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		for _, x := range fn.Targets(op) {
			if x > from && x <= to {
				return false
			}
		}
		if op.Handler > from && op.Handler <= to {
			return false
		}
	}
	return from <= to
}
