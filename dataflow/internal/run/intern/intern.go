// Package intern numbers the locks and variables of a run in the order in which they come, and names them for people.
//
//	event                               effect
//	Step that is about a lock           the lock's identity has a number and a slot (Lock)
//	Step at which threads wait          so has that of a channel or a group (Rendezvous)
//	Step that accesses memory           the identity and its class of memory have a number (Variable)
//	Forget, End of a thread             the identity has none of these any more (Gone)
//
// Each of them takes constant time. Numbers of locks are not used again, slots and numbers of variables are. So the
// memory is that of what exists at one time, and a word for each lock that there was.
package intern

import (
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// A Table has the numbers of one pass over a run. It needs Begin before the first one.
type Table struct {
	Meetings bool // others wait for the ends of threads, too

	sets *lockset.Table[envs.Lock]

	vars     index           // by identity
	next     []envs.Variable // by variable: the next one of the same identity
	freeVars []envs.Variable
	varCache [1 << 10]cachedVariable // among a hundred variables one is found in 3 ns, and without in 6 to 13
	locs     []*envs.Loc             // by variable

	locks      map[uint64]*Lock
	lockCache  [1 << 6]cachedLock
	freeSlots  []int32
	slots      int32
	names      []*envs.Op             // by lock: the operation that was seen first
	rendezvous map[envs.Lock]*envs.Op // likewise, of channels and groups
	channels   envs.Lock              // how many of these were numbered

	gone   Gone
	before *Table // if the run is shown again, that of the pass before
}

// A Lock is a lock of the run, or a channel or group of threads, at which threads wait for each other as well.
type Lock struct {
	Number envs.Lock
	Slot   int32 // for tables of what is known of locks: small, and used again when the lock is no more
	taken  bool  // a thread has taken it: it is a lock
}

// Gone is what there is no more since the latest Forget or End.
type Gone struct {
	Lock      envs.Lock // 0 if there was none, or if others may still wait for the thread that has ended
	Slot      int32     // of the lock, -1 if it has none
	Variables []envs.Variable
}

type variableKey struct {
	obj uint64
	loc *envs.Loc
}

type cachedVariable struct {
	variableKey
	v envs.Variable
}

type cachedLock struct {
	obj  uint64
	lock *Lock
}

// Begin begins another pass. If the run is shown again, checkers still have numbers of the pass before. These are given
// again, in the same order. Until they are, their names are those that they had.
func (t *Table) Begin(p run.Pass) {
	old := *t
	*t = Table{
		Meetings: t.Meetings,
		locks:    map[uint64]*Lock{}, rendezvous: map[envs.Lock]*envs.Op{},
		locs: make([]*envs.Loc, 1), next: make([]envs.Variable, 1), names: make([]*envs.Op, 1),
	}
	if p.Again {
		t.sets, t.before = old.sets, &Table{locs: old.locs, names: old.names, rendezvous: old.rendezvous}
	} else {
		t.sets, _ = lockset.NewTable(lockset.Options[envs.Lock]{Name: t.LockName}) // the zero cap is in range
	}
}

// LockSets is the table of sets of these locks.
func (t *Table) Table() *lockset.Table[envs.Lock] { return t.sets }

// Variable numbers the memory that an access is about. A class that says no more than what type a pointer leads to
// (*p) is another name for any class at the same address. If p is the address of a field, *p is the field.
func (t *Table) Variable(obj uint64, loc *envs.Loc) envs.Variable {
	k := variableKey{obj, loc}
	c := &t.varCache[(obj^obj>>10)%uint64(len(t.varCache))]
	if c.variableKey == k && c.v != 0 {
		return c.v
	}
	first := t.vars.get(obj)
	v := t.find(first, loc)
	switch {
	case v != 0:
		if pointedTo(t.locs[v]) && !pointedTo(loc) {
			t.locs[v] = loc
		}
	default:
		if n := len(t.freeVars); n > 0 {
			v, t.freeVars = t.freeVars[n-1], t.freeVars[:n-1]
			t.locs[v], t.next[v] = loc, first
		} else {
			v = envs.Variable(len(t.locs))
			t.locs, t.next = append(t.locs, loc), append(t.next, first)
		}
		t.vars.set(obj, v)
	}
	*c = cachedVariable{k, v}
	return v
}

// find finds the variable of a class among those of an identity, 0 if there is none.
func (t *Table) find(first envs.Variable, loc *envs.Loc) (v envs.Variable) {
	for v = first; v != 0; v = t.next[v] {
		if known := t.locs[v]; known == loc || pointedTo(known) || pointedTo(loc) {
			return v
		}
	}
	return 0
}

// pointedTo reports whether a class of memory is that of what pointers of a type lead to.
func pointedTo(loc *envs.Loc) bool {
	return loc != nil && loc.Class == envs.Cell && !loc.Variable && !loc.Apart
}

// VariableName names a variable by its class of memory.
func (t *Table) VariableName(v envs.Variable) string {
	switch {
	case v > 0 && int(v) >= len(t.locs) && t.before != nil:
		return t.before.VariableName(v)
	case v <= 0 || int(v) >= len(t.locs) || t.locs[v] == nil:
		return "memory"
	}
	return t.locs[v].Name
}

// Lock numbers the lock that op is about.
func (t *Table) Lock(obj uint64, op *envs.Op) *Lock {
	c := &t.lockCache[obj%uint64(len(t.lockCache))]
	if c.obj == obj && c.lock != nil {
		return c.lock
	}
	l := t.locks[obj]
	if l == nil {
		l = t.add(obj, envs.Lock(len(t.names)))
		t.names = append(t.names, op)
	}
	l.taken = true
	*c = cachedLock{obj, l}
	return l
}

// firstRendezvous is beyond the numbers of locks. What is known of channels and groups comes and goes, where a name
// is kept for each lock.
const firstRendezvous envs.Lock = 1 << 26

// Rendezvous numbers the channel or group that op is about, or the lock.
func (t *Table) Rendezvous(obj uint64, op *envs.Op) envs.Lock {
	l := t.locks[obj]
	if l == nil {
		l = t.add(obj, firstRendezvous+t.channels)
		t.channels++
		t.rendezvous[l.Number] = op
	}
	return l.Number
}

func (t *Table) add(obj uint64, number envs.Lock) *Lock {
	l := &Lock{Number: number, Slot: t.slots}
	if n := len(t.freeSlots); n > 0 {
		l.Slot, t.freeSlots = t.freeSlots[n-1], t.freeSlots[:n-1]
	} else {
		t.slots++
	}
	t.locks[obj] = l
	return l
}

// IsLock reports whether an identity is that of a lock that an operation was about.
func (t *Table) IsLock(obj uint64) bool {
	l := t.locks[obj]
	return l != nil && l.taken
}

// Selects says that what comes is numbered when other modules ask for it.
func (t *Table) Selects(kind envs.EventKind, _ *envs.Op) run.Interest {
	if kind == envs.Forget || kind == envs.End {
		return run.Needed
	}
	return run.Nothing
}

// Event takes in an event.
func (t *Table) Event(of *run.Thread, _ *envs.Op, ev run.Event) {
	switch {
	case ev.Kind == envs.Forget:
		t.forget(ev.Obj)
	case ev.Kind == envs.End && t.Meetings && !ev.Done:
		t.gone = Gone{Lock: OfThread(of.ID), Slot: -1}
	case ev.Kind == envs.End:
		t.gone = Gone{Slot: -1}
	}
}

// forget drops what has an identity, and says in Gone what it was.
func (t *Table) forget(obj uint64) {
	t.gone = Gone{Slot: -1}
	if l := t.locks[obj]; l != nil {
		t.gone.Lock, t.gone.Slot = l.Number, l.Slot
		delete(t.rendezvous, l.Number)
		delete(t.locks, obj)
		t.freeSlots = append(t.freeSlots, l.Slot)
		if c := &t.lockCache[obj%uint64(len(t.lockCache))]; c.obj == obj {
			*c = cachedLock{}
		}
	}
	first := t.vars.drop(obj)
	if c := &t.varCache[(obj^obj>>10)%uint64(len(t.varCache))]; first != 0 && c.obj == obj {
		*c = cachedVariable{}
	}
	for v := first; v != 0; v = t.next[v] {
		t.gone.Variables = append(t.gone.Variables, v)
		t.freeVars = append(t.freeVars, v)
	}
}

// Gone is what there is no more since the latest Forget or End.
func (t *Table) Gone() Gone { return t.gone }

// OfThread is the number of what those wait for who wait for the end of a thread: threads have negative ones.
func OfThread(id envs.Thread) envs.Lock { return -envs.Lock(id) }

// ThreadName is the name of the end of a thread, which others wait for.
const ThreadName = "the end of a thread"

// LockName names a lock by its place in the program.
func (t *Table) LockName(l envs.Lock) string {
	if l < 0 {
		return ThreadName
	}
	if op := t.rendezvous[l]; op != nil {
		return nameBy(op)
	}
	switch {
	case l != 0 && int(l) >= len(t.names) && t.before != nil:
		return t.before.LockName(l)
	case l == 0 || int(l) >= len(t.names):
		return "a lock"
	}
	return nameBy(t.names[l])
}

// nameBy names a lock by an operation on it.
func nameBy(op *envs.Op) string {
	switch p := op.Path; {
	case p != nil && p.Root == envs.AtGlobal:
		return p.Global + p.Steps
	case op.Loc != nil:
		return op.Loc.Name
	case p != nil:
		return p.Text
	}
	return "a lock"
}
