package fixpoint

// descend wins back what widening gave away (Cousot and Cousot 1977, section 10). A round computes every state once
// more from the states at loop heads, in the order of the queue. That order sees all forward edges of a point before
// the point. A loop head narrows twice. The first time is when it is taken: towards what arrived from outside and what
// came round the loop in the round before. So what follows in this round gains already. The second time is after the
// round, towards what came round now. The last round leaves out the second, so that in the end every state follows
// from those of the loop heads.
//
// Each state that a head narrows towards is computed from states that cover the least fixpoint, so it covers it too.
//
// It is done once nothing that the frame depends on can grow any more: in a recursion the ascending result stands.
func (e *Engine[S]) descend(f *Frame[S]) error {
	defer func() { e.descending = false }()
	e.descending = true
	for round := range e.opts.Descend + 1 {
		if err := e.computeAgain(f); err != nil {
			return err
		}
		if !e.narrowHeads(f, round < e.opts.Descend) {
			break
		}
	}
	for i := range f.kept {
		f.kept[i].again = nil
	}
	return nil
}

// computeAgain computes every state of a frame from those at its loop heads.
func (e *Engine[S]) computeAgain(f *Frame[S]) error {
	for i := range f.kept {
		k := &f.kept[i]
		k.repeats()
		k.hasNew, k.queued = false, false
	}
	f.reports.byPC, f.hasExit = nil, false
	e.arrive(f, 0, f.entry.Clone(), false)
	for len(f.queue) > 0 {
		pc := f.queue.pop()
		k := f.at(pc)
		k.repeats() // it may be kept for the first time: the queue may be another one now
		if k.join && !k.loop {
			k.state, k.has = k.next, true // nothing arrives here any more
		}
		if k.loop && k.hasBack {
			var none S
			k.next, _ = k.next.Merge(k.back)
			k.state, _ = e.state.narrow(k.state, k.next)
			k.back, k.hasBack = none, false
		}
		k.done = true
		if err := e.from(f, pc); err != nil {
			return err
		}
	}
	return nil
}

// narrowHeads ends a round: if more follow, loop heads narrow towards what came round in it. It reports whether one of
// them changed.
func (e *Engine[S]) narrowHeads(f *Frame[S], more bool) (changed bool) {
	var none S
	for i := range f.kept {
		k := &f.kept[i]
		k.done = false
		if k.join && !k.hasNew {
			k.has = false // only widening had reached it
		}
		if k.loop && k.hasNew && more {
			if k.hasBack {
				k.next, _ = k.next.Merge(k.back)
			}
			var c bool
			k.state, c = e.state.narrow(k.state, k.next)
			changed = changed || c
		}
		k.next = none
	}
	return changed
}

// repeats prepares a point for descending rounds.
func (k *kept[S]) repeats() {
	if k.again == nil {
		k.again = &again[S]{}
	}
}

// again is what a descending round knows of a point.
type again[S any] struct {
	next    S // what arrives
	hasNew  bool
	back    S // what came round the loop last
	hasBack bool
	done    bool // taken in this round
}

// arriveAgain is arrive in a descending round.
func (e *Engine[S]) arriveAgain(f *Frame[S], pc int32, k *kept[S], s S, back bool) {
	k.repeats()
	switch {
	case back && k.done:
		if k.hasBack {
			e.merge(&k.back, s, false)
		} else {
			k.back, k.hasBack = s, true
		}
		return
	case k.hasNew:
		e.merge(&k.next, s, false)
	default:
		k.next, k.hasNew = s, true
	}
	if !k.done {
		f.queueAt(k)
	}
}
