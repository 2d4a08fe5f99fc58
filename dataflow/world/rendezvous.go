package world

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/internal/run/intern"
	"github.com/seed38182bad/parallax/envs"
)

// Threads wait for each other at locks, but also at channels, at groups of threads, and at the end of a thread. All of
// these have names of one kind. Negative ones are those of threads.

func (v *staticEnv) Lock() envs.Lock {
	switch op := v.Operation(); {
	case op == nil:
		return 0
	case op.Kind == envs.Join && !op.Is(envs.Group):
		return v.joining.of
	case op.Kind == envs.Return:
		return v.ending()
	case op.Path != nil || op.Loc != nil:
		return v.contexts.ids.lock(op.Path, op.Loc)
	}
	return 0
}

// MayStay is left open: what other threads do is not known.
func (v *staticEnv) MayStay() bool { return true }

// ending is what threads meet at that wait for the end of this one: the group that it was started in, or the thread.
// It is 0 if the thread has begun with another function.
func (v *staticEnv) ending() envs.Lock {
	if !v.contexts.mayStart(v.Fn.ID) {
		return 0
	}
	t := v.Thread()
	starts := v.contexts.startedAt[v.Fn.ID]
	if t != 0 {
		if prefix, must, may, all := v.contexts.threads.ids[t-1].Sites(); !all {
			if n := len(prefix); n > 1 {
				prefix = prefix[n-1:]
			}
			sites := slices.Concat(prefix, must, may)
			starts = slices.DeleteFunc(slices.Clone(starts), func(at envs.Point) bool {
				return !slices.Contains(sites, siteOf(at))
			})
			if len(starts) == 0 {
				return 0
			}
		}
	}
	var group *envs.Loc
	for i, at := range starts {
		op := &v.Prog.Func(at.Func()).Ops[at.PC()]
		if op.Loc == nil || i > 0 && op.Loc != group {
			return intern.OfThread(t)
		}
		group = op.Loc
	}
	return v.contexts.ids.lock(nil, group)
}

// mayMeet reports whether two names may be of one thing, of which one is a thread.
func (v *staticEnv) mayMeet(a, b envs.Lock) bool {
	return a == 0 || b == 0 || a < 0 && b < 0 && v.MayBeThread(envs.Thread(-a), envs.Thread(-b))
}
