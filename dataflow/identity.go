package dataflow

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// identities number the variables and locks of a run, in the order in which they come.
type identities struct {
	prog  envs.Program
	table *lockset.Table[envs.Lock]

	vars     firsts          // by identity
	next     []envs.Variable // by variable: the next one of the same identity
	free     []envs.Variable
	varCache [1 << 10]cachedVariable
	locs     []*envs.Loc // by variable

	locks     map[uint64]*lockState
	lockCache [1 << 6]cachedLock
	names     []*envs.Op             // by lock: the operation that was seen first
	met       map[envs.Lock]*envs.Op // likewise, of what else threads meet at
	meetings  envs.Lock

	before *identities // if the run is shown again, those of the pass before
}

type variableKey struct {
	obj uint64
	loc *envs.Loc
}

type cachedVariable struct {
	variableKey
	v envs.Variable
}

func newIdentities(prog envs.Program) *identities {
	ids := &identities{
		prog: prog, locks: map[uint64]*lockState{},
		locs: make([]*envs.Loc, 1), next: make([]envs.Variable, 1), names: make([]*envs.Op, 1), met: map[envs.Lock]*envs.Op{},
	}
	ids.table, _ = lockset.NewTable(lockset.Options[envs.Lock]{Name: ids.lockName}) // the zero cap is in range
	return ids
}

// recall takes over from the pass before what checkers have: its numbers are given again, in the same order,
// and until they are, their names are those that they had.
func (ids *identities) recall(before *identities) {
	ids.table = before.table
	ids.before = &identities{locs: before.locs, names: before.names, met: before.met}
}

// variable numbers what an access accesses. What a pointer leads to, of which only the type is known, is what is known by
// another class at the same address: *p is the field if p is its address.
func (ids *identities) variable(obj uint64, loc *envs.Loc) envs.Variable {
	k := variableKey{obj, loc}
	c := &ids.varCache[(obj^obj>>10)%uint64(len(ids.varCache))]
	if c.variableKey == k && c.v != 0 {
		return c.v
	}
	first := ids.vars.get(obj)
	v := ids.at(first, loc)
	switch {
	case v != 0:
		if pointedTo(ids.locs[v]) && !pointedTo(loc) {
			ids.locs[v] = loc
		}
	default:
		if n := len(ids.free); n > 0 {
			v, ids.free = ids.free[n-1], ids.free[:n-1]
			ids.locs[v], ids.next[v] = loc, first
		} else {
			v = envs.Variable(len(ids.locs))
			ids.locs, ids.next = append(ids.locs, loc), append(ids.next, first)
		}
		ids.vars.set(obj, v)
	}
	*c = cachedVariable{k, v}
	return v
}

// at finds the variable of a class among those of an identity, 0 if there is none.
func (ids *identities) at(first envs.Variable, loc *envs.Loc) (v envs.Variable) {
	for v = first; v != 0; v = ids.next[v] {
		if known := ids.locs[v]; known == loc || pointedTo(known) || pointedTo(loc) {
			return v
		}
	}
	return 0
}

// pointedTo reports whether a class of memory is that of what pointers of a type lead to.
func pointedTo(loc *envs.Loc) bool {
	return loc != nil && loc.Class == envs.Cell && !loc.Variable && !loc.Apart
}

// forget gives the variables that had an identity, whose numbers may be used again.
func (ids *identities) forget(obj uint64) (gone []envs.Variable) {
	delete(ids.locks, obj)
	if c := &ids.lockCache[obj%uint64(len(ids.lockCache))]; c.obj == obj {
		*c = cachedLock{}
	}
	first := ids.vars.drop(obj)
	if first == 0 {
		return nil
	}
	if c := &ids.varCache[(obj^obj>>10)%uint64(len(ids.varCache))]; c.obj == obj {
		*c = cachedVariable{}
	}
	for v := first; v != 0; v = ids.next[v] {
		gone = append(gone, v)
		ids.free = append(ids.free, v)
	}
	return gone
}

func (ids *identities) variableName(v envs.Variable) string {
	switch {
	case v > 0 && int(v) >= len(ids.locs) && ids.before != nil:
		return ids.before.variableName(v)
	case v <= 0 || int(v) >= len(ids.locs) || ids.locs[v] == nil:
		return "memory"
	}
	return ids.locs[v].Name
}

// isLock reports whether an identity is that of a lock that was taken.
func (ids *identities) isLock(obj uint64) bool {
	l := ids.locks[obj]
	return l != nil && l.taken
}

// A lockState is what is known of a lock: its number, who holds it exclusively, and what
// happened before it was given back.
type lockState struct {
	number envs.Lock
	taken  bool // it is a lock, and not something else that threads meet at
	owner  *thread
	alone  [2]envs.LockSet // the set of it alone, by side; bottom until it is asked for
	lockOrder
}

type cachedLock struct {
	obj   uint64
	state *lockState
}

// lock finds what is known of a lock, or numbers it.
func (ids *identities) lock(obj uint64, op *envs.Op) *lockState {
	c := &ids.lockCache[obj%uint64(len(ids.lockCache))]
	if c.obj == obj && c.state != nil {
		return c.state
	}
	l := ids.locks[obj]
	if l == nil {
		l = &lockState{number: envs.Lock(len(ids.names))}
		ids.names = append(ids.names, op)
		ids.locks[obj] = l
	}
	*c = cachedLock{obj, l}
	return l
}

func (ids *identities) lockName(l envs.Lock) string {
	if l < 0 {
		return threadName
	}
	if op := ids.met[l]; op != nil {
		return lockNameOf(op)
	}
	switch {
	case l != 0 && int(l) >= len(ids.names) && ids.before != nil:
		return ids.before.lockName(l)
	case l == 0 || int(l) >= len(ids.names):
		return "a lock"
	}
	return lockNameOf(ids.names[l])
}

// lockNameOf names a lock by an operation on it.
func lockNameOf(op *envs.Op) string {
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
