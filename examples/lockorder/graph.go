package lockorder

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// graph is the order in which threads wait.
type graph struct {
	held   dataflow.Facts[thing, *waits] // by what is held, the waits of those who hold it
	wants  dataflow.Facts[thing, *waits] // by lock, the waits for its exclusive side, whatever is held
	things []thing                       // those of held that may be several, or be known by several names
	next   map[thing][]thing             // by what is held, what is waited for by who holds it
	known  knownNames
	into   map[thing][]thing      // by what is waited for, what is held by who waits
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
	if !slices.Contains(g.into[w.what], x) {
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
