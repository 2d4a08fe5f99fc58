package dataflow

// What enters the instances of an analysis with Enter may always grow, so none of them is ever finished. Most are not
// worked on again all the same, and what they keep by then is most of what an analysis takes. So the engine
// lets go of the states of instances that it has not worked on for long. If such a cold one has to go on after all, it
// starts again from what has entered it up to now, which covers all that its states came of.

// maxWarm is how many states the instances keep that may go on.
const maxWarm = 100_000

// maxLooks is how many instances are looked at each time for one that can be cooled.
const maxLooks = 64

// warmth is what the engine knows of instances that keep states.
type warmth struct {
	most  int     // of kept states
	kept  int     // by all of them
	turns []int32 // those that are warm, in the order in which they are looked at
	next  int     // in turns
}

// cools reports whether the engine lets go of the states of instances that may go on.
func (e *engine[S]) cools() bool { return e.can.Tuning.Unhurried && !e.keep }

// worked notes that work on an instance has paused, and cools others if too much is kept: in turns, and those that
// were worked on since their last turn only at the next one.
func (e *engine[S]) worked(in *instance[S]) {
	w := &e.warm
	in.recent = true
	w.kept += len(in.kept) - int(in.counted)
	in.counted = int32(len(in.kept))
	if !in.warm {
		in.warm = true
		w.turns = append(w.turns, in.id)
	}
	for looks := 0; w.kept > w.most && looks < maxLooks; looks++ {
		if w.next >= len(w.turns) {
			w.next = 0
		}
		x := e.insts[w.turns[w.next]]
		if x.queued || x.recent || len(x.queue) > 0 {
			x.recent = false
			w.next++
			continue
		}
		last := len(w.turns) - 1
		w.turns[w.next] = w.turns[last]
		w.turns = w.turns[:last]
		e.cool(x)
	}
}

// cool lets go of what an instance keeps.
func (e *engine[S]) cool(in *instance[S]) {
	e.warm.kept -= int(in.counted)
	in.warm, in.counted = false, 0
	w := in.work
	in.work, in.callers = nil, w.waiting
	w.waiting = nil
	e.reuse(w)
}

// rouse gives a cold instance its work again: all of it.
func (e *engine[S]) rouse(in *instance[S]) {
	in.work = e.newWork(len(in.fn.Ops))
	in.marks = e.marks(in.fn)
	in.waiting, in.callers = in.callers, nil
	at := in.at(0)
	at.state, at.has, at.queued = e.clone(in.entry), true, true
	in.queue.push(0)
}

// wait has the call at pc of an instance wait for what this one hands over.
func (in *instance[S]) wait(inst, pc int32) {
	list := &in.callers
	if in.work != nil {
		list = &in.waiting
	}
	x := waiter{inst, pc}
	for _, y := range *list {
		if x == y {
			return
		}
	}
	*list = append(*list, x)
}
