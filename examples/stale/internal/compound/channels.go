package compound

import "github.com/seed38182bad/parallax/envs"

// given is what is sent, in register 1, as another thread knows it. It has none of this frame's names, and is read in
// a section that is none of its own.
func given(env envs.Env, op *envs.Op, f *State) *State {
	x := &State{}
	x.vals.Set(1, f.get(op.Value()).each(func(r *reading) *reading {
		if r == many {
			return r
		}
		if r.from != underLock || r.depth >= maxDepth || len(r.locks) == 0 {
			return nil
		}
		n := *r
		n.base, n.at, n.depth, n.locks = nil, 0, r.depth+1, nil
		for _, l := range r.locks {
			l.path, l.gone, l.far = nil, true, true
			n.locks = append(n.locks, l)
		}
		n.locks = sorted(n.locks)
		if n.gone = 0; n.end.IsZero() {
			n.end = env.Point()
		}
		return &n
	}))
	return x
}

// received gives the value that is received what is known of those that were sent.
func (f *State) received(op *envs.Op, got *State) {
	if op.Results == 0 {
		return
	}
	rs := got.get(1).each(func(r *reading) *reading {
		if r == many {
			return r
		}
		n := *r
		n.at, n.gone, n.some = op.PC, op.PC, true // something else may be sent, too
		return &n
	})
	f.vals.Set(op.Dst, rs)
}
