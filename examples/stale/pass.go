package stale

import "github.com/seed38182bad/parallax/envs"

// passes follows a value through a channel. All that was sent through a channel, as far as it is known
// which one that is, may be received from it: channels have names like locks (envs.Env.Lock).
func (c *checker) passes(env envs.Env, op *envs.Op, s *State) *State {
	ch := env.Lock()
	if ch == 0 {
		return s.received(op, nil)
	}
	switch op.Kind {
	case envs.Send:
		if x := c.given(env, op, s); !x.empty() {
			c.sent.Publish(ch, x)
		}
	case envs.Receive:
		var got *State
		c.sent.Each(func(k envs.Lock, is *State) {
			if !env.MayBeSame(k, ch) {
				return
			}
			if got == nil {
				got = is.Clone()
			} else {
				got, _ = got.Merge(is)
			}
		})
		s = s.received(op, got)
	}
	return s
}

// given is what is sent, in register 1, as another thread knows it: by none of this frame's names, and
// read in a block that is none of its own.
func (c *checker) given(env envs.Env, op *envs.Op, s *State) *State {
	r := op.Value()
	if s.flow != nil {
		x := &flow{}
		x.vals = put(x.vals, 1, s.flow.get(r).each(func(r *reading) *reading {
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
		return &State{flow: x}
	}
	o := s.get(r)
	if o == nil {
		return fresh
	}
	n := *o
	n.Block, n.Now, n.Lock, n.Sent = envs.Loose(), envs.Block{}, nil, env.Point()
	return (&State{}).put(1, &n)
}

// received gives the value that is received what is known of those that were sent.
func (s *State) received(op *envs.Op, got *State) *State {
	if op.Kind != envs.Receive || op.Results == 0 {
		return s
	}
	s = s.set(op, nil)
	if got == nil {
		return s
	}
	if o := got.get(1); o != nil {
		return s.put(op.Dst, o)
	}
	if got.flow != nil {
		s = s.flowing()
		rs := got.flow.get(1).each(func(r *reading) *reading {
			if r == many {
				return r
			}
			n := *r
			n.at, n.gone, n.some = op.PC, op.PC, true // something else may be sent, too
			return &n
		})
		s.flow.vals = put(s.flow.vals, int32(op.Dst), rs)
	}
	return s
}
