package lockorder

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A thing is what a thread waits for: a lock, or that others do something. To hold it is to
// hold the lock, or to be a thread that does so later.
type thing int64

// A role says what is waited for.
type role uint8

const (
	aLock    role = iota // a lock
	filled               // that something is sent to a channel, a condition notified, a thread ends
	emptied              // that something is received from a channel
	roleBits = 2
)

func thingOf(l envs.Lock, r role) thing { return thing(l)<<roleBits | thing(r) }
func (x thing) lock() envs.Lock         { return envs.Lock(x >> roleBits) }
func (x thing) role() role              { return role(x & (1<<roleBits - 1)) }

// same reports whether two names may be of one thing.
func same(env envs.Env, x, y thing) bool {
	return x.role() == y.role() && env.MayBeSame(x.lock(), y.lock())
}

// single reports whether a name is that of a single thing.
func single(env envs.Env, x thing) bool { return env.MustBeSame(x.lock(), x.lock()) }

// A wait is a place at which a thread waits for something while it holds something else: an
// edge of the graph, from what it holds to what it waits for.
type wait struct {
	holds   hold
	what    thing
	read    bool // for the shared side
	at      envs.Point
	taken   envs.Point // where the thread took the lock that it holds, or will do what it is to do
	segment envs.Segment
	around  envs.LockSet // all locks that it certainly holds, of those that are the same everywhere
	// to and from are locks that it certainly holds, by the ways to them from what it waits
	// for, and from what it holds. Where it is to wake others they are those that it holds
	// then, and where it waits to be woken those under which it has looked whether it need.
	to, from envs.LockSet
}

// A hold is what is held and, of a lock, the side.
type hold struct {
	what thing
	read bool
}

// compare orders waits. Those that are equal differ in their segments at most.
func (w *wait) compare(v *wait) int {
	return cmp.Or(
		cmp.Compare(w.holds.what, v.holds.what),
		cmp.Compare(w.what, v.what),
		w.at.Compare(v.at),
		w.taken.Compare(v.taken),
		compareBool(w.read, v.read),
		compareBool(w.holds.read, v.holds.read),
		w.around.Compare(v.around),
		w.to.Compare(v.to),
		w.from.Compare(v.from),
	)
}

// waits are the edges that leave a lock, in order. Of each there may be several
// occurrences, in different segments, by the order in which they came.
type waits []wait

// maxOccurrences is how many segments are kept of waits that are otherwise equal: the
// latest, with which others are most likely to overlap.
const maxOccurrences = 32

func (ws *waits) Clone() *waits { c := slices.Clone(*ws); return &c }

// Merge adds the waits of o.
func (ws *waits) Merge(o *waits) (*waits, bool) {
	grew := false
	for i := range *o {
		w := &(*o)[i]
		first := ws.first(w)
		n := first
		for n < len(*ws) && (*ws)[n].compare(w) == 0 && !(*ws)[n].segment.Is(w.segment) {
			n++
		}
		switch {
		case n < len(*ws) && (*ws)[n].compare(w) == 0:
			continue
		case n-first == maxOccurrences:
			copy((*ws)[first:n], (*ws)[first+1:n]) // this ends somewhere, so it does not count as growth
			(*ws)[n-1] = *w
		default:
			*ws, grew = slices.Insert(*ws, n, *w), true
		}
	}
	return ws, grew
}

// first is the index of the first of the waits that are equal to w, or of where it
// belongs.
func (ws *waits) first(w *wait) int {
	i, _ := slices.BinarySearchFunc(*ws, w, func(v wait, w *wait) int { return v.compare(w) })
	return i
}

// has reports whether a wait is among them.
func (ws *waits) has(w *wait) bool {
	for i := ws.first(w); i < len(*ws) && (*ws)[i].compare(w) == 0; i++ {
		if (*ws)[i].segment.Is(w.segment) {
			return true
		}
	}
	return false
}
