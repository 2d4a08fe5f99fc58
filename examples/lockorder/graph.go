package lockorder

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
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
	around  envs.LockSet // all locks that it certainly holds
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

// graph is the order in which threads wait.
type graph struct {
	held   dataflow.Facts[thing, *waits] // by what is held, the waits of those who hold it
	wants  dataflow.Facts[thing, *waits] // by lock, the waits for its exclusive side, whatever is held
	things []thing                       // those of held that may be several, or be known by several names
	next   map[thing][]thing             // by what is held, what is waited for by who holds it
	known  knownNames
	into   map[thing][]thing      // by what is waited for to be done, what is held
	wakers map[thing][]envs.Point // of what may be several, where it is woken
	scope
}

// Again reports whether the graph has grown since it was asked last.
func (g *graph) Again() bool {
	held, wants := g.held.Again(), g.wants.Again()
	more := g.more
	g.scope = scope{passes: g.passes + 1}
	return held || wants || more
}

// Forget drops the graph.
func (g *graph) Forget() { *g = graph{} }

// want notes a wait as one for its lock.
func (g *graph) want(w *wait) {
	if known, ok := g.wants.Of(w.what); w.what.role() == aLock && !w.read && (!ok || !known.has(w)) {
		g.wants.Publish(w.what, &waits{*w})
	}
}

// note notes a place at which those are woken who wait for something that may be several.
func (g *graph) note(env envs.Env, w waking) {
	if single(env, w.what) || slices.Contains(g.wakers[w.what], w.at) {
		return
	}
	if g.wakers == nil {
		g.wakers = map[thing][]envs.Point{}
	}
	g.wakers[w.what] = append(g.wakers[w.what], w.at)
	g.more = true
}

// add notes a wait as one of a thread that holds something.
func (g *graph) add(env envs.Env, w *wait) {
	x := w.holds.what
	known, ok := g.held.Of(x)
	if ok && known.has(w) {
		return
	}
	if !ok && !env.MustBeSame(x.lock(), x.lock()) {
		g.things = append(g.things, x)
	}
	if g.next == nil {
		g.next = map[thing][]thing{}
	}
	if !slices.Contains(g.next[x], w.what) {
		g.next[x] = append(g.next[x], w.what)
	}
	if w.what.role() != aLock && !slices.Contains(g.into[w.what], x) {
		if g.into == nil {
			g.into = map[thing][]thing{}
		}
		g.into[w.what] = append(g.into[w.what], x)
	}
	g.held.Publish(x, &waits{*w})
	g.grew = true
}

// Part forgets what nobody waits for any more: a channel that is no more, or the end of a
// thread. A run tells of it.
func (g *graph) Part(l envs.Lock) {
	for _, r := range []role{filled, emptied} {
		x := thingOf(l, r)
		for _, y := range g.into[x] {
			if ws, ok := g.held.Of(y); ok {
				*ws = slices.DeleteFunc(*ws, func(w wait) bool { return w.what == x })
			}
			g.next[y] = slices.DeleteFunc(g.next[y], func(z thing) bool { return z == x })
		}
		for _, y := range g.next[x] {
			if from := g.into[y]; from != nil {
				g.into[y] = slices.DeleteFunc(from, func(z thing) bool { return z == x })
			}
		}
		delete(g.into, x)
		delete(g.next, x)
		g.held.Drop(x)
	}
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

// names are the things with waits of those who hold them that may be x.
func (g *graph) names(env envs.Env, x thing) []thing {
	if single(env, x) {
		return g.namesOf(env, x)
	}
	if g.known.of != len(g.next) || g.known.names == nil {
		g.known = knownNames{of: len(g.next), names: map[thing][]thing{}}
	}
	names, ok := g.known.names[x]
	if !ok {
		names = g.namesOf(env, x)
		g.known.names[x] = names
	}
	return names
}

// knownNames are the names of things in a graph of which so many are held.
type knownNames struct {
	of    int
	names map[thing][]thing
}

func (g *graph) namesOf(env envs.Env, x thing) []thing {
	var names []thing
	if _, ok := g.held.Of(x); ok {
		names = append(names, x)
	}
	others := len(names)
	if single(env, x) { // others that are a single one have another name
		for _, y := range g.things {
			if y != x && same(env, y, x) {
				names = append(names, y)
			}
		}
	} else {
		for y := range g.next {
			if y != x && same(env, y, x) {
				names = append(names, y)
			}
		}
	}
	slices.Sort(names[others:])
	return names
}
