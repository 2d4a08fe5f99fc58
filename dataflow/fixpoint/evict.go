package fixpoint

// What enters the frames of an analysis with Enter may always grow, so none of them is ever finished. Most are not
// worked on again all the same, and the states that they keep are most of the memory that the analysis takes. So the
// engine evicts the states of frames that it has not worked on for long. A frame that has to go on after all starts
// again from what has entered it up to now, which covers all that its states came of.

// maxLooks is how many frames are looked at each time for one of which the states can be evicted.
const maxLooks = 64

// warmth is what the engine knows of frames that keep states.
type warmth struct {
	most  int     // of kept states
	kept  int     // by all of them
	turns []int32 // those that keep states, in the order in which they are looked at
	next  int     // in turns
}

// evicts reports whether the engine evicts states.
func (e *Engine[S]) evicts() bool { return e.an.Unhurried && !e.opts.Keep }

// worked notes that work on a frame has paused, and evicts the states of others if too much is kept: in turns, and of
// those that were worked on since their last turn only at the next one (the clock algorithm).
func (e *Engine[S]) worked(f *Frame[S]) {
	w := &e.warm
	f.recent = true
	w.kept += len(f.kept) - int(f.counted)
	f.counted = int32(len(f.kept))
	if !f.warm {
		f.warm = true
		w.turns = append(w.turns, f.id)
	}
	for looks := 0; w.kept > w.most && looks < maxLooks; looks++ {
		if w.next >= len(w.turns) {
			w.next = 0
		}
		x := e.frames[w.turns[w.next]]
		if x.queued || x.recent || len(x.queue) > 0 {
			x.recent = false
			w.next++
			continue
		}
		last := len(w.turns) - 1
		w.turns[w.next] = w.turns[last]
		w.turns = w.turns[:last]
		e.evict(x)
	}
}

// evict gives up the states that a frame keeps.
func (e *Engine[S]) evict(f *Frame[S]) {
	e.warm.kept -= int(f.counted)
	f.warm, f.counted = false, 0
	w := f.work
	f.work, f.callers = nil, w.waiting
	w.waiting = nil
	e.reuse(w)
}

// rouse gives a frame that was evicted its work again: all of it.
func (e *Engine[S]) rouse(f *Frame[S]) {
	f.work = e.newWork(len(f.fn.Ops))
	f.marks = e.marks(f.fn)
	f.waiting, f.callers = f.callers, nil
	k := f.at(0)
	k.state, k.has = e.clone(f.entry), true
	f.queueAt(k)
}

// wait has the call at pc of a frame wait for what this one hands over.
func (f *Frame[S]) wait(frame, pc int32) {
	list := &f.callers
	if f.work != nil {
		list = &f.waiting
	}
	x := waiter{frame, pc}
	for _, y := range *list {
		if x == y {
			return
		}
	}
	*list = append(*list, x)
}
