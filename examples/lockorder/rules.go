package lockorder

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/cycles"
	"github.com/seed38182bad/parallax/dataflow/waiting"
	"github.com/seed38182bad/parallax/envs"
)

// rules say which waits make a cycle.
type rules struct {
	*waiting.Names
	c *checker
}

var _ cycles.Rules[waiting.Thing, waiting.Label, any] = rules{}

// Beside reports whether two waits may come about at the same time: in segments that may
// overlap, and without a lock that keeps them apart.
func (r rules) Beside(v, w waiting.Step) bool { return beside(r.Env, v, w) }

func beside(env envs.Env, v, w waiting.Step) bool {
	return env.MayOverlap(waiting.SegmentOf(v), waiting.SegmentOf(w)) && !apart(env, v.Label.Around, w.Label.Around)
}

func apart(env envs.Env, a, b envs.LockSet) bool {
	_, apart := env.LockSets().Must().Exclusive(a, b)
	return apart
}

// Follows reports whether v waits because of w, which holds the lock, and if both are on
// its shared side, because of a third thread, which waits for the exclusive one. A lock that
// both hold and find by the same way from that one keeps them apart.
func (r rules) Follows(v, w waiting.Step) bool {
	return !apart(r.Env, v.Label.To, w.Label.From) &&
		(!v.Label.Wait.Shared || !w.Label.Hold.Shared || r.c.writer(r.Env, v, w) != nil)
}

// writer is a wait for the exclusive side of the lock that v waits for, by another thread
// than those of v and w.
func (c *checker) writer(env envs.Env, v, w waiting.Step) *waiting.Edge {
	for _, e := range c.Waits.From(v.To) {
		for _, o := range e.Seen {
			if u := (waiting.Step{Edge: e, At: o}); beside(env, u, v) && beside(env, u, w) {
				return e
			}
		}
	}
	return nil
}

// Counts reports whether a wait belongs into a cycle. Of those that keep a thread from
// waking others, if it is not certain which, only those do that all have who wake them, and
// only for the lock that those others hold; unless all are to count.
func (r rules) Counts(w waiting.Step, length int) bool {
	if r.c.All || w.From.Role() == waiting.Lock || r.Single(w.From) {
		return true
	}
	return length == 2 && r.always(w.From, w.To)
}

// always reports whether all have to wait for what x names who wake those who wait for what from names.
func (r rules) always(from, x waiting.Thing) bool {
	k := [2]waiting.Thing{from, x}
	if always, ok := r.c.counts[k]; ok {
		return always
	}
	wait := map[envs.Point]bool{}
	for _, e := range r.c.Edges.From(from) {
		if !wait[e.Label.Taken] && r.Same(e.To, x) {
			wait[e.Label.Taken] = true
		}
	}
	always := !slices.ContainsFunc(r.c.Wakers(from), func(at envs.Point) bool { return !wait[at] })
	if r.MayRepeat() { // and Settled; otherwise there will be more
		if r.c.counts == nil {
			r.c.counts = map[[2]waiting.Thing]bool{}
		}
		r.c.counts[k] = always
	}
	return always
}
