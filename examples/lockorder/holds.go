package lockorder

import "github.com/seed38182bad/parallax/envs"

// again is the effect of taking a lock that the thread holds, where that is no matter of
// course.
func (c *checker) again(env envs.Env, w wait, s *state) {
	c.want(&w)
	held := s.of().around.at(env)
	if i := held.innermost(w.what.lock()); i >= 0 {
		w.holds, w.taken = hold{thingOf(held[i].Lock, aLock), held[i].Read}, held[i].At
	}
	if !w.read || !w.holds.read {
		c.reportAgain(env, &w, nil)
	} else if u := c.writer(env, &w, &w); u != nil {
		c.reportAgain(env, &w, u)
	}
}

// end is the effect of the end of a thread.
func (c *checker) end(env envs.Env) {
	held, _ := env.MayLocks()
	for _, h := range held {
		if c.All || !h.Maybe && h.Lock != 0 {
			c.reportKept(env, h)
		}
	}
}
