package fixpoint

import (
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// solve empties the queue of one frame and wakes the frames that wait for its exit.
func (e *Engine[S]) solve(f *Frame[S]) (err error) {
	defer e.recovered(&err)
	e.at.Asked = false
	e.moveTo(f)
	before := f.grown
	retained, skipped, parked := false, false, false
	if e.retained != nil && !f.hasEntry {
		retained, parked = e.retain(f)
	}
	if !f.hasEntry && !retained && !parked {
		e.start(f, e.an.Entry(e.env, f.fn))
		f.asks = f.asks || e.at.Asked
	}
	e.settle(f)
	if e.an.Skip != nil && !retained && !parked {
		skipped, parked = e.skip(f)
	}
	if parked {
		return nil
	}
	if skipped {
		f.queue = f.queue[:0]
	}
	for len(f.queue) > 0 {
		pc := e.next(f)
		if k := f.at(pc); k.join && int(k.grows) > e.opts.MaxVisits {
			return e.diverges(f, pc)
		}
		if err := e.from(f, pc); err != nil {
			return err
		}
	}
	if e.settle(f); len(f.needed) == 0 && e.an.Enter == nil { // with Enter the entry may always grow
		f.settled = true
		if f.widened && e.state.narrow != nil && e.opts.Descend > 0 {
			f.widened = false
			if err := e.descend(f); err != nil {
				return err
			}
		}
	}
	f.asks = f.asks || e.at.Asked
	if !f.settled && !f.open {
		f.open = true
		e.open = append(e.open, f)
	}
	if int(f.grown) > e.opts.MaxVisits {
		return &DivergenceError{
			Place: envs.PlaceOf(e.prog, envs.At(f.fn.ID, 0)), Visits: int(f.grown), Grows: "what the function returns",
			Last: []string{clip(fmt.Sprint(any(f.exit)), 400)},
		}
	}
	if len(e.endless) >= rounds {
		return e.enteredEndlessly()
	}
	if f.grown != before {
		e.wake(f)
	}
	e.finish(f)
	return nil
}

// wake has the calls go on that used the exit of a frame, which has grown.
func (e *Engine[S]) wake(f *Frame[S]) {
	for _, w := range f.waiting {
		c := e.frames[w.frame]
		if k := c.at(w.pc); !k.queued && k.has {
			c.queueAt(k)
			e.schedule(c)
		}
	}
}

// next takes a pending operation.
func (e *Engine[S]) next(f *Frame[S]) int32 {
	if e.opts.Pick != nil {
		i := e.opts.Pick(len(f.queue))
		pc := f.queue[i]
		f.queue = slices.Delete(f.queue, i, i+1)
		return pc
	}
	return f.queue.pop()
}

// from takes the state kept at pc and follows the paths that start there.
func (e *Engine[S]) from(f *Frame[S], pc int32) error {
	k := f.at(pc)
	k.queued = false
	s := k.state
	if e.keeps(f, k) {
		s = e.clone(s)
	} else {
		var none S
		k.state, k.has = none, false
	}
	return e.walk(f, pc, s)
}

// keeps reports whether more may arrive at an operation after its state was taken, or whether the state is to be read.
func (e *Engine[S]) keeps(f *Frame[S], k *kept[S]) bool {
	switch {
	case !k.join:
		return false
	case e.descending:
		return k.loop || e.opts.Keep
	}
	// Operations are taken in order, so away from cycles nothing arrives late, but for what comes from calls that had to
	// wait and from entries that grow.
	return e.opts.Keep || f.marks[k.pc]&cycleMark != 0 || len(f.needed) > 0 || e.an.Enter != nil || e.opts.Pick != nil
}

// settle forgets callees that have settled since they were called.
func (e *Engine[S]) settle(f *Frame[S]) {
	f.needed = slices.DeleteFunc(f.needed, func(id int32) bool {
		c := e.frames[id]
		if c.settled {
			f.asks = f.asks || c.asks
		}
		return c.settled
	})
}

// settleAll settles what is in a recursion, or calls one: nothing is left to do, so nothing can grow.
func (e *Engine[S]) settleAll() {
	var asking []*Frame[S]
	e.open = slices.DeleteFunc(e.open, func(f *Frame[S]) bool { return f.settled })
	for _, f := range e.open {
		if e.settle(f); f.asks {
			asking = append(asking, f)
		}
	}
	for len(asking) > 0 {
		f := asking[len(asking)-1]
		asking = asking[:len(asking)-1]
		for _, w := range f.waiting {
			if c := e.frames[w.frame]; !c.settled && !c.asks {
				c.asks = true
				asking = append(asking, c)
			}
		}
	}
	for _, f := range e.open {
		f.settled = true
	}
	for _, f := range e.open {
		e.finish(f)
	}
	e.open = e.open[:0]
}

// recovered turns a panic of the analysis into an error that names the place.
func (e *Engine[S]) recovered(err *error) {
	if v := recover(); v != nil {
		*err = &PanicError{Place: envs.PlaceOf(e.prog, e.at.Point()), Value: v, Stack: debug.Stack()}
	}
}
