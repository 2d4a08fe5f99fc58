package world

import (
	"context"
	"iter"
	"sync"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/envs"
)

// contexts are what was found about a program: the locks held at each point of each function, by calling context. They
// are the same for all analyses. One of them at a time may use what was solved at a cost.
type contexts struct {
	prog      envs.Program
	order     []envs.FuncID // the roots, callees before callers where that is possible
	forked    []envs.FuncID // what threads start with
	starts    map[envs.FuncID]bool
	called    map[envs.FuncID]bool         // of these
	startedAt map[envs.FuncID][]envs.Point // see startsOf
	known     []bool                       // by function: the program has its operations
	shapes    fixpoint.Shapes
	active    []int8                   // by function: can locks change in it, or in what it calls?
	eng       *fixpoint.Engine[*locks] // until the chart is drawn
	analysis  *lockAnalysis
	frames    []frame
	chart     *chart
	table     *table     // answers are spots
	flat      [][2]int32 // by function: 1 + the flat frame entered with no lock, with some; see frameIn
	roots     []fixpoint.Root
	ids       *classNames

	solved   ground.Cost // what it was solved for, beyond the locks
	mu       sync.Mutex
	variants []*contexts // the same for other costs; see needing
	follow   *follow     // nil if nothing but locks is followed
	accesses *accesses   // nil if nobody needs them
}

// frame is a function with what its callers hold. In a flat frame nothing
// changes that: its block is the same throughout.
type frame struct {
	fn      envs.FuncID
	*course // nil if flat
	flat    envs.Block
	steady  bool // the locks held stay the same in its course
}

// needing gives contexts that tell what has a cost.
func (c *contexts) needing(ctx context.Context, needs ground.Cost) (*contexts, error) {
	c.mu.Lock()
	for _, v := range c.variants {
		if has(v.solved, needs) {
			c.mu.Unlock()
			return v, nil
		}
	}
	c.mu.Unlock()
	v, err := solveContexts(ctx, c.prog, needs)
	if err != nil {
		return nil, err
	}
	if needs&ofMemory != 0 {
		if err := v.collect(ctx); err != nil {
			return nil, err
		}
	}
	c.mu.Lock()
	c.variants = append(c.variants, v)
	c.mu.Unlock()
	return v, nil
}

func newContexts(prog envs.Program) *contexts { return &contexts{prog: prog, ids: newClassNames()} }

func solveContexts(ctx context.Context, prog envs.Program, needs ground.Cost) (*contexts, error) {
	c := newContexts(prog)
	c.prepare(ctx, needs)
	if err := c.solveAll(); err != nil {
		return nil, err
	}
	return c, c.draw()
}

// prepare makes the engine.
func (c *contexts) prepare(ctx context.Context, needs ground.Cost) {
	prog := c.prog
	c.solved = needs
	c.findActive()
	c.follow = newFollow(prog, needs)
	c.analysis = &lockAnalysis{start: &beside{follow: c.follow}, structured: prog.Knows().Structured}
	an := c.analysis.analysis()
	an.Idle = func(fn envs.FuncID) bool { return c.active[fn] == 0 }
	if c.follow != nil && c.follow.private {
		an.Drop = (*locks).DropRegisters
	}
	c.eng = fixpoint.New(ctx, prog, an, fixpoint.Options{Keep: true})
}

// solveAll solves what can be reached from the roots.
func (c *contexts) solveAll() error {
	if c.follow != nil {
		return c.solveStarted()
	}
	for _, id := range c.order {
		if _, err := c.root(id, 0); err != nil {
			return err
		}
	}
	for _, id := range c.forked {
		if c.active[id] > 0 {
			if _, err := c.solve(id, "", 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// root makes a frame for a root that threads with the given fact execute, and solves it. It gives nil if the frame is
// flat.
func (c *contexts) root(id envs.FuncID, fact int32) (*fixpoint.Frame[*locks], error) {
	if c.active[id] == 0 {
		c.roots = append(c.roots, fixpoint.Root{Func: id, Below: -1}) // until there are flat frames
		return nil, nil
	}
	key := declared(c.prog.Func(id)).key()
	if c.follow != nil {
		fact = c.follow.facts.entered(fact)
		key += c.follow.factKey(id, fact)
	}
	f, err := c.solve(id, key, fact)
	c.roots = append(c.roots, fixpoint.Root{Func: id, Below: f.ID()})
	return f, err
}

// solveStarted solves the roots of a program, knowing which thread executes which of
// them: the main one those with which it starts, and any one the others, unless all that
// calls them is seen.
func (c *contexts) solveStarted() error {
	var main []envs.FuncID
	others, alone := c.order, false
	if start := c.prog.Knows().Start; start != nil {
		if m, o, a := start(); len(m) > 0 {
			main, others, alone = m, o, a
		}
	}
	fact := facts.Main()
	if !alone {
		fact = facts.ForkUnknown(fact)
	}
	n := c.follow.facts.number(threadFact{Fact: fact})
	for _, id := range main {
		if !c.known[id] {
			continue
		}
		f, err := c.root(id, n)
		if err != nil {
			return err
		}
		exit, returns := f.Exit()
		if !returns {
			break
		}
		n = exit.fact
	}
	for _, id := range others {
		if _, err := c.root(id, 0); err != nil {
			return err
		}
	}
	// What is left is called by nobody that is seen.
	entered := make([]bool, len(c.known))
	for _, f := range c.eng.Frames() {
		entered[f.Func().ID] = true
	}
	for _, id := range c.order {
		if !entered[id] {
			if _, err := c.root(id, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// findActive marks the functions in which, or below which, locks change.
func (c *contexts) findActive() {
	n := c.prog.NumFuncs()
	c.active = make([]int8, n)
	c.flat = make([][2]int32, n)
	c.known = make([]bool, n)
	c.shapes = fixpoint.NewShapes(c.prog)
	callers := c.visit()
	if c.solved != 0 {
		// What is asked at an access or a call depends on who calls, whether or not
		// locks change there.
		for id, known := range c.known {
			if known {
				c.active[id] = 1
			}
		}
		return
	}
	var changed []envs.FuncID
	for id, active := range c.active {
		if active > 0 {
			changed = append(changed, envs.FuncID(id))
		}
	}
	for len(changed) > 0 {
		id := changed[len(changed)-1]
		changed = changed[:len(changed)-1]
		for _, f := range callers[id] {
			if c.active[f] == 0 {
				c.active[f] = 1
				changed = append(changed, f)
			}
		}
	}
}

// visit goes through all functions that can be reached from the roots, depth first, a function after those it calls. It
// marks those that change locks themselves, puts the roots in order, and gives the callers of each function.
func (c *contexts) visit() (callers [][]envs.FuncID) {
	n := c.prog.NumFuncs()
	callers = make([][]envs.FuncID, n)
	seen, root := make([]bool, n), make([]bool, n)
	for _, id := range c.prog.Roots() {
		root[id] = true
	}
	type visit struct {
		id     envs.FuncID
		finish bool
	}
	var work []visit
	for _, id := range c.prog.Roots() {
		work = append(work, visit{id, false})
		for len(work) > 0 {
			v := work[len(work)-1]
			work = work[:len(work)-1]
			if v.finish && root[v.id] {
				c.order = append(c.order, v.id)
			}
			fn := c.prog.Func(v.id)
			if v.finish || seen[v.id] || fn == nil {
				continue
			}
			seen[v.id], c.known[v.id] = true, true
			work = append(work, visit{v.id, true})
			if fn.Locking() || len(fn.Contract.Held()) > 0 {
				c.active[v.id] = 1
			}
			for f, kind := range c.calledBy(fn) {
				switch kind {
				case envs.Call:
					callers[f] = append(callers[f], v.id)
				case envs.Fork:
					c.forked = append(c.forked, f)
				}
				if !seen[f] {
					work = append(work, visit{f, false})
				}
			}
		}
	}
	return callers
}

// calledBy are the functions that operations of fn name: that they call, defer or start threads with. With each comes
// the kind of operation.
func (c *contexts) calledBy(fn *envs.Func) iter.Seq2[envs.FuncID, envs.Kind] {
	return func(yield func(envs.FuncID, envs.Kind) bool) {
		for i := range fn.Ops {
			op := &fn.Ops[i]
			if op.Callee == nil {
				continue
			}
			for _, f := range op.Callee.Funcs {
				if !yield(f, op.Kind) {
					return
				}
			}
		}
	}
}

// mayStart reports whether threads start with fn.
func (c *contexts) mayStart(fn envs.FuncID) bool {
	if c.starts == nil {
		c.starts = map[envs.FuncID]bool{}
		for _, f := range c.forked {
			c.starts[f] = true
		}
	}
	return c.starts[fn]
}

// mustStart reports whether threads start with fn, and no operation calls it.
func (c *contexts) mustStart(fn envs.FuncID) bool {
	if !c.mayStart(fn) {
		return false
	}
	if c.called == nil {
		c.called = map[envs.FuncID]bool{}
		for id := range c.prog.NumFuncs() {
			f := c.prog.Func(envs.FuncID(id))
			if f == nil {
				continue
			}
			for callee, kind := range c.calledBy(f) {
				if kind == envs.Call && c.starts[callee] {
					c.called[callee] = true
				}
			}
		}
	}
	return !c.called[fn]
}

// frameIn finds or makes the flat frame of fn, in which block is the current one throughout. Of a function in which, or
// below which, locks change it is the one in which threads start with it.
func (c *contexts) frameIn(fn envs.FuncID, block envs.Block) int32 {
	slot := &c.flat[fn][0]
	if !block.None() {
		slot = &c.flat[fn][1]
	}
	if *slot == 0 {
		c.frames = append(c.frames, frame{fn: fn, flat: block})
		*slot = int32(len(c.frames))
	}
	return *slot - 1
}

// declared is the stack with which a function is entered from outside the program: callers are taken to
// hold what it asks them to.
func declared(fn *envs.Func) stack {
	if fn == nil {
		return nil
	}
	var s stack
	guards := fn.Contract.Held()
	for _, g := range guards {
		if g.Path != nil && s.find(g.Path) < 0 {
			s = append(s, hold{path: g.Path, loc: g.Loc, count: 1, read: g.Read})
		}
	}
	for i := range s {
		s[i].site, s[i].from = inheritedSite-int64(len(s)-1-i), int32(i+1)
	}
	return s
}

// solve makes sure that a frame is solved that something outside the program enters, with no lock held
// but those that it has to hold, for threads with the given fact.
func (c *contexts) solve(id envs.FuncID, key string, fact int32) (*fixpoint.Frame[*locks], error) {
	f := c.eng.Frame(id, key)
	if entry, entered := f.Entry(); entered && (c.follow == nil || entry.fact == fact) {
		return f, nil
	}
	entry := c.analysis.entry(nil, f.Func())
	entry.held = declared(f.Func())
	if fact != 0 {
		entry.being(fact)
	}
	return f, c.eng.SolveFrom(f, entry)
}
