package world

import "github.com/seed38182bad/parallax/envs"

// A frame makes a group of threads, or a channel, and starts threads that know it. Then it waits at it. After that it
// knows that all of these threads have told the object that they are done, if that cannot be told more often than it
// waits for. For then none of the others has told it in the stead of one that has not.
//
// How often that is, is counted. A group is waited at until it was told as often as was announced (Add), a channel
// until it was told once. On the other side each thread that the frame starts counts as often as it may tell the
// object; see tellers. So nobody else may know the object. That is why only objects are followed that the frame has
// made, and that it hands to nothing but threads and functions that are seen.
//
// If it is not known how often was announced, it is taken to be as often as the object is told. That is an assumption:
// otherwise the counter of the group would become negative, which is an error that ends the program. But then a thread
// that does not tell the object on all its paths may have been counted or not.

// tells is what is known of how often an object may be told.
type tells struct {
	left   int32 // at least so many more are waited for than may come; 0 is enough
	unsure bool  // some thread may not tell the object, or more than once
}

const (
	leastLeft int32 = -8 // or less
	mostLeft  int32 = 64 // or more
	assumed   int32 = 1 << 20
)

// unknown is what is known of an object that was not made yet.
var unknown = tells{leastLeft, true}

// more adds to what is waited for.
func (t tells) more(n int32) tells {
	if t.left != assumed && t.left != leastLeft {
		t.left = max(leastLeft, min(t.left+n, mostLeft))
	}
	return t
}

// enough reports whether who waits for the object goes on only when all have told it.
func (t tells) enough() bool { return t.left >= 0 && !(t.left == assumed && t.unsure) }

// commonTells is what holds on two paths, and whether that is less than a says. None says that all objects are unknown.
func commonTells(a, b []tells) (_ []tells, less bool) {
	if len(a) == 0 || len(b) == 0 {
		return nil, len(a) > 0
	}
	for i := range a {
		x := tells{min(a[i].left, b[i].left), a[i].unsure || b[i].unsure}
		if x != a[i] {
			if !less {
				a, less = append([]tells(nil), a...), true
			}
			a[i] = x
		}
	}
	return a, less
}

// A waitKind is what an operation means for an object at which a frame waits.
type waitKind uint8

const (
	makes     waitKind = iota // anew, waiting to be told n times
	announces                 // that it will be told n times more, or any number if n is 0
	isTold                    // between lo and hi times, now or by a thread that starts; n are announced
	awaits                    // until it was told; afterwards it waits to be told n times
)

// waitOp is the effect of an operation on an object.
type waitOp struct {
	index int // of the object
	kind  waitKind
	n     int32
	told  told
}

func (x waitOp) object() objects { return 1 << x.index }

// waits are the objects that a function makes and waits at, by what its operations do to them.
type waits struct {
	count int
	at    map[int32][]waitOp
}

// told are the objects that the thread which starts at a Fork tells when it has made its last access.
func (w *waits) told(pc int32) (all objects) {
	for _, x := range w.at[pc] {
		if x.kind == isTold && x.told.last() {
			all |= x.object()
		}
	}
	return all
}

// over is the effect of the operation: what is known of how often the object may be told, who may run, and who has
// ended.
func (x waitOp) over(is tells, r running) (_ tells, _ running, ended []threadID) {
	switch x.kind {
	case makes:
		return tells{left: x.n}, r.forget(x.object()), nil
	case announces:
		if is = is.more(x.n); x.n == 0 && is.left != leastLeft {
			is.left = assumed
		}
	case isTold:
		is = is.more(x.n - int32(x.told.hi))
		is.unsure = is.unsure || x.told.lo != 1 || x.told.hi != 1
	case awaits:
		if is.enough() {
			r, ended = r.awaited(x.object())
			return tells{left: x.n}, r, ended
		}
	}
	return is, r, nil
}

// waitTable finds the objects that functions make and wait at.
type waitTable struct {
	tellers
	byFunc []*waits // nil if it was not asked for
}

func newWaitTable(prog envs.Program) waitTable {
	return waitTable{tellers{prog: prog, byParam: map[handed]*told{}}, make([]*waits, prog.NumFuncs())}
}

// maxWaits is how many objects of a function are followed.
const maxWaits = 32

// of gives the objects of a function.
func (t *waitTable) of(id envs.FuncID) *waits {
	w := t.byFunc[id]
	if w != nil {
		return w
	}
	w = &waits{at: map[int32][]waitOp{}}
	t.byFunc[id] = w
	fn, seen := t.prog.Func(id), map[*envs.Op]bool{}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		r := t.waitedAt(fn, op)
		if r == 0 || w.count == maxWaits {
			continue
		}
		if made := t.origin(fn, r); made != nil && !seen[made] {
			seen[made] = true
			t.add(w, fn, made)
		}
	}
	return w
}

// waitedAt is the register of the object at which an operation waits, 0 if there is none.
func (t *waitTable) waitedAt(fn *envs.Func, op *envs.Op) (r envs.Reg) {
	switch of := t.prog.Knows().Group; {
	case op.Kind == envs.Receive:
		r = op.Uses[0]
	case op.Kind == envs.Join && op.Is(envs.Group) && of != nil:
		r, _ = of(envs.At(fn.ID, op.PC))
	}
	return r
}

// origin is the New that makes what a register refers to, directly or in a variable; nil if that is not known.
func (t *waitTable) origin(fn *envs.Func, r envs.Reg) *envs.Op {
	for range len(fn.Ops) {
		switch op := t.defined.Of(fn, r); {
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
func (t *waitTable) add(w *waits, fn *envs.Func, made *envs.Op) {
	roles := map[envs.Reg]role{made.Dst: theObject}
	var into *envs.Op
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Kind != envs.Store || op.Value() != made.Dst {
			continue
		}
		variable := t.defined.Of(fn, op.Uses[0])
		if into != nil || len(op.Uses) != 2 || variable == nil || variable.Kind != envs.New ||
			storeIn(fn, op.Uses[0]) != op || !straight(fn, min(variable.PC, made.PC), op.PC) {
			return
		}
		into = op
		roles[op.Uses[0]] = itsVariable
	}
	u := t.follow(fn, roles, into)
	if u == nil || u.group && u.hidden {
		return
	}
	start, again := int32(1), int32(1) // how often it waits to be told then
	if u.group {
		start = 0
	}
	for _, x := range u.at {
		if u.group || x.told.closes {
			again = 0 // until it is made anew
		}
	}
	u.at[made.PC] = waitOp{kind: makes, n: start}
	for pc, x := range u.at {
		if x.index = w.count; x.kind == awaits {
			x.n = again
		}
		w.at[pc] = append(w.at[pc], x)
	}
	w.count++
}

// straight reports whether the operations from one to another are executed one after the other, and in no other way.
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
