package world

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/run/intern"
	"github.com/seed38182bad/parallax/envs"
)

// threadAnalysis is the analysis of the threads that may be at a point, and of those that they have created. It depends
// on no other analysis. Callees are told apart by the fact that holds at their beginning.
type threadAnalysis struct {
	prog envs.Program
	*factTable
	waits    waitTable // what frames wait at, by function
	contexts map[envs.FuncID][]int32

	table  *table                 // answers are facts
	entry  []int32                // by row: the fact at the beginning
	before map[framePoint]joining // at Joins and Receives
	roots  []envs.FuncID          // in the order of table.roots
}

// framePoint is an operation of a frame.
type framePoint struct{ frame, pc int32 }

// joining is what is known at a Join or Receive before it is over.
type joining struct {
	of   envs.Lock // that ends, if it is a thread
	fact int32
}

// threadState is what a frame knows of threads. It never changes.
type threadState struct {
	of      *factTable
	fact    int32    // who is here
	handles []handle // ascending, so that one state is written in one way
	tells   []tells  // by number of the object that the frame waits at
}

// Clone gives s itself.
func (s *threadState) Clone() *threadState { return s }

// Merge keeps what both know.
func (s *threadState) Merge(o *threadState) (*threadState, bool) {
	if s == o {
		return s, false
	}
	fact := s.of.join(s.fact, o.fact)
	handles := slices.DeleteFunc(slices.Clone(s.handles), func(h handle) bool {
		id, ok := o.handle(h.reg)
		return !ok || id.Compare(h.id) != 0
	})
	tells, fewer := commonTells(s.tells, o.tells)
	if fact == s.fact && len(handles) == len(s.handles) && !fewer {
		return s, false
	}
	return &threadState{s.of, fact, handles, tells}, true
}

// being is s with another fact.
func (s *threadState) being(fact int32) *threadState {
	if fact == s.fact {
		return s
	}
	return &threadState{s.of, fact, s.handles, s.tells}
}

func newThreads(prog envs.Program) *threadAnalysis {
	return &threadAnalysis{prog: prog, factTable: newFactTable(), waits: newWaitTable(prog),
		contexts: map[envs.FuncID][]int32{}, before: map[framePoint]joining{}}
}

// solveThreads solves the roots of a program, knowing which thread executes which of them. The main thread executes
// those with which it starts. Any thread executes the others, unless all that calls them is seen.
func solveThreads(ctx context.Context, prog envs.Program, order []envs.FuncID,
	shapes fixpoint.Shapes) (*threadAnalysis, error) {
	a := newThreads(prog)
	e := fixpoint.New(ctx, prog, a.analysis(), fixpoint.Options{Keep: true, Shapes: shapes})
	rows, err := a.solve(e, order)
	if err != nil {
		return nil, err
	}
	for _, f := range e.Frames() {
		entry, _ := f.Entry()
		a.entry = append(a.entry, entry.fact)
	}
	e.Watch = func(f *fixpoint.Frame[*threadState], pc int32, s *threadState) {
		if op := &f.Func().Ops[pc]; op.Kind == envs.Join || op.Kind == envs.Receive {
			a.before[framePoint{f.ID(), pc}] = a.joining(op, s)
		}
	}
	a.table, err = record(e, rows, func(_ *fixpoint.Frame[*threadState], _ *envs.Op, s *threadState) int32 {
		return s.fact
	})
	return a, err
}

func (a *threadAnalysis) solve(e *fixpoint.Engine[*threadState], order []envs.FuncID) (rows []int32, err error) {
	root := func(id envs.FuncID, fact int32) (*fixpoint.Frame[*threadState], error) {
		fact = a.entered(fact)
		f := e.Frame(id, a.context(id, fact))
		a.roots, rows = append(a.roots, id), append(rows, f.ID())
		return f, e.SolveFrom(f, &threadState{of: a.factTable, fact: fact})
	}
	var main []envs.FuncID
	others, alone := order, false
	if start := a.prog.Knows().Start; start != nil {
		if m, o, all := start(); len(m) > 0 {
			main, others, alone = m, o, all
		}
	}
	fact := facts.Main()
	if !alone {
		fact = facts.ForkUnknown(fact)
	}
	n := a.number(threadFact{Fact: fact})
	for _, id := range main {
		if a.prog.Func(id) == nil {
			continue
		}
		f, err := root(id, n)
		if err != nil {
			return nil, err
		}
		exit, returns := f.Exit()
		if !returns {
			break
		}
		n = exit.fact
	}
	for _, id := range others {
		if _, err := root(id, 0); err != nil {
			return nil, err
		}
	}
	// What is left is called by nobody that is seen.
	entered := make([]bool, a.prog.NumFuncs())
	for _, f := range e.Frames() {
		entered[f.Func().ID] = true
	}
	for _, id := range order {
		if !entered[id] {
			if _, err := root(id, 0); err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}

func (a *threadAnalysis) analysis() fixpoint.Analysis[*threadState] {
	an := fixpoint.Analysis[*threadState]{
		Entry: func(envs.Env, *envs.Func) *threadState { return &threadState{of: a.factTable} },
		Step: func(env envs.Env, op *envs.Op, s *threadState) *threadState {
			return a.step(op, env.Point(), s)
		},
		Enter: a.enter, Threads: true,
		Exit: func(_ envs.Env, _ *envs.Op, s *threadState) *threadState { return s },
		Return: func(_ envs.Env, _ *envs.Op, exit, s *threadState) *threadState {
			return s.being(a.after(s.fact, exit.fact))
		},
		Interrupted: a.interrupted,
	}
	if !a.prog.Knows().Structured {
		an.Thrown = an.Return
	}
	return an
}

// enter tells callees apart by their fact. A thread is a child of the one that starts it.
func (a *threadAnalysis) enter(env envs.Env, call *envs.Op, s *threadState, fn *envs.Func) (*threadState, string) {
	fact := a.entered(s.fact)
	if call.Kind == envs.Fork && s.fact != 0 {
		_, fact = a.fork(s.fact, siteOf(env.Point()), 0)
	}
	return &threadState{of: a.factTable, fact: fact}, a.context(fn.ID, fact)
}

// context tells a function's facts apart, as far as there are not too many.
func (a *threadAnalysis) context(fn envs.FuncID, fact int32) string {
	if fact == 0 {
		return ""
	}
	if seen := a.contexts[fn]; !slices.Contains(seen, fact) {
		if len(seen) == maxApart {
			return "*"
		}
		a.contexts[fn] = append(seen, fact)
	}
	return strconv.Itoa(int(fact))
}

// interrupted is what is known after an operation was left by an exception: callees may have started threads.
func (a *threadAnalysis) interrupted(op *envs.Op, s *threadState) *threadState {
	if s.fact == 0 || op.Kind != envs.Call {
		return s
	}
	return s.being(a.number(threadFact{facts.ForkUnknown(a.facts[s.fact].Fact), running{any: true}}))
}

// step is the effect of an operation; of a call only that it may start threads if it calls what is not known.
func (a *threadAnalysis) step(op *envs.Op, at envs.Point, s *threadState) *threadState {
	if s.fact == 0 {
		return s
	}
	var started threadID
	waits := a.waits.of(at.Func())
	s = a.meets(waits, op, s)
	fact := s.fact
	switch op.Kind {
	case envs.Fork:
		_, child := facts.Fork(a.facts[fact].Fact, siteOf(at))
		started = child.Thread()
		fact, _ = a.fork(fact, siteOf(at), waits.told(op.PC))
		if op.Callee == nil || op.Callee.Open || len(op.Callee.Funcs) == 0 {
			fact = a.forkUnknown(fact)
		}
	case envs.Join:
		if len(op.Uses) > 0 {
			if h, ok := s.handle(op.Uses[0]); ok {
				x := a.facts[fact]
				x.Fact, x.running = facts.Await(x.Fact, h, facts.Top()), x.running.without(h)
				fact = a.number(x)
			}
		}
	case envs.Call:
		if unknownCall(op) && (op.Callee == nil || !op.Callee.Still) {
			fact = a.forkUnknown(fact)
		}
	case envs.Move:
		if len(op.Uses) > 0 {
			started, _ = s.handle(op.Uses[0])
		}
	}
	return s.being(fact).define(op, started)
}

// define gives the register that op defines the thread that it stands for, if it is a single one.
func (s *threadState) define(op *envs.Op, started threadID) *threadState {
	if op.Results == 0 || len(s.handles) == 0 && !started.IsUnique() {
		return s
	}
	var rest []handle
	for _, h := range s.handles {
		if !op.Defines(h.reg) {
			rest = append(rest, h)
		}
	}
	if started.IsUnique() && op.Results == 1 {
		i, _ := slices.BinarySearchFunc(rest, op.Dst, func(h handle, r envs.Reg) int { return cmp.Compare(h.reg, r) })
		rest = slices.Insert(rest, i, handle{op.Dst, started})
	} else if len(rest) == len(s.handles) {
		return s
	}
	return &threadState{s.of, s.fact, rest, s.tells}
}

// meets is the effect of an operation on what the frame knows of the objects at which it waits.
func (a *threadAnalysis) meets(w *waits, op *envs.Op, s *threadState) *threadState {
	if len(w.at[op.PC]) == 0 {
		return s
	}
	list := slices.Repeat([]tells{unknown}, w.count)
	copy(list, s.tells)
	f := a.facts[s.fact]
	for _, x := range w.at[op.PC] {
		var ended []threadID
		if list[x.index], f.running, ended = x.over(list[x.index], f.running); len(ended) > 0 {
			for _, id := range ended {
				f.Fact = facts.Await(f.Fact, id, facts.Top())
			}
		}
	}
	return &threadState{s.of, a.number(f), s.handles, list}
}

// joining is what is known at a Join or Receive before it is over.
func (a *threadAnalysis) joining(op *envs.Op, s *threadState) joining {
	j := joining{fact: s.fact}
	if op.Kind == envs.Join && len(op.Uses) > 0 {
		if id, ok := s.handle(op.Uses[0]); ok {
			j.of = intern.OfThread(a.threadOf(id))
		}
	}
	return j
}
