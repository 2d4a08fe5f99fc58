package dataflow

import "github.com/seed38182bad/parallax/envs"

// A recall keeps the latest answers about the locks held at operations: a checker asks several times at one, and again each
// time it comes there. Only states of the chart, which nobody changes, are recalled.
type recall struct {
	number int32 // of the state of the chart at the operation
	may    []mayHold
	must   []mustHold
}

const recalled = 1 << 10 // answers of a sort

// heldAt is all that the answers depend on.
type heldAt struct {
	state *locks
	base  *envs.Path // of what is accessed, if names go by that
	takes bool       // the operation takes a lock
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
func (v *staticEnv) keyed(base *envs.Path, named bool) (k heldAt, at int, ok bool) {
	ch := v.contexts.chart
	n := v.recall.number
	if ch == nil || v.op == nil || int(n) >= len(ch.states) || ch.states[n] != v.locks {
		return k, 0, false
	}
	k = heldAt{v.locks, base, named && (v.op.Kind == envs.Acquire || v.op.Kind == envs.Wait), named}
	h := uint32(n) * 0x9e3779b1
	if named {
		h ^= (uint32(v.fn.ID)<<10 + uint32(v.op.PC)) * 0x85ebca6b
	}
	return k, int((h ^ h>>16) % recalled), true
}
