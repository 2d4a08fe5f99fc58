package dataflow

import (
	"context"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// engine solves one stratum: it finds the states of a checker at the points
// where paths meet, for every instance (a function in a calling context) that
// can be reached from the roots.
type engine[S lattice.Mergeable[S]] struct {
	ctx   context.Context
	prog  envs.Program
	opts  Options
	can   abilities[S]
	strat stratum[S]
	env   *staticEnv

	insts    []*instance[S]
	byKey    map[instKey]int32
	byFrame  []*instance[S] // by frame below, of checkers without contexts of their own
	anyFrame []*instance[S] // by function: finished, and it asked nothing about locks
	todo     minHeap        // instances with work, by number, negated; see schedule
	shapes   []shape        // by function
	keep     bool           // keep a state wherever a path of the stratum above may start
	visits   int64

	retained *retention[S] // nil if nothing is kept between passes

	descending bool
	moving     bool // the environment changes along the path; see stratum.seek

	// For tests, which hold the engine against one that keeps a state at every
	// point and takes roots, instances and their pending points in any order.
	everywhere bool
	pick       func(n int) int
	watch      func(in *instance[S], pc int32, s S)

	open    []*instance[S] // worked on, but not settled
	exits   []S            // scratch of skip
	targets []target[S]    // scratch of call
	slab    []instance[S]
	arena   []int32
	spare   [64][]*work[S] // by class; see newWork
	keptAll int            // states kept by finished instances
	warm    warmth

	freed    []S                         // see clone
	dead     func(envs.Reg) bool         // of the function and point in deadLast and deadPC
	renamed  func(envs.Block) envs.Block // see stratum
	deadLast []int32
	deadPC   int32
}

// A stratum tells the engine what it needs to know from below: which instances
// a call reaches and what the environment says along a path. The lowest stratum
// has nothing below it.
type stratum[S lattice.Mergeable[S]] interface {
	// callees appends what op calls in state s. passes tells that there are
	// callees besides that are not worth an instance: they return and leave
	// everything as it is.
	callees(e *engine[S], in *instance[S], op *envs.Op, s S, to []target[S]) (targets []target[S], passes bool)
	// seek moves the environment to the start of a path; false if the point is
	// known to be out of reach. It sets e.moving to whether step is wanted, and
	// seek for other points of the instance.
	seek(e *engine[S], in *instance[S], pc int32) bool
	// aside moves the environment to the entry of an instance; back undoes that.
	aside(e *engine[S], in *instance[S]) place
	back(e *engine[S], p place)
	// step moves the environment over op, before the checker steps; false if op is
	// known to be out of reach.
	step(e *engine[S], in *instance[S], op *envs.Op) bool
	// returned moves the environment over the return of a callee.
	returned(e *engine[S], in *instance[S], op *envs.Op, callee target[S])
	// renamed is the name in the caller's frame for what was block b in the frame
	// of the callee that returned last.
	renamed(b envs.Block) envs.Block
	// steady reports whether the locks held stay the same throughout an instance.
	steady(in *instance[S]) bool
	// returns reports whether an instance may return, as far as is known below.
	returns(in *instance[S]) bool
	// branch moves the environment over the edge to a branch's target. undo
	// brings it back to the operation.
	branch(e *engine[S], in *instance[S], op *envs.Op, taken int)
	undo(e *engine[S], in *instance[S])
	// rejoin moves the environment to what holds after a call whichever callee
	// returned.
	rejoin(e *engine[S], in *instance[S], op *envs.Op)
}

// target is an instance that a call reaches, and the frame of the stratum below
// in which it does: instances may stand for several.
type target[S lattice.Mergeable[S]] struct {
	*instance[S]
	frame int32
	after int32 // see reached
}

func newEngine[S lattice.Mergeable[S]](ctx context.Context, prog envs.Program, an Analysis[S], opts Options) *engine[S] {
	e := &engine[S]{
		ctx: ctx, prog: prog, opts: opts,
		can:    abilitiesOf(an, &opts),
		env:    &staticEnv{prog: prog},
		byKey:  map[instKey]int32{},
		shapes: make([]shape, prog.NumFuncs()),
		warm:   warmth{most: maxWarm},
	}
	e.dead = func(r envs.Reg) bool { return e.deadLast[r] < e.deadPC }
	e.renamed = func(b envs.Block) envs.Block { return e.strat.renamed(b) }
	return e
}

// start gives an instance its first entry state.
func (e *engine[S]) start(in *instance[S], entry S) {
	in.hasEntry = true
	at := in.at(0)
	at.state, at.has, at.queued = entry, true, true
	if e.keep || e.can.Calls.Enter != nil || e.can.narrow != nil {
		in.entry = entry
		at.state = e.clone(entry)
	}
	in.queue.push(0)
}

// enter merges a further entry state into an instance.
func (e *engine[S]) enter(in *instance[S], s S) {
	if !in.hasEntry {
		e.start(in, s)
		e.schedule(in)
		return
	}
	var grew bool
	if e.can.widen != nil && int(in.entries) > e.opts.WidenDelay {
		in.entry, grew = e.can.widen(in.entry, s)
	} else {
		in.entry, grew = in.entry.Merge(s)
	}
	if grew {
		in.entries++
		if in.work == nil {
			e.rouse(in)
		} else {
			e.arrive(in, 0, in.entry.Clone(), false)
		}
		e.schedule(in)
	}
}

// schedule has an instance worked on: that which was made last comes first, as callees mostly come after
// their callers. In a recursion a stack would run through all callers each time that one exit grows. What
// the lowest stratum tells apart depends on what it comes to first; there it is a stack.
func (e *engine[S]) schedule(in *instance[S]) {
	if in.queued {
		return
	}
	in.queued = true
	if e.keep {
		e.todo = append(e.todo, -in.id)
	} else {
		e.todo.push(-in.id)
	}
}

// take takes an instance to work on.
func (e *engine[S]) take() (id int32) {
	if e.pick != nil {
		draw(e.todo, e.pick)
	} else if !e.keep {
		return -e.todo.pop()
	}
	id = -e.todo[len(e.todo)-1]
	e.todo = e.todo[:len(e.todo)-1]
	return id
}

// arrive brings a state to a point at which paths start. The engine owns s
// afterwards.
func (e *engine[S]) arrive(in *instance[S], pc int32, s S, back bool) {
	k := in.at(pc)
	if k.join && e.can.drop != nil {
		s = e.dropped(in, pc, s)
	}
	if e.descending && k.join {
		e.arriveAgain(in, pc, k, s, back)
		return
	}
	if !k.has {
		k.state, k.has = s, true
		if !k.queued {
			k.queued = true
			in.queue.push(pc)
		}
		return
	}
	var grew bool
	// Only what comes round the loop is widened. What comes from outside grew
	// because an outer loop did, which is widened at its own head; widening it
	// here would lose bounds that no descending round wins back.
	if back && e.can.widen != nil && int(k.rounds) >= e.opts.WidenDelay {
		k.state, grew = e.can.widen(k.state, s)
		in.widened = in.widened || grew
	} else {
		k.state, grew = k.state.Merge(s)
		e.free(s)
	}
	if grew {
		k.grows++
		if back {
			k.rounds++
		}
		if !k.queued {
			k.queued = true
			in.queue.push(pc)
		}
	}
}

// maxFreed is how many states that nobody uses are kept for their memory.
const maxFreed = 64

// clone clones s, into the memory of a state that nobody uses if there is one.
func (e *engine[S]) clone(s S) S {
	n := len(e.freed)
	if n == 0 {
		return s.Clone()
	}
	spare := e.freed[n-1]
	e.freed = e.freed[:n-1]
	return e.can.cloneInto(s, spare)
}

// free takes back a state that nobody uses any more.
func (e *engine[S]) free(s S) {
	if e.can.cloneInto != nil && len(e.freed) < maxFreed {
		e.freed = append(e.freed, s)
	}
}

// dropped is s without what it holds for registers that no operation from pc on
// can read.
func (e *engine[S]) dropped(in *instance[S], pc int32, s S) S {
	e.deadLast, e.deadPC = e.last(in.fn), pc
	return e.can.drop(s, e.dead)
}

// run works until nothing is left to do.
func (e *engine[S]) run() error {
	for rounds := 0; len(e.todo) > 0; rounds++ {
		if rounds&0xfff == 0xfff {
			if err := e.ctx.Err(); err != nil {
				return err
			}
		}
		in := e.insts[e.take()]
		in.queued = false
		if err := e.solve(in); err != nil {
			return err
		}
	}
	if e.can.Calls.Enter == nil && e.pick == nil {
		e.settleAll()
	}
	return nil
}

// draw puts one of a list last.
func draw(list []int32, pick func(n int) int) {
	i, last := pick(len(list)), len(list)-1
	list[i], list[last] = list[last], list[i]
}
