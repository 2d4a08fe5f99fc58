package dataflow

import (
	"math/bits"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// instance is a function in a calling context: what is known of it and, until it
// is finished, the work that is left to do.
type instance[S lattice.Mergeable[S]] struct {
	id  int32
	key instKey
	fn  *envs.Func

	entry   S
	exit    S
	thrown  S
	entries int32 // how often entry grew
	exits   int32 // how often exit or thrown grew
	parks   int32 // how often it waited in skip

	hasEntry, hasExit, hasThrown bool

	begun   bool // was scheduled
	settled bool // nothing that exit depends on can grow any more
	asks    bool // what was found may depend on the locks that callers hold
	queued  bool // in engine.todo
	open    bool // in engine.open
	widened bool // states may be larger than they need be
	step    bool // Skip is not asked any more

	warm    bool  // in engine.warm.turns
	recent  bool  // worked on since its last turn
	counted int32 // of its kept states, in engine.warm.kept

	reports reportTable
	called  []int32  // instances, if they are kept between passes
	callers []waiter // while it is cold, what work.waiting is otherwise

	*work[S] // nil once it is finished, and while it is cold
}

type instKey struct {
	fn    envs.FuncID
	below int32  // the frame of the stratum below, or 0
	ctx   string // the checker's own calling context
}

// work is what an instance needs while it is solved; finished instances leave it
// to others.
type work[S lattice.Mergeable[S]] struct {
	marks   []uint8
	slots   []int32 // by pc: 1 + index in kept
	kept    []kept[S]
	queue   minHeap
	reached callees  // of the lowest stratum
	needed  []int32  // instances that were not settled when they were called
	waiting []waiter // call sites to resume when exit grows
}

type waiter struct {
	inst int32
	pc   int32
}

// kept is a state at a point.
type kept[S any] struct {
	pc     int32
	has    bool
	join   bool // paths meet here, or start anew
	queued bool
	loop   bool  // a back edge leads here
	grows  int32 // how often it grew
	rounds int32 // how often it grew by what came round a loop
	state  S

	*again[S] // in a descending round
}

// at is the slot for a state at pc.
func (w *work[S]) at(pc int32) *kept[S] {
	i := w.slots[pc]
	if i == 0 {
		w.kept = append(w.kept, kept[S]{pc: pc, join: w.marks[pc]&joinMark != 0, loop: w.marks[pc]&loopMark != 0})
		i = int32(len(w.kept))
		w.slots[pc] = i
	}
	return &w.kept[i-1]
}

// callees are the frames of the stratum above that calls reach, by operation. Most reach one.
type callees struct {
	pcs     []int32 // ascending
	frames  []int32 // by index in pcs: the frame, or else ^i for several[i]
	several [][]int32
}

// at is what the call at pc reaches.
func (c *callees) at(pc int32) []int32 {
	i, found := slices.BinarySearch(c.pcs, pc)
	switch {
	case !found:
		return nil
	case c.frames[i] < 0:
		return c.several[^c.frames[i]]
	}
	return c.frames[i : i+1]
}

// set says what the call at pc reaches.
func (c *callees) set(pc int32, frames []int32) {
	i, found := slices.BinarySearch(c.pcs, pc)
	switch {
	case len(frames) == 0 && !found:
		return
	case !found:
		c.pcs, c.frames = slices.Insert(c.pcs, i, pc), slices.Insert(c.frames, i, 0)
	case c.frames[i] < 0:
		list := &c.several[^c.frames[i]]
		*list = append((*list)[:0], frames...)
		return
	}
	if len(frames) == 1 {
		c.frames[i] = frames[0]
		return
	}
	c.frames[i] = ^int32(len(c.several))
	c.several = append(c.several, slices.Clone(frames))
}

// needs notes that the instance used the exit of another that may still grow.
func (w *work[S]) needs(id int32) {
	for _, x := range w.needed {
		if x == id {
			return
		}
	}
	w.needed = append(w.needed, id)
}

// instanceOf finds or makes the instance for key.
func (e *engine[S]) instanceOf(key instKey) *instance[S] {
	if id, ok := e.byKey[key]; ok {
		return e.insts[id]
	}
	in := e.newInstance(key)
	e.byKey[key] = in.id
	return in
}

// instanceAt finds or makes the instance for a function in frame g of the stratum
// below, for a checker without calling contexts of its own. If the checker has
// solved the function in another frame without a question about locks, it would
// find the same here.
func (e *engine[S]) instanceAt(g int32, fn envs.FuncID) *instance[S] {
	for int(g) >= len(e.byFrame) {
		e.byFrame = append(e.byFrame, nil)
	}
	in := e.byFrame[g]
	if in == nil {
		if e.anyFrame != nil {
			in = e.anyFrame[fn]
		}
		if in == nil {
			in = e.newInstance(instKey{fn: fn, below: g})
		}
		e.byFrame[g] = in
	}
	return in
}

// rootAt is the instance for a root.
func (e *engine[S]) rootAt(g int32, fn envs.FuncID) *instance[S] {
	if e.can.Calls.Context != nil {
		return e.instanceOf(instKey{fn: fn, below: g})
	}
	return e.instanceAt(g, fn)
}

func (e *engine[S]) newInstance(key instKey) *instance[S] {
	if len(e.slab) == 0 {
		e.slab = make([]instance[S], 64)
	}
	in := &e.slab[0]
	e.slab = e.slab[1:]
	fn := e.prog.Func(key.fn)
	in.id, in.key, in.fn = int32(len(e.insts)), key, fn
	in.work = e.newWork(len(fn.Ops))
	in.marks = e.marks(fn)
	if e.lasting() {
		in.kept = make([]kept[S], 0, e.shapes[fn.ID].kept)
	}
	e.insts = append(e.insts, in)
	return in
}

// lasting reports whether the work on instances never ends before that on all of them: what enters them
// may always grow.
func (e *engine[S]) lasting() bool {
	return e.keep || e.can.Calls.Enter != nil && !e.can.Tuning.Unhurried
}

// class is the power of two that n fits in.
func class(n int) int { return bits.Len(uint(max(n, 16) - 1)) }

// newWork gives work for a function of n operations. Functions are many and
// mostly short, so one uses again what another has left.
func (e *engine[S]) newWork(n int) *work[S] {
	c := class(n)
	if spare := e.spare[c]; len(spare) > 0 {
		w := spare[len(spare)-1]
		e.spare[c] = spare[:len(spare)-1]
		w.slots = w.slots[:n]
		return w
	}
	size := 1 << c
	if e.lasting() {
		size = n // nobody will use it again
	}
	if len(e.arena) < size {
		e.arena = make([]int32, max(size, 1<<14))
	}
	w := &work[S]{slots: e.arena[:n:size]}
	e.arena = e.arena[size:]
	return w
}

// finish ends the work on an instance that is settled: nothing can make it run
// again. Who waits for another is not settled, so a waiter has its work, or is cold.
func (e *engine[S]) finish(in *instance[S]) {
	if !in.settled || e.keep {
		return
	}
	if e.anyFrame != nil && in.key.ctx == "" && !in.asks && e.anyFrame[in.key.fn] == nil {
		e.anyFrame[in.key.fn] = in
	}
	if e.watch != nil {
		return
	}
	w := in.work
	in.work = nil
	e.keptAll += len(w.kept)
	e.reuse(w)
}

// reuse leaves the work on an instance to others.
func (e *engine[S]) reuse(w *work[S]) {
	for i := range w.kept {
		k := &w.kept[i]
		w.slots[k.pc] = 0
		if k.has {
			e.free(k.state)
		}
	}
	clear(w.kept)
	w.kept, w.queue, w.needed, w.waiting = w.kept[:0], w.queue[:0], w.needed[:0], w.waiting[:0]
	c := class(cap(w.slots))
	e.spare[c] = append(e.spare[c], w)
}
