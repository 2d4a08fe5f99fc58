package dataflow

import (
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// solve empties the queue of one instance and wakes those who wait for its exit.
func (e *engine[S]) solve(in *instance[S]) (err error) {
	defer e.recovered(&err)
	e.env.frame(in.fn, &in.reports)
	e.env.asked = false
	e.moving = true // unless seek says otherwise
	if !in.hasEntry {
		e.strat.seek(e, in, 0)
		e.start(in, e.can.Entry(e.env, in.fn))
		in.asks = in.asks || e.env.asked
	}
	e.settle(in)
	before := in.exits
	if e.can.Tuning.Skip != nil {
		skipped, parked := e.skip(in)
		if parked {
			return nil
		}
		if skipped {
			in.queue = in.queue[:0]
		}
	}
	for len(in.queue) > 0 {
		pc := e.next(in)
		if k := in.at(pc); k.join && int(k.grows) > e.opts.MaxVisits {
			return e.diverges(in, pc)
		}
		if err := e.from(in, pc); err != nil {
			return err
		}
	}
	if e.settle(in); len(in.needed) == 0 && e.can.Calls.Enter == nil { // otherwise the entry may always grow
		in.settled = true
		if in.widened && e.can.narrow != nil && e.can.Calls.Context == nil && e.opts.Descend > 0 {
			in.widened = false
			if err := e.descend(in); err != nil {
				return err
			}
		}
	}
	in.asks = in.asks || e.env.asked
	if !in.settled && !in.open {
		in.open = true
		e.open = append(e.open, in)
	}
	if int(in.exits) > e.opts.MaxVisits {
		err := &DivergenceError{Place: placeOf(e.prog, envs.At(in.fn.ID, 0)), Visits: int(in.exits), Grows: "what the function returns"}
		err.Last = append(err.Last, clip(fmt.Sprint(any(in.exit)), 400))
		return err
	}
	if in.exits != before {
		for _, w := range in.waiting {
			c := e.insts[w.inst]
			if c.work == nil {
				e.rouse(c)
				e.schedule(c)
			} else if k := c.at(w.pc); !k.queued && k.has {
				k.queued = true
				c.queue.push(w.pc)
				e.schedule(c)
			}
		}
	}
	e.finish(in)
	if e.cools() {
		e.worked(in)
	}
	return nil
}

// next takes a pending point.
func (e *engine[S]) next(in *instance[S]) int32 {
	if e.pick != nil {
		q := in.queue
		i := e.pick(len(q))
		pc := q[i]
		in.queue = append(q[:i:i], q[i+1:]...)
		return pc
	}
	return in.queue.pop()
}

// from takes the state kept at pc and follows the paths that start there.
func (e *engine[S]) from(in *instance[S], pc int32) error {
	k := in.at(pc)
	k.queued = false
	s := k.state
	if e.keeps(in, k) {
		s = e.clone(s)
	} else {
		var none S
		k.state, k.has = none, false
	}
	if e.moving && !e.strat.seek(e, in, pc) {
		return nil
	}
	return e.walk(in, pc, s)
}

// keeps reports whether more may arrive at a point after its state was taken, or
// whether somebody may ask for the state.
func (e *engine[S]) keeps(in *instance[S], k *kept[S]) bool {
	switch {
	case !k.join:
		return false
	case e.descending:
		return k.loop || e.keep
	}
	// Points are taken in order, so away from cycles nothing arrives late, but for
	// what comes from calls that had to wait and from entries that grow.
	return e.keep || in.marks[k.pc]&cycleMark != 0 || len(in.needed) > 0 || e.can.Calls.Enter != nil || e.pick != nil
}

// settle forgets callees that have settled since they were called.
func (e *engine[S]) settle(in *instance[S]) {
	rest := in.needed[:0]
	for _, id := range in.needed {
		if c := e.insts[id]; c.settled {
			in.asks = in.asks || c.asks
		} else {
			rest = append(rest, id)
		}
	}
	in.needed = rest
}

// settleAll settles what is in a recursion, or calls one: nothing is left to do,
// so nothing can grow.
func (e *engine[S]) settleAll() {
	var asking []*instance[S]
	e.open = slices.DeleteFunc(e.open, func(in *instance[S]) bool { return in.settled })
	for _, in := range e.open {
		if e.settle(in); in.asks {
			asking = append(asking, in)
		}
	}
	for len(asking) > 0 {
		in := asking[len(asking)-1]
		asking = asking[:len(asking)-1]
		for _, w := range in.waiting {
			if c := e.insts[w.inst]; !c.settled && !c.asks {
				c.asks = true
				asking = append(asking, c)
			}
		}
	}
	for _, in := range e.open {
		in.settled = true
	}
	for _, in := range e.open {
		e.finish(in)
	}
	e.open = e.open[:0]
}

// recovered turns a panic of the checker into an error that names the place.
func (e *engine[S]) recovered(err *error) {
	if v := recover(); v != nil {
		*err = &PanicError{Place: placeOf(e.prog, e.env.point()), Value: v, Stack: debug.Stack()}
	}
}
