package world

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A recall keeps the latest answers about the locks held at operations: a checker asks several times at one, and again
// each time it comes there. Only states of the chart, which nobody changes, are recalled.
type recall struct {
	number int32 // of the state of the chart at the operation
	may    []mayHold
	must   []mustHold
}

const recalled = 1 << 10 // answers of a sort

// heldAt is all that the answers depend on.
type heldAt struct {
	state *locks
	base  accessed // if names go by that
	takes bool     // the operation takes a lock
	named bool
}

type mayHold struct {
	heldAt
	held []envs.HeldLock
	ok   bool
}

type mustHold struct {
	heldAt
	set envs.LockSet
}

// keyed gives the place of an answer, and whether it may be recalled.
func (v *staticEnv) keyed(base accessed, named bool) (k heldAt, at int, ok bool) {
	states := v.contexts.held.states
	n := v.recall.number
	if v.Op == nil || int(n) >= len(states) || states[n] != v.locks {
		return k, 0, false
	}
	k = heldAt{v.locks, base, named && (v.Op.Kind == envs.Acquire || v.Op.Kind == envs.Wait), named}
	h := uint32(n) * 0x9e3779b1
	if named {
		h ^= (uint32(v.Fn.ID)<<10 + uint32(v.Op.PC)) * 0x85ebca6b
	}
	return k, int((h ^ h>>16) % recalled), true
}

func (v *staticEnv) MustLocks() envs.LockSet {
	v.Asked = true
	ids := v.contexts.ids
	if v.locks == nil || v.locks.many || v.Op == nil {
		return ids.table.Must().Empty()
	}
	if v.must != nil {
		return *v.must
	}
	if len(v.locks.held) == 0 {
		return ids.table.Must().Empty()
	}
	base := accessedBy(v.Prog, v.Fn, v.Op)
	k, at, ok := v.keyed(base, true)
	if ok && v.recall.must == nil {
		v.recall.must = make([]mustHold, recalled)
	}
	if ok && v.recall.must[at].heldAt == k {
		return v.recall.must[at].set
	}
	set := ids.around(v.Prog, base, v.locks.held)
	if v.atSite {
		v.must = &set
	}
	if ok {
		v.recall.must[at] = mustHold{k, set}
	}
	return set
}

func (v *staticEnv) MayHoldAny() bool {
	held, ok := v.MayLocks()
	return !ok || len(held) > 0
}

func (v *staticEnv) MustHoldAny() bool {
	held, _ := v.MayLocks()
	return slices.ContainsFunc(held, func(h envs.HeldLock) bool { return !h.Maybe })
}

func (v *staticEnv) MayLocks() (held []envs.HeldLock, ok bool) {
	v.Asked = true
	if v.locks == nil {
		return nil, v.flat.None()
	}
	ok = !v.locks.many
	if len(v.locks.held) == 0 {
		return nil, ok
	}
	ids := v.contexts.ids
	var base accessed
	var before stack
	named := has(v.needs, needLockSets) && ok && v.Op != nil
	if named {
		base = accessedBy(v.Prog, v.Fn, v.Op)
	}
	k, at, keep := v.keyed(base, named)
	if keep && v.recall.may == nil {
		v.recall.may = make([]mayHold, recalled)
	}
	if keep && v.recall.may[at].heldAt == k {
		return v.recall.may[at].held, v.recall.may[at].ok
	}
	if named {
		before = v.locks.held.before(v.Op)
	}
	held = make([]envs.HeldLock, 0, len(v.locks.held))
	for i := range v.locks.held {
		h := &v.locks.held[i]
		none := ids.table.Must().Empty()
		l := envs.HeldLock{Read: h.read, At: h.at, Maybe: h.maybe, Path: h.path, Names: none, Around: none}
		if h.path != nil || h.loc != nil {
			l.Lock = ids.lock(h.path, h.loc)
		}
		if named {
			l.Names = ids.named(l.Names, v.Prog, base, h)
			l.Around = ids.around(v.Prog, accessed{fn: v.Fn.ID, path: h.path}, before)
		}
		held = append(held, l)
		ok = ok && !h.several
	}
	if keep {
		v.recall.may[at] = mayHold{k, held, ok}
	}
	return held, ok
}
