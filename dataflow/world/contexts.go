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
	order     []envs.FuncID                // the roots, callees before callers where that is possible
	forked    []envs.FuncID                // what threads start with
	startedAt map[envs.FuncID][]envs.Point // by function: the operations that start threads with it
	called    []bool                       // by function: an operation calls it
	known     []bool                       // by function: the program has its operations
	shapes    fixpoint.Shapes
	active    []int8     // by function: can locks change in it, or in what it calls?
	flat      [][2]int32 // by function: 1 + the flat frame entered with no lock, with some; see frameIn
	ids       *classNames

	// What was solved, each by itself.
	held    *heldTable
	threads *threadAnalysis // nil if nobody needs them
	owned   *table          // nil if nobody needs it; see solveOwnership

	// All of that together.
	frames []frame
	ways   []passage
	roots  []fixpoint.Root

	solved   ground.Cost // what it was solved for, beyond the locks
	mu       sync.Mutex
	variants []*contexts // the same for other costs; see needing
	accesses *accesses   // nil if nobody needs them
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
	c.mu.Lock()
	c.variants = append(c.variants, v)
	c.mu.Unlock()
	return v, nil
}

func newContexts(prog envs.Program) *contexts { return &contexts{prog: prog, ids: newClassNames()} }

// solveContexts solves what has a cost.
func solveContexts(ctx context.Context, prog envs.Program, needs ground.Cost) (_ *contexts, err error) {
	c := newContexts(prog)
	c.solved = needs
	c.findActive()
	roots := c.order
	if needs&(needAccesses|needOrder|needSegments) != 0 {
		if c.threads, err = solveThreads(ctx, prog, c.order, c.shapes); err != nil {
			return nil, err
		}
		roots = c.threads.roots
	}
	idle := func(fn envs.FuncID) bool { return c.active[fn] == 0 }
	if c.held, err = solveLocks(ctx, prog, roots, c.forked, idle, c.shapes); err != nil {
		return nil, err
	}
	if needs&ofMemory != 0 {
		if c.owned, err = solveOwnership(ctx, prog, roots, c.shapes); err != nil {
			return nil, err
		}
	}
	c.combine(roots)
	if needs&ofMemory != 0 {
		err = c.collect(ctx)
	}
	return c, err
}

// findActive marks the functions in which, or below which, locks change.
func (c *contexts) findActive() {
	n := c.prog.NumFuncs()
	c.active = make([]int8, n)
	c.flat = make([][2]int32, n)
	c.known = make([]bool, n)
	c.shapes = fixpoint.NewShapes(c.prog)
	c.startedAt = map[envs.FuncID][]envs.Point{}
	callers := c.visit()
	c.called = make([]bool, n)
	for f, by := range callers {
		c.called[f] = len(by) > 0
	}
	if c.solved != 0 {
		// What is asked at an access or a call depends on who calls, whether or not locks change there.
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
			for f := range c.namedBy(fn, callers) {
				if !seen[f] {
					work = append(work, visit{f, false})
				}
			}
		}
	}
	return callers
}

// namedBy are the functions that operations of fn name: that they call, defer or start threads with. It notes who calls
// and starts them.
func (c *contexts) namedBy(fn *envs.Func, callers [][]envs.FuncID) iter.Seq[envs.FuncID] {
	return func(yield func(envs.FuncID) bool) {
		for i := range fn.Ops {
			op := &fn.Ops[i]
			if op.Callee == nil {
				continue
			}
			for _, f := range op.Callee.Funcs {
				switch op.Kind {
				case envs.Call:
					callers[f] = append(callers[f], fn.ID)
				case envs.Fork:
					c.forked = append(c.forked, f)
					c.startedAt[f] = append(c.startedAt[f], envs.At(fn.ID, op.PC))
				}
				if !yield(f) {
					return
				}
			}
		}
	}
}

// mayStart reports whether threads start with fn.
func (c *contexts) mayStart(fn envs.FuncID) bool { return len(c.startedAt[fn]) > 0 }

// mustStart reports whether threads start with fn, and no operation calls it.
func (c *contexts) mustStart(fn envs.FuncID) bool { return c.mayStart(fn) && !c.called[fn] }
