package trace_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

// made is a program with a little of everything.
type made struct{ funcs []*envs.Func }

func newMade() *made {
	loc := &envs.Loc{Class: envs.Field, Name: "T.f", Final: true, Apart: true}
	variable := &envs.Loc{Class: envs.Global, Name: "v", Variable: true}
	// One that stands in another one and is defined by it alone.
	outer := &envs.Path{Root: envs.AtParam, Reg: 2, Text: "t"}
	arg := &envs.Path{Root: envs.AtReg, Reg: 3, Steps: ".a", Text: "s.a", Within: outer}
	lock := &envs.Path{Root: envs.AtParam, Reg: 1, Steps: ".mu", Text: "s.mu"}
	full := &envs.Callee{
		Name: "Get", Full: fmt.Stringer(bytes.NewBufferString("(*pkg.T).Get")), Funcs: []envs.FuncID{1, 300}, Open: true,
		Still: true, Quiet: true,
		Args: []*envs.Path{nil, arg}, Own: map[envs.FuncID][]*envs.Path{1: nil, 300: {arg, nil, lock}}, FirstArg: 1,
	}
	main := &envs.Func{ID: 0, Name: "main", Regs: 9, Results: 2, Params: []envs.Reg{1, 2},
		RegNames: map[envs.Reg]string{1: "s", 2: "t"}, Ops: []envs.Op{
			{Kind: envs.Load, PC: 0, Dst: 4, Results: 1, Uses: []envs.Reg{3, 1}, Loc: loc},
			{Kind: envs.Store, PC: 1, Uses: []envs.Reg{3, 0, 4}, Loc: variable, Flags: envs.Volatile},
			{Kind: envs.Acquire, PC: 2, Uses: []envs.Reg{1}, Path: lock, Flags: envs.Shared, Loc: loc},
			{Kind: envs.TryAcquire, PC: 3, Dst: 5, Results: 1, Uses: []envs.Reg{3}, Path: arg},
			{Kind: envs.Call, PC: 4, Callee: full, Dst: 5, Results: 2, Uses: []envs.Reg{1, 2}},
			{Kind: envs.Release, PC: 5, Uses: []envs.Reg{1}, Path: lock, Deferred: 7, Handler: 6},
			{Kind: envs.Return, PC: 6, Uses: []envs.Reg{5, 6}},
			{Kind: envs.Branch, PC: 7, Uses: []envs.Reg{1}, To: 1}, // what is never executed
			{Kind: envs.Jump, PC: 8, To: 3},
			{Kind: envs.Nop, PC: 9},
			{Kind: envs.Return, PC: 10, Uses: []envs.Reg{5, 0}},
		}, Lists: [][]int32{{2}, {3, 9}}}
	p := &made{funcs: make([]*envs.Func, 301)}
	p.funcs[0] = main
	for _, id := range []envs.FuncID{1, 300} {
		f := &envs.Func{ID: id, Name: fmt.Sprint("f", id), Regs: 1}
		for pc := range int32(500) {
			f.Ops = append(f.Ops, envs.Op{Kind: envs.Load, PC: pc, Loc: loc})
		}
		p.funcs[id] = f
	}
	return p
}

func (p *made) NumFuncs() int                   { return len(p.funcs) }
func (p *made) Func(id envs.FuncID) *envs.Func  { return p.funcs[id] }
func (p *made) Roots() []envs.FuncID            { return []envs.FuncID{0, 300} }
func (p *made) Detail(envs.Point) *envs.Detail  { return envs.NoDetail }
func (p *made) ThreadName(t envs.Thread) string { return fmt.Sprint("thread-", t) }
func (p *made) Position(q envs.Point) envs.Position {
	return envs.Position{File: fmt.Sprint("file", q.Func()), Line: int(q.PC()) + 10, Col: 3}
}

func (p *made) Knows() *envs.Knowledge { return &envs.Knowledge{Base: p.base} }

func (p *made) base(q envs.Point) *envs.Path {
	if p.funcs[q.Func()].Ops[q.PC()].Kind == envs.Load {
		return &envs.Path{Root: envs.AtGlobal, Global: "g", Text: "g"}
	}
	return nil
}

// anything is any event, whatever came before.
var anything = rapid.Custom(func(t *rapid.T) envs.Event {
	ev := envs.Event{
		Kind: rapid.SampledFrom([]envs.EventKind{envs.Step, envs.Step, envs.Enter, envs.Leave, envs.End, envs.Fault,
			envs.Signal, envs.Observe, envs.Forget, envs.Await, envs.Halt}).Draw(t, "kind"),
		Done: rapid.Bool().Draw(t, "done"), Direct: rapid.Bool().Draw(t, "direct"),
		Thread: envs.Thread(rapid.Int64().Draw(t, "thread")), Func: envs.FuncID(rapid.Int32().Draw(t, "func")),
		PC: rapid.Int32().Draw(t, "pc"), Obj: rapid.Uint64().Draw(t, "obj"),
	}
	switch {
	case ev.Kind == envs.Fault:
		ev.Failure = &envs.Failure{Check: rapid.Int32().Draw(t, "check"), Values: values(t)}
	case ev.Kind == envs.Halt && rapid.Bool().Draw(t, "fails"):
		ev.Failure = &envs.Failure{Text: "panic: " + rapid.String().Draw(t, "text")}
	}
	return ev
})

func values(t *rapid.T) (vs []machine.Value) {
	for range rapid.IntRange(0, 3).Draw(t, "values") {
		k := rapid.SampledFrom(append(machine.Kinds(), machine.NoKind)).Draw(t, "kind of value")
		vs = append(vs, k.Bitwise(rapid.Uint64().Draw(t, "value")))
	}
	return vs
}

// usual is an event with the fields of its kind, of a program like made.
var usual = rapid.Custom(func(t *rapid.T) envs.Event {
	ev := envs.Event{
		Kind: rapid.SampledFrom([]envs.EventKind{envs.Step, envs.Step, envs.Step, envs.Enter, envs.Leave, envs.End,
			envs.Fault, envs.Signal, envs.Observe, envs.Forget, envs.Await, envs.Halt}).Draw(t, "kind"),
		Thread: envs.Thread(rapid.SampledFrom([]int64{1, 2, 3, 66, math.MaxInt64}).Draw(t, "thread")),
	}
	obj := func() uint64 {
		return rapid.OneOf(rapid.Uint64Range(0, 3), rapid.Uint64()).Draw(t, "obj")
	}
	switch ev.Kind {
	case envs.Step:
		ev.PC, ev.Obj, ev.Done = rapid.OneOf(rapid.Int32Range(0, 6), rapid.Int32Range(0, 600)).Draw(t, "pc"), obj(),
			rapid.Bool().Draw(t, "done")
		ev.Func = rapid.SampledFrom([]envs.FuncID{0, 0, 1, 300}).Draw(t, "named") // that of the frame, if any
	case envs.Enter:
		ev.Func, ev.Direct = rapid.SampledFrom([]envs.FuncID{0, 0, 1, 2, 300, 5000}).Draw(t, "func"),
			rapid.Bool().Draw(t, "direct")
	case envs.Leave:
		ev.Done = rapid.Bool().Draw(t, "done")
	case envs.Fault:
		ev.Func, ev.PC, ev.Failure = 1, 3, &envs.Failure{Check: 1, Values: values(t)}
	case envs.Await:
		ev.PC, ev.Obj, ev.Done = rapid.Int32Range(-1, 600).Draw(t, "pc"), obj(), rapid.Bool().Draw(t, "done")
	case envs.Halt:
		ev.PC, ev.Done = rapid.Int32Range(-1, 600).Draw(t, "pc"), rapid.Bool().Draw(t, "done")
		if rapid.Bool().Draw(t, "fails") {
			ev.Failure = &envs.Failure{Text: "fatal error: all goroutines are asleep"}
		}
	case envs.Signal, envs.Observe, envs.Forget:
		ev.Obj, ev.Done = obj(), rapid.Bool().Draw(t, "done")
	}
	return ev
})

// file makes a binary trace of the runs.
func file(t require.TestingT, p envs.Program, runs [][]envs.Event) []byte {
	var b bytes.Buffer
	w, err := trace.NewWriter(&b, p, map[string]string{"by": "test"})
	require.NoError(t, err)
	for i, run := range runs {
		require.NoError(t, w.Begin(fmt.Sprint("run ", i)))
		for i := range run {
			require.NoError(t, w.Event(&run[i]))
		}
		require.NoError(t, w.End(trace.RunEnd{Exit: i, Info: json.RawMessage(`{"k":1}`)}))
	}
	require.NoError(t, w.Close(false))
	return b.Bytes()
}

// contents gives the runs that can be read, with the error that ended it.
func contents(file []byte, opts trace.Options) (runs [][]envs.Event, r *trace.Reader, err error) {
	r, err = trace.NewReader(bytes.NewReader(file), "f", opts)
	if err != nil {
		return nil, nil, err
	}
	for {
		run, err := r.Next()
		if err != nil || run == nil {
			return runs, r, err
		}
		runs = append(runs, nil)
		for ev, err := range run.Events() {
			if err != nil {
				return runs, r, err
			}
			runs[len(runs)-1] = append(runs[len(runs)-1], ev)
		}
		if end := run.End(); end != nil && end.Events != int64(len(runs[len(runs)-1])) && r.Skipped() == 0 {
			return runs, r, fmt.Errorf("%d events, want %d", len(runs[len(runs)-1]), end.Events)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for name, event := range map[string]*rapid.Generator[envs.Event]{"usual": usual, "anything": anything} {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			runs := rapid.SliceOfN(rapid.SliceOfN(event, 1, 200), 0, 3).Draw(t, "runs")
			f := file(t, newMade(), runs)
			got, r, err := contents(f, trace.Options{})
			require.NoError(t, err)
			require.Equal(t, len(runs), len(got))
			for i := range runs {
				require.Equal(t, runs[i], got[i])
			}
			require.JSONEq(t, `{"by":"test"}`, string(r.Header()))
			require.Equal(t, len(runs), r.Runs())
			require.False(t, r.Interrupted())
		}))
	}
}

// What events name is as it was in the program that was run.
func TestProgramOfFile(t *testing.T) {
	p := newMade()
	run := []envs.Event{{Kind: envs.Enter, Thread: 5, Func: 0}}
	for pc := range int32(7) {
		run = append(run, envs.Event{Thread: 5, PC: pc, Obj: uint64(pc % 2)})
	}
	run = append(run, envs.Event{Kind: envs.Enter, Thread: 5, Func: 300}, envs.Event{Thread: 5, PC: 400})
	got, r, err := contents(file(t, p, [][]envs.Event{run}), trace.Options{})
	require.NoError(t, err)
	require.Equal(t, run, got[0])
	q := r.Program()
	require.Equal(t, 301, q.NumFuncs())
	require.Equal(t, p.Roots(), q.Roots())
	require.Equal(t, "thread-5", q.ThreadName(5))
	require.Nil(t, q.Func(1))
	for pc := range int32(7) {
		want, op := p.funcs[0].Ops[pc], q.Func(0).Ops[pc]
		if want.Callee != nil {
			require.Equal(t, want.Callee.FullName(), op.Callee.FullName())
			c := *op.Callee
			c.Full = want.Callee.Full
			op.Callee = &c
		}
		require.Equal(t, want, op)
		at := envs.At(0, pc)
		require.Equal(t, p.Position(at), q.Position(at))
		require.Equal(t, p.base(at), q.Knows().Base(at))
	}
	require.Same(t, q.Func(0).Ops[0].Loc, q.Func(300).Ops[400].Loc)
	require.NoError(t, q.Func(0).Check())
	for pc := 7; pc < 11; pc++ { // control, of what was not executed
		require.Equal(t, p.funcs[0].Ops[pc].Kind, q.Func(0).Ops[pc].Kind)
		require.Equal(t, p.funcs[0].Targets(&p.funcs[0].Ops[pc]), q.Func(0).Targets(&q.Func(0).Ops[pc]))
	}
	f, g := *p.funcs[0], *q.Func(0)
	f.Ops, g.Ops = nil, nil
	require.Equal(t, f, g)
	require.Len(t, q.Func(300).Ops, 500)
	require.Equal(t, p.Position(envs.At(300, 0)), q.Position(envs.At(300, 7)), "that of the function")
}
