package lockorder

import "github.com/seed38182bad/parallax/envs"

// Enter tells a callee of the locks that are held around it.
func (c *checker) Enter(env envs.Env, _ *envs.Op, s *state, _ *envs.Func) *state {
	return s.entered(s.of().around.at(env).clean(env))
}

// Return adds what a callee has waited for, and whom it woke after what was waited for
// before it.
func (c *checker) Return(env envs.Env, _ *envs.Op, exit, s *state) *state {
	for _, w := range exit.of().woken {
		c.wake(env, w, s.of().made)
	}
	return s.called(&c.graph, exit)
}

// Step puts the places at which threads wait into the graph, and judges each.
func (c *checker) Step(env envs.Env, op *envs.Op, s *state) *state {
	switch op.Kind {
	case envs.Acquire:
		switch w := c.waitAt(env, op, aLock); {
		case !env.MustRetake():
			s = c.wait(env, w, s)
		case !op.Is(envs.Reentrant):
			c.again(env, w, s)
		}
	case envs.Wait: // which then takes its lock again
		s = c.wait(env, c.waitAt(env, op, filled), s)
		s = c.wait(env, c.waitAt(env, op, aLock), s)
	case envs.Join:
		s = c.wait(env, c.waitAt(env, op, filled), s)
	case envs.Receive:
		if w := c.waitAt(env, op, filled); !op.Is(envs.Chosen) && !s.mayFill(w.what) {
			s = c.wait(env, w, s)
		}
		s = c.wakes(env, emptied, s)
	case envs.Send:
		if !unbuffered(op) {
			if c.drained(env, op.Loc) { // who fills a buffer may empty it
				s = s.sends(thingOf(env.Lock(), filled))
			}
		} else if !op.Is(envs.Chosen) {
			s = c.wait(env, c.waitAt(env, op, emptied), s)
		}
		s = c.wakes(env, filled, s)
	case envs.Close, envs.Notify:
		s = c.wakes(env, filled, s)
	case envs.Load:
		if op.Is(envs.Copied) {
			c.reportCopied(env, op)
		}
	case envs.Return:
		if env.MayEnd() {
			c.end(env)
			s = c.wakes(env, filled, s)
		}
	}
	return s
}

// wait is the effect of an operation that waits.
func (c *checker) wait(env envs.Env, w wait, s *state) *state {
	if w.what.lock() == 0 && !c.All {
		return s
	}
	c.want(&w)
	made := w
	for _, h := range s.of().around.at(env).without(w.what.lock()) {
		if h.Lock == 0 && !c.All {
			continue
		}
		w.holds, w.taken, w.from = hold{thingOf(h.Lock, aLock), h.Read}, h.At, h.Around
		c.add(env, &w)
		c.judge(env, &w)
	}
	return s.waited(&c.graph, env, &made)
}

// wakes is the effect of an operation that ends the waiting of others.
func (c *checker) wakes(env envs.Env, r role, s *state) *state {
	w := waking{thingOf(env.Lock(), r), env.Point(), env.MustLocks()}
	if w.what.lock() == 0 && !c.All {
		return s
	}
	c.note(env, w)
	c.wake(env, w, s.of().made)
	return s.wakes(&c.graph, env, w)
}

// wake puts waits of a thread that keep it from waking others into the graph. One who waits
// at a channel wakes those who wait at its other side by that; and that somebody waits to be
// woken counts only if it is certain by what.
func (c *checker) wake(env envs.Env, by waking, made made) {
	for _, m := range made {
		if m.what.role() != aLock && (m.what.lock() == by.what.lock() || !c.All && !(single(env, m.what) && single(env, by.what))) {
			continue
		}
		w := *m
		w.holds, w.taken, w.from = hold{by.what, false}, by.at, by.under
		c.add(env, &w)
		c.judge(env, &w)
	}
}
