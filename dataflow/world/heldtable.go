package world

import (
	"context"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
)

// heldTable is what is known of the locks that are held. An answer is the number of a state, shifted by openedBits, and
// whether the operation or the callee opens a block. What is known at most places is known at many others, too, and is
// kept once.
type heldTable struct {
	*table
	courses []course              // by row
	states  []*locks              // never changed; the sites of their blocks have their final names
	threads map[envs.FuncID]int32 // likewise, of the functions that threads start with

	// What numbers depend on. Paths that tell the same are one, so that holds can be compared.
	numbers map[lockState]int32
	stacks  map[innermost]int32
	paths   map[envs.Path]*envs.Path
}

// course is what is known of a frame as a whole.
type course struct {
	*row
	entry  *locks
	exit   *locks // nil if it does not return
	steady bool   // the locks held stay the same
}

const (
	opensBlock = 1
	openedBits = 1
)

// lockState is a state by the number of its stack.
type lockState struct {
	stack    int32 // 0 if it is empty
	released envs.Point
	many     bool
}

// innermost is a stack as its innermost hold and the number of what is outside of that.
type innermost struct {
	hold
	outside int32
}

// solveLocks solves which locks are held in what the roots, and threads that start with one of the functions in forked,
// execute. Idle functions are not entered.
func solveLocks(ctx context.Context, prog envs.Program, roots, forked []envs.FuncID,
	idle func(envs.FuncID) bool, shapes fixpoint.Shapes) (*heldTable, error) {
	a := &lockAnalysis{structured: prog.Knows().Structured}
	an := a.analysis()
	an.Idle = idle
	e := fixpoint.New(ctx, prog, an, fixpoint.Options{Keep: true, Shapes: shapes})
	t := &heldTable{threads: map[envs.FuncID]int32{}, numbers: map[lockState]int32{}, stacks: map[innermost]int32{},
		paths: map[envs.Path]*envs.Path{}}
	solve := func(id envs.FuncID, entry *locks) (row int32, err error) {
		if idle(id) {
			return noFrame, nil
		}
		f := e.Frame(id, entry.held.key())
		return f.ID(), e.SolveFrom(f, entry)
	}
	var rows []int32
	for _, id := range roots {
		row, err := solve(id, a.entry(nil, prog.Func(id)))
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	for _, id := range forked {
		row, err := solve(id, a.unheld())
		if err != nil {
			return nil, err
		}
		t.threads[id] = row
	}
	var err error
	t.table, err = record(e, rows, func(_ *fixpoint.Frame[*locks], _ *envs.Op, s *locks) int32 {
		n := t.numberOf(s) << openedBits
		if a.opened {
			n |= opensBlock
		}
		return n
	})
	for g, f := range e.Frames() {
		c := course{row: &t.rows[g], steady: t.isSteady(e, &t.rows[g])}
		entry, _ := f.Entry()
		c.entry = t.states[t.numberOf(entry)]
		if exit, ok := f.Exit(); ok {
			c.exit = t.states[t.numberOf(exit)]
		}
		t.courses = append(t.courses, c)
	}
	t.numbers, t.stacks, t.paths = nil, nil, nil
	return t, err
}

// isSteady reports whether neither a frame nor what it calls changes the locks
// held in the end. What an exception leaves behind counts where it is caught.
func (t *heldTable) isSteady(e *fixpoint.Engine[*locks], r *row) bool {
	if r.fn.Locking() {
		return false
	}
	for _, call := range r.calls {
		op := &r.fn.Ops[call.pc]
		for i := range op.Callee.Funcs {
			to := t.edges[call.from+int32(i)].frame
			if op.Kind != envs.Call || to == noFrame {
				continue
			}
			low := e.Frames()[to]
			entry, _ := low.Entry()
			if exit, ok := low.Exit(); ok && !exit.unchanged(entry.held) {
				return false
			}
			if thrown, ok := low.Thrown(); ok && op.Handler != 0 && !thrown.unchanged(entry.held) {
				return false
			}
		}
	}
	return true
}

// at is the state of an answer.
func (t *heldTable) at(answer int32) *locks { return t.states[answer>>openedBits] }

// numberOf is the number of the state that is like l, which may be changed afterwards. That state has what nobody
// changes, and the final names of blocks.
func (t *heldTable) numberOf(l *locks) int32 {
	k := lockState{released: l.released, many: l.many}
	for i := range l.held {
		k.stack = known(t.stacks, innermost{t.settled(l, i), k.stack}, func() int32 { return int32(len(t.stacks)) + 1 })
	}
	return known(t.numbers, k, func() int32 {
		r := locks{released: l.released, many: l.many, cls: &classes{structured: l.cls.structured}}
		for i := range l.held {
			r.held = append(r.held, t.settled(l, i))
		}
		t.states = append(t.states, &r)
		return int32(len(t.states)) - 1
	})
}

// settled is a hold with the final name of its block.
func (t *heldTable) settled(l *locks, i int) hold {
	h := l.held[i]
	if h.site > 0 {
		h.site = l.cls.canon(h.site)
	}
	h.path = t.path(h.path)
	return h
}

// path is the path that stands for all that tell the same as p.
func (t *heldTable) path(p *envs.Path) *envs.Path {
	if p == nil {
		return nil
	}
	k := *p
	k.Within = t.path(p.Within)
	one, ok := t.paths[k]
	if !ok {
		one = &k
		t.paths[k] = one
	}
	return one
}

// opensLast reports whether the current block is one that the frame has opened itself.
func (l *locks) opensLast() bool { return len(l.held) > 0 && l.held[len(l.held)-1].from == 0 }

// last is the block of the innermost lock, also if it is not certain that it is held.
func (l *locks) last() envs.Block { return siteBlock(l.held[len(l.held)-1].site, l.cls.canon) }
