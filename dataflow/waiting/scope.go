package waiting

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// scope is which waits and wakings need to be kept, as what came before has shown. A pass
// over the whole program shows it to the next one; until then all are kept.
type scope struct {
	passes  int
	grew    bool // in this pass, of which there will be another one then, unless it is a run
	more    bool // waits, or places at which others are woken, likewise
	leading Memo[Thing, bool]
	awaited Memo[Thing, bool]
	done    map[pair]bool // all was told of them
}

// Again reports whether there are more edges than when it was asked last.
func (f *Follower) Again() bool {
	again := f.grew || f.more
	f.scope = scope{passes: f.passes + 1, done: map[pair]bool{}}
	return again
}

// Settled reports whether a verdict is due about what is told now. It is not if edges came up in a pass that only
// judges, since another pass follows then.
func (f *Follower) Settled() bool { return f.Ask.Judges() && (!f.grew || f.Ask.Gathers()) }

// Forget drops the edges of a run, or what nobody waits for any more: a channel that is no more, or the end of a
// thread.
func (f *Follower) Forget(g dataflow.Gone) {
	switch {
	case g.Run:
		*f = follow(f.All, f.told, f.Ask)
	case g.Lock != 0:
		for _, r := range []role{filled, emptied} {
			f.Edges.Drop(thing(g.Lock, r))
			f.Waits.Drop(thing(g.Lock, r))
		}
	}
}

// Wakers are the places, of something that is not single, at which those are woken who wait for it.
func (f *Follower) Wakers(x Thing) []envs.Point { return f.wakers[x] }

// note notes such a place.
func (f *Follower) note(w waking) {
	if f.Single(w.what) || slices.Contains(f.wakers[w.what], w.at) {
		return
	}
	if f.wakers == nil {
		f.wakers = map[Thing][]envs.Point{}
	}
	f.wakers[w.what] = append(f.wakers[w.what], w.at)
	f.more = true
}

// drained reports whether what is sent to a channel may be waited for, as far as a look at the program tells. It may
// be if some function waits to receive from the memory in which the channel is found. A channel that is certain, as in
// a run, is worth no look, and a run may not know yet what else there is.
func (f *Follower) drained(env envs.Env, loc *envs.Loc) bool {
	if loc == nil || f.Single(thing(f.Ask.Meeting(), filled)) {
		return true
	}
	if f.drains == nil {
		f.drains = map[*envs.Loc]bool{}
		p := env.Program()
		for id := range p.NumFuncs() {
			fn := p.Func(envs.FuncID(id))
			if fn == nil {
				continue
			}
			for i := range fn.Ops {
				if op := &fn.Ops[i]; op.Kind == envs.Receive && !op.Is(envs.Chosen) {
					f.drains[op.Loc] = true
				}
			}
		}
	}
	return f.drains[loc]
}

// leads reports whether a wait for x may be part of a cycle in which somebody waits to be woken.
func (f *Follower) leads(x Thing) bool {
	return f.passes == 0 || f.leading.Of(f.Ask.Stages, x, func() bool {
		return f.Edges.Leads(f, x, func(y Thing) bool { return y.role() != lock })
	})
}

// awaits reports whether somebody who holds something waits for x.
func (f *Follower) awaits(x Thing) bool {
	return f.passes == 0 || f.awaited.Of(f.Ask.Stages, x, func() bool {
		for y := range f.Edges.Entered() {
			if y.role() != lock && f.Same(x, y) {
				return true
			}
		}
		return false
	})
}
