package lockorder

import "github.com/seed38182bad/parallax/envs"

// beside reports whether two waits may come about at the same time: in segments that may
// overlap, and without a lock that keeps them apart.
func beside(env envs.Env, v, w *wait) bool {
	if !env.MayOverlap(v.segment, w.segment) {
		return false
	}
	_, apart := env.LockSets().Must().Exclusive(v.around, w.around)
	return !apart
}

// blocks reports whether v waits because of w, which holds the lock, and if both are on
// its shared side, because of a third thread, which waits for the exclusive one. A lock that
// both hold and find by the same way from that one keeps them apart.
func (g *graph) blocks(env envs.Env, v, w *wait) bool {
	if _, apart := env.LockSets().Must().Exclusive(v.to, w.from); apart {
		return false
	}
	return !v.read || !w.holds.read || g.writer(env, v, w) != nil
}

// writer is a wait for the exclusive side of the lock that v waits for, by another thread
// than those of v and w.
func (g *graph) writer(env envs.Env, v, w *wait) *wait {
	ws, ok := g.wants.Of(v.what)
	if !ok {
		return nil
	}
	for i := range *ws {
		if u := &(*ws)[i]; beside(env, u, v) && beside(env, u, w) {
			return u
		}
	}
	return nil
}
