package lockorder

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// A wait is a place at which a thread waits for a lock while it holds another one: an
// edge of the graph, from the lock that it holds to the one that it waits for.
type wait struct {
	holds   hold
	lock    envs.Lock
	read    bool // for the shared side
	at      envs.Point
	taken   envs.Point // where the thread took the lock that it holds
	segment envs.Segment
	around  envs.LockSet // all locks that it certainly holds
}

// A hold is a lock and the side on which it is held.
type hold struct {
	lock envs.Lock
	read bool
}

// compare orders waits. Those that are equal differ in their segments at most.
func (w *wait) compare(v *wait) int {
	return cmp.Or(
		cmp.Compare(w.holds.lock, v.holds.lock),
		cmp.Compare(w.lock, v.lock),
		w.at.Compare(v.at),
		w.taken.Compare(v.taken),
		compareBool(w.read, v.read),
		compareBool(w.holds.read, v.holds.read),
		w.around.Compare(v.around),
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

// graph is the order in which locks are taken.
type graph struct {
	held  dataflow.Facts[envs.Lock, *waits] // by lock, the waits of those who hold it
	wants dataflow.Facts[envs.Lock, *waits] // by lock, the waits for its exclusive side, whatever is held
	locks []envs.Lock                       // those of held that may be several, or be known by several names
	next  map[envs.Lock][]envs.Lock         // by lock, those that are waited for by who holds it
}

// Again reports whether the graph has grown since it was asked last.
func (g *graph) Again() bool {
	held, wants := g.held.Again(), g.wants.Again()
	return held || wants
}

// Forget drops the graph.
func (g *graph) Forget() { *g = graph{} }

// want notes a wait as one for its lock.
func (g *graph) want(w *wait) {
	if known, ok := g.wants.Of(w.lock); !w.read && (!ok || !known.has(w)) {
		g.wants.Publish(w.lock, &waits{*w})
	}
}

// add notes a wait as one of a thread that holds a lock.
func (g *graph) add(env envs.Env, w *wait) {
	known, ok := g.held.Of(w.holds.lock)
	if ok && known.has(w) {
		return
	}
	if l := w.holds.lock; !ok && !env.MustBeSame(l, l) {
		g.locks = append(g.locks, l)
	}
	if g.next == nil {
		g.next = map[envs.Lock][]envs.Lock{}
	}
	if l := w.holds.lock; !slices.Contains(g.next[l], w.lock) {
		g.next[l] = append(g.next[l], w.lock)
	}
	g.held.Publish(w.holds.lock, &waits{*w})
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

// names are the locks with waits of those who hold them that may be l.
func (g *graph) names(env envs.Env, l envs.Lock) []envs.Lock {
	var names []envs.Lock
	if _, ok := g.held.Of(l); ok {
		names = append(names, l)
	}
	if env.MustBeSame(l, l) { // others that are a single one have another name
		for _, k := range g.locks {
			if k != l && env.MayBeSame(k, l) {
				names = append(names, k)
			}
		}
		return names
	}
	g.held.Each(func(k envs.Lock, _ *waits) {
		if k != l && env.MayBeSame(k, l) {
			names = append(names, k)
		}
	})
	return names
}
