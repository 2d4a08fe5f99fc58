package fixpoint

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A Frame is a function in a calling context: what is known of it and, until it is finished, the work that is left to
// do.
type Frame[S lattice.Mergeable[S]] struct {
	id  int32
	key key
	fn  *envs.Func

	entry   S
	exit    S
	thrown  S
	entries int32 // how often entry grew
	grown   int32 // how often exit or thrown grew
	parks   int32 // how often it waited in retain or skip

	hasEntry, hasExit, hasThrown bool

	begun   bool // was scheduled
	settled bool // nothing that exit depends on can grow any more
	asks    bool // what was found may depend on the frame below
	queued  bool // in Engine.todo
	open    bool // in Engine.open
	widened bool // states may be larger than they need be
	step    bool // Skip is not asked any more

	reports reportTable
	called  []int32 // frames, if they are kept between passes

	*work[S] // nil once it is finished
}

// key is what tells frames apart.
type key struct {
	fn      envs.FuncID
	below   int32  // the frame below
	context string // the analysis' own calling context
}

// work is what a frame needs while it is solved.
type work[S lattice.Mergeable[S]] struct {
	marks   []uint8
	slots   []int32 // by operation: 1 + index in kept
	kept    []kept[S]
	queue   minHeap
	needed  []int32  // frames that were not settled when they were called
	waiting []waiter // calls to resume when exit grows
}

type waiter struct {
	frame int32
	pc    int32
}

// kept is a state at an operation.
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

// Func is the function.
func (f *Frame[S]) Func() *envs.Func { return f.fn }

// ID is the number of the frame: its index in Engine.Frames.
func (f *Frame[S]) ID() int32 { return f.id }

// Entry is the state in which the frame starts, if it was entered; Exit what it hands over, if it returns; Thrown the
// state in which an exception leaves it, if one may. They must not be changed.
func (f *Frame[S]) Entry() (S, bool) { return f.entry, f.hasEntry }

// Exit is described at Entry.
func (f *Frame[S]) Exit() (S, bool) { return f.exit, f.hasExit }

// Thrown is described at Entry.
func (f *Frame[S]) Thrown() (S, bool) { return f.thrown, f.hasThrown }

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

// queueAt has the paths that start at an operation followed.
func (w *work[S]) queueAt(k *kept[S]) {
	if !k.queued {
		k.queued = true
		w.queue.push(k.pc)
	}
}

// needs notes that the frame used the exit of another one that may still grow.
func (w *work[S]) needs(id int32) {
	if !slices.Contains(w.needed, id) {
		w.needed = append(w.needed, id)
	}
}

// frameOf finds or makes a frame.
func (e *Engine[S]) frameOf(k key) *Frame[S] {
	if k.context == "" {
		return e.frameIn(k.below, k.fn)
	}
	if id, ok := e.byKey[k]; ok {
		return e.frames[id]
	}
	f := e.newFrame(k)
	e.byKey[k] = f.id
	if e.contexts[k.fn]++; e.contexts[k.fn] > e.opts.MaxVisits && (len(e.endless) == 0 || e.endless[0].fn == k.fn) {
		e.endless = append(e.endless, k)
	}
	return f
}

// frameIn finds or makes the frame of a function in a frame below, with the empty context. If the function was solved
// in another frame below without a question about what is there, it would find the same here.
func (e *Engine[S]) frameIn(below int32, fn envs.FuncID) *Frame[S] {
	for int(below) >= len(e.byBelow) {
		e.byBelow = append(e.byBelow, nil)
	}
	f := e.byBelow[below]
	if f == nil {
		if e.anyBelow != nil {
			f = e.anyBelow[fn]
		}
		if f == nil {
			f = e.newFrame(key{fn: fn, below: below})
		}
		e.byBelow[below] = f
	}
	return f
}

func (e *Engine[S]) newFrame(k key) *Frame[S] {
	fn := e.prog.Func(k.fn)
	f := &Frame[S]{id: int32(len(e.frames)), key: k, fn: fn}
	f.work = &work[S]{marks: e.marks(fn), slots: make([]int32, len(fn.Ops))}
	if e.opts.Keep || e.an.Enter != nil {
		f.kept = make([]kept[S], 0, e.shapes[fn.ID].kept)
	}
	e.frames = append(e.frames, f)
	return f
}

// finish ends the work on a frame that is settled: nothing can make it run again. A frame that waits for another is not
// settled, so a waiter has its work.
func (e *Engine[S]) finish(f *Frame[S]) {
	if !f.settled || e.opts.Keep {
		return
	}
	if e.anyBelow != nil && !f.asks && e.anyBelow[f.key.fn] == nil {
		e.anyBelow[f.key.fn] = f
	}
	if e.Watch != nil {
		return
	}
	e.keptAll += len(f.kept)
	for i := range f.kept {
		if k := &f.kept[i]; k.has {
			e.free(k.state)
		}
	}
	f.work = nil
}

// wait has the call at pc of a frame wait for what this one hands over.
func (w *work[S]) wait(frame, pc int32) {
	x := waiter{frame, pc}
	if !slices.Contains(w.waiting, x) {
		w.waiting = append(w.waiting, x)
	}
}
