package fixpoint

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// An Engine solves one analysis of one program.
type Engine[S lattice.Mergeable[S]] struct {
	ctx   context.Context
	prog  envs.Program
	opts  Options
	an    Analysis[S]
	state methods[S]
	below Below
	env   envs.Env
	*noted
	at *At

	// Watch, if not nil, is shown each state before its operation. It is for tests, and for views of a solution.
	Watch func(f *Frame[S], pc int32, s S)

	frames   []*Frame[S]
	byKey    map[key]int32
	contexts map[envs.FuncID]int // how many frames with a context, by function
	endless  []key               // the first ones beyond MaxVisits, of one function
	byBelow  []*Frame[S]         // by frame below, of those with the empty context
	anyBelow []*Frame[S]         // by function: finished, and it asked nothing of what is below
	todo     minHeap             // frames with work, by number, negated; see schedule
	shapes   Shapes
	visits   int64

	recorder   Recorder[S]   // nil until all is solved
	retained   *retention[S] // nil if nothing is kept between passes
	descending bool
	along      bool // answers from below change along the frame; see Below

	open    []*Frame[S] // worked on, but not settled
	exits   []S         // scratch of skip
	callees []Callee    // scratch of call
	targets []target[S] // scratch of call
	keptAll int         // states kept by finished frames

	freed    []S                 // see clone
	dead     func(envs.Reg) bool // of the function and point in deadLast and deadPC
	deadLast []int32
	deadPC   int32
}

// target is a frame that a call reaches, and the one below in which it does: a frame may stand for several below.
type target[S lattice.Mergeable[S]] struct {
	*Frame[S]
	Callee
}

// New prepares an engine for an analysis that asks for nothing but what every Env knows.
func New[S lattice.Mergeable[S]](ctx context.Context, prog envs.Program, an Analysis[S], opts Options) *Engine[S] {
	at := &At{Prog: prog}
	return NewAbove(ctx, ground{prog}, at, at, an, opts)
}

// NewAbove prepares an engine for an analysis that asks env, which answers from below. at is the At in env.
func NewAbove[S lattice.Mergeable[S]](
	ctx context.Context, below Below, env envs.Env, at *At, an Analysis[S], opts Options,
) *Engine[S] {
	if an.Branch != nil || an.Enter != nil {
		an.Skip = nil
	}
	opts = opts.withDefaults()
	e := &Engine[S]{
		ctx: ctx, prog: at.Prog, opts: opts, an: an, state: methodsOf[S](opts.Thresholds), below: below, env: env, at: at,
		noted: &noted{}, byKey: map[key]int32{}, contexts: map[envs.FuncID]int{}, shapes: opts.Shapes,
	}
	at.env, at.noted = env, e.noted
	if e.shapes == nil || opts.Pick != nil {
		e.shapes = NewShapes(at.Prog)
	}
	if an.Enter == nil {
		e.anyBelow = make([]*Frame[S], at.Prog.NumFuncs())
	}
	e.dead = func(r envs.Reg) bool { return e.deadLast[r] < e.deadPC }
	return e
}

// Solve solves what can be reached from functions that something outside of the program enters, with the analysis' own
// entry state.
func (e *Engine[S]) Solve(roots ...envs.FuncID) error {
	return e.SolveRoots(Roots(e.prog, roots...), nil)
}

// Roots are functions as roots above Ground, without those of which the program does not have the operations.
func Roots(prog envs.Program, functions ...envs.FuncID) []Root {
	list := make([]Root, 0, len(functions))
	for _, fn := range functions {
		if prog.Func(fn) != nil {
			list = append(list, Root{Func: fn, Below: int32(fn)})
		}
	}
	return list
}

// A Root is a function that something outside of the program enters, in a frame below.
type Root struct {
	Func  envs.FuncID
	Below int32
}

// SolveRoots is Solve for roots in frames below. progress, if not nil, is told now and then how many of them are done.
func (e *Engine[S]) SolveRoots(roots []Root, progress func(done, all int)) error {
	if e.opts.Pick != nil {
		roots = slices.Clone(roots)
		for n := len(roots); n > 0; n-- {
			i := e.opts.Pick(n)
			roots[i], roots[n-1] = roots[n-1], roots[i]
		}
	}
	for i, root := range roots {
		if err := e.root(e.frameIn(root.Below, root.Func)); err != nil {
			return err
		}
		if progress != nil && (i%64 == 0 || i == len(roots)-1) {
			progress(i+1, len(roots))
		}
	}
	return nil
}

// root enters a frame in the analysis' own entry state and works until nothing is left to do.
func (e *Engine[S]) root(f *Frame[S]) (err error) {
	defer e.recovered(&err)
	if e.an.Enter != nil {
		e.enter(f, e.entryOf(f))
	} else if !f.begun {
		e.begin(f)
	}
	return e.run()
}

// Frame finds or makes the frame of fn in a calling context, of an engine with nothing below.
func (e *Engine[S]) Frame(fn envs.FuncID, context string) *Frame[S] {
	return e.frameOf(key{fn: fn, below: int32(fn), context: context})
}

// Root is the frame of a root that was solved.
func (e *Engine[S]) Root(r Root) *Frame[S] { return e.frameIn(r.Below, r.Func) }

// SolveFrom solves what can be reached from a frame, entered in state s.
func (e *Engine[S]) SolveFrom(f *Frame[S], s S) (err error) {
	defer e.recovered(&err)
	e.enter(f, s)
	return e.run()
}

// Scan has the analysis step over single operations of fn, as each asks for, and follows no path. It is for an analysis
// that keeps nothing in frames; the caller has put the Env where the operations are.
func (e *Engine[S]) Scan(fn *envs.Func, each func(step func(op *envs.Op))) (err error) {
	defer e.recovered(&err)
	if err := e.ctx.Err(); err != nil {
		return err
	}
	f := &Frame[S]{id: int32(len(e.frames)), fn: fn, key: key{fn: fn.ID}}
	e.frames = append(e.frames, f)
	e.at.enter(fn, &f.reports)
	s := e.an.Entry(e.env, fn)
	each(func(op *envs.Op) {
		e.at.Op = op
		s = e.an.Step(e.env, op, s)
		e.visits++
	})
	return nil
}

// Frames are all frames, in the order in which they were entered.
func (e *Engine[S]) Frames() []*Frame[S] { return e.frames }

// Stats tell what was done so far.
func (e *Engine[S]) Stats() Stats {
	s := Stats{Frames: len(e.frames), Visits: e.visits, Kept: e.keptAll}
	for _, f := range e.frames {
		if f.work != nil {
			s.Kept += len(f.kept)
		}
	}
	return s
}

// Reports calls fn for the reports that count, each once, in the order of the program. A report that is to be completed
// when everything is known is completed now (envs.Report.Later). The error is that who completes it panicked.
func (e *Engine[S]) Reports(fn func(at envs.Point, r envs.Report)) (err error) {
	type reported struct {
		at     envs.Point
		number int32
	}
	seen := map[reported]bool{}
	var list []reported
	for _, f := range e.frames {
		for pc, rs := range f.reports.byPC {
			for _, r := range rs {
				if m := (reported{envs.At(f.fn.ID, pc), r}); !seen[m] {
					seen[m] = true
					list = append(list, m)
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b reported) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.number, b.number)) })
	for _, m := range list {
		if failed := e.complete(m.at, e.pool.all[m.number], fn); err == nil {
			err = failed
		}
	}
	return err
}

// complete gives fn the reports that one stands for.
func (e *Engine[S]) complete(at envs.Point, r envs.Report, fn func(envs.Point, envs.Report)) (err error) {
	if r.Later == nil {
		fn(at, r)
		return nil
	}
	defer e.recovered(&err)
	of := e.prog.Func(at.Func())
	e.at.enter(of, nil)
	e.at.Op = &of.Ops[at.PC()]
	for _, x := range r.Later(e.env) {
		if x.Tell != nil {
			x.Tell(e.env, &x)
		}
		fn(at, x)
	}
	return nil
}

// start gives a frame its first entry state.
func (e *Engine[S]) start(f *Frame[S], entry S) {
	f.hasEntry = true
	k := f.at(0)
	k.state, k.has, k.queued = entry, true, true
	if e.opts.Keep || e.an.Enter != nil || e.state.narrow != nil {
		f.entry = entry
		k.state = e.clone(entry)
	}
	f.queue.push(0)
}

// enter merges a further entry state into a frame.
func (e *Engine[S]) enter(f *Frame[S], s S) {
	if !f.hasEntry {
		e.start(f, s)
		e.schedule(f)
		return
	}
	if e.merge(&f.entry, s, int(f.entries) > e.opts.WidenDelay) {
		f.entries++
		e.arrive(f, 0, f.entry.Clone(), false)
		e.schedule(f)
	}
}

// schedule has a frame worked on. The frame that was made last comes first, as callees mostly come after their callers.
// In a recursion a stack would run through all callers each time that one exit grows. If states are kept, they are read
// by what comes to them first; there it is a stack.
func (e *Engine[S]) schedule(f *Frame[S]) {
	if f.queued {
		return
	}
	f.queued = true
	if e.opts.Keep {
		e.todo = append(e.todo, -f.id)
	} else {
		e.todo.push(-f.id)
	}
}

// take takes a frame to work on.
func (e *Engine[S]) take() *Frame[S] {
	last := len(e.todo) - 1
	switch {
	case e.opts.Pick != nil:
		i := e.opts.Pick(len(e.todo))
		e.todo[i], e.todo[last] = e.todo[last], e.todo[i]
	case !e.opts.Keep:
		return e.frames[-e.todo.pop()]
	}
	f := e.frames[-e.todo[last]]
	e.todo = e.todo[:last]
	return f
}

// run works until nothing is left to do.
func (e *Engine[S]) run() error {
	for rounds := 0; len(e.todo) > 0; rounds++ {
		if rounds&0xfff == 0xfff {
			if err := e.ctx.Err(); err != nil {
				return err
			}
		}
		f := e.take()
		f.queued = false
		if err := e.solve(f); err != nil {
			return err
		}
	}
	if e.an.Enter == nil && e.opts.Pick == nil {
		e.settleAll()
	}
	return nil
}

// arrive brings a state to an operation at which paths start. The engine owns s afterwards.
func (e *Engine[S]) arrive(f *Frame[S], pc int32, s S, back bool) {
	k := f.at(pc)
	if k.join && e.recorder != nil { // it is there already
		e.free(s)
		return
	}
	if k.join && e.an.Drop != nil {
		s = e.dropped(f, pc, s)
	}
	if e.descending && k.join {
		e.arriveAgain(f, pc, k, s, back)
		return
	}
	if !k.has {
		k.state, k.has = s, true
		f.queueAt(k)
		return
	}
	// Only what comes round the loop is widened. What comes from outside grew because an outer loop did, which is widened
	// at its own head. Widening it here would lose bounds that no descending round wins back.
	widens := back && e.state.widen != nil && int(k.rounds) >= e.opts.WidenDelay
	if e.merge(&k.state, s, widens) {
		f.widened = f.widened || widens
		k.grows++
		if back {
			k.rounds++
		}
		f.queueAt(k)
	}
}

// merge merges s, which it owns, into a state, or widens the state by it. It reports whether the state grew.
func (e *Engine[S]) merge(into *S, s S, widens bool) (grew bool) {
	if widens && e.state.widen != nil {
		*into, grew = e.state.widen(*into, s)
		return grew
	}
	*into, grew = (*into).Merge(s)
	e.free(s)
	return grew
}

// maxFreed is how many states that nobody uses are kept for their memory. Without them taint takes 8 % more CPU on the
// standard library, and reduction 5 %.
const maxFreed = 64

// clone clones s, into the memory of a state that nobody uses if there is one.
func (e *Engine[S]) clone(s S) S {
	n := len(e.freed)
	if n == 0 {
		return s.Clone()
	}
	spare := e.freed[n-1]
	e.freed = e.freed[:n-1]
	return e.state.cloneInto(s, spare)
}

// free takes back a state that nobody uses any more.
func (e *Engine[S]) free(s S) {
	if e.state.cloneInto != nil && len(e.freed) < maxFreed {
		e.freed = append(e.freed, s)
	}
}

// dropped is s without what it holds for registers that no operation from pc on can read.
func (e *Engine[S]) dropped(f *Frame[S], pc int32, s S) S {
	e.deadLast, e.deadPC = e.last(f.fn), pc
	return e.an.Drop(s, e.dead)
}
