package envs_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/ir"
)

// validText is a program in which there is something of most of what an environment may get wrong.
const validText = `
class Account { balance }
final acc = new Account
var total

func add(a, n) {
	sync a {
		a.balance = a.balance + n
	}
	total = total + n
}

func div(x) {
	try {
		total = 6 / x
	} catch e {
		return e
	}
	return total
}

func main() {
	t = spawn add(acc, 1)
	add(acc, 2)
	join t
	x = div(0)
}
`

// A bent program is an ir.Program with something of it changed.
type bent struct {
	*ir.Program
	fns      []*envs.Func
	roots    []envs.FuncID
	knows    *envs.Knowledge
	position func(envs.Position) envs.Position
	detail   func(*envs.Op, *envs.Detail) *envs.Detail
}

func (b *bent) Func(id envs.FuncID) *envs.Func      { return b.fns[id] }
func (b *bent) Roots() []envs.FuncID                { return b.roots }
func (b *bent) Knows() *envs.Knowledge              { return b.knows }
func (b *bent) Position(p envs.Point) envs.Position { return b.position(b.Program.Position(p)) }
func (b *bent) Detail(p envs.Point) *envs.Detail {
	return b.detail(&b.fns[p.Func()].Ops[p.PC()], b.Program.Detail(p))
}

// op is the first operation of a kind in a function.
func (b *bent) op(fn string, kind envs.Kind) *envs.Op {
	ops := b.fns[b.FuncByName(fn).ID].Ops
	return &ops[slices.IndexFunc(ops, func(op envs.Op) bool { return op.Kind == kind })]
}

// straight is the program before it is bent: a copy that may be changed.
func straight(t *testing.T) *bent {
	p, err := ir.Parse("valid.plx", validText)
	require.NoError(t, err)
	knows := *p.Knows()
	b := &bent{Program: p, roots: slices.Clone(p.Roots()), knows: &knows,
		position: func(p envs.Position) envs.Position { return p },
		detail:   func(_ *envs.Op, d *envs.Detail) *envs.Detail { return d }}
	for id := range envs.FuncID(p.NumFuncs()) {
		fn := *p.Func(id)
		fn.Ops = slices.Clone(fn.Ops)
		for i := range fn.Ops {
			if c := fn.Ops[i].Callee; c != nil {
				own := *c
				fn.Ops[i].Callee = &own
			}
		}
		b.fns = append(b.fns, &fn)
	}
	return b
}

// What may be wrong with a program is told, with the function, the operation, and what was expected.
func TestValidateProgram(t *testing.T) {
	require.NoError(t, envs.Validate(straight(t)))
	for want, bend := range map[string]func(b *bent){
		"Roots of *envs_test.bent gives none, so that nothing is looked at: want the functions": func(
			b *bent) {
			b.roots = nil
		},
		"Roots: there is no function 7, want numbers from 0 to 2": func(b *bent) { b.roots = []envs.FuncID{2, 7} },
		"Roots: function 1 comes after 2, want ascending order":   func(b *bent) { b.roots = []envs.FuncID{2, 1} },
		"Roots: of function 0 the program knows the name only": func(b *bent) {
			b.roots, b.fns[0] = []envs.FuncID{0, 2}, nil
		},
		"Knows of *envs_test.bent gives nil, want a Knowledge": func(b *bent) { b.knows = nil },
		"none of the main functions is a root":                 func(b *bent) { b.roots = []envs.FuncID{1} },
		"function 9 is one of others, but the program does not have it": func(b *bent) {
			b.knows.Start = func() (main, others []envs.FuncID, alone bool) { return nil, []envs.FuncID{9}, true }
		},
		"div: Func(1) has the ID 0, want 1": func(b *bent) {
			for _, fn := range b.fns {
				fn.ID = 0
			}
		},
		"add: op 1 (r3 = load r1 (Account.balance)): its Loc is another pointer than that of add: op 0": func(
			b *bent) {
			b.op("add", envs.Load).Loc = &envs.Loc{Name: "Account.balance"}
			b.op("add", envs.Acquire).Loc = &envs.Loc{Name: "Account.balance"}
		},
		"its Loc has no Name": func(b *bent) { b.op("add", envs.Load).Loc = &envs.Loc{} },
		"main: op 1 (call r0 (add)): uses 1 registers, want 0 and then one for each of the 2 parameters": func(b *bent) {
			b.op("main", envs.Call).Uses = []envs.Reg{0}
		},
		"main: op 0 (r1 = fork r0, r0 (add)): uses 2 registers, want 1 and then one": func(b *bent) {
			b.op("main", envs.Fork).Callee.FirstArg = 1
		},
		"defines 1 registers, but div has 0 results": func(b *bent) { b.fns[1].Results = 0 },
		"op 1 (call r0, r0 (print)): its Callee lists no function and is not Open, so that no path goes on": func(b *bent) {
			b.op("main", envs.Call).Callee = &envs.Callee{Name: "print"}
		},
		"its Callee lists function 8, want numbers from 0 to 2": func(b *bent) {
			b.op("main", envs.Call).Callee.Funcs = []envs.FuncID{8}
		},
		"its Callee lists function 0 after 1": func(b *bent) {
			c := b.op("main", envs.Call).Callee
			c.Funcs, c.Args = []envs.FuncID{1, 0}, nil
		},
		"main: op 0 (r1 = fork r0, r0): has no Callee": func(b *bent) { b.op("main", envs.Fork).Callee = nil },
		"its Position is :0:0, want a file, and a line and a column": func(b *bent) {
			b.position = func(envs.Position) envs.Position { return envs.Position{} }
		},
		"its Detail is nil, want NoDetail": func(b *bent) {
			b.detail = func(*envs.Op, *envs.Detail) *envs.Detail { return nil }
		},
		"a method of *envs_test.bent panics: no such point": func(b *bent) {
			b.position = func(envs.Position) envs.Position { panic("no such point") }
		},
		"PC is 5, want its index 0": func(b *bent) { b.fns[0].Ops[0].PC = 5 },
		"its Path starts at parameter 4, want less than 2": func(b *bent) {
			b.op("add", envs.Acquire).Path = &envs.Path{Root: envs.AtParam, Reg: 4, Text: "x"}
		},
		"its Path starts at register 0": func(b *bent) { b.op("add", envs.Acquire).Path = &envs.Path{Text: "x"} },
		"its Path starts at a global without a name": func(b *bent) {
			b.op("add", envs.Acquire).Path = &envs.Path{Root: envs.AtGlobal, Text: "x"}
		},
		"its Path has no Text": func(b *bent) { b.op("add", envs.Acquire).Path = &envs.Path{Root: envs.AtParam} },
		"what is declared of it names a path that starts at parameter 2": func(b *bent) {
			b.fns[0].Contract = &envs.Contract{Requires: []envs.Guard{{Path: &envs.Path{Root: envs.AtParam, Reg: 2}}}}
		},
		"what is declared of it names a path that starts at a register, want a parameter or a global": func(b *bent) {
			b.fns[0].Contract = &envs.Contract{Excludes: []envs.Guard{{Path: &envs.Path{Root: envs.AtReg, Reg: 1}}}}
		},
		"Knowledge.Group is register 50 outside 0..": func(b *bent) {
			b.knows.Group = func(envs.Point) (envs.Reg, int) { return 50, 0 }
		},
	} {
		t.Run(want, func(t *testing.T) {
			b := straight(t)
			bend(b)
			require.ErrorContains(t, envs.Validate(b), want)
		})
	}
	require.EqualError(t, envs.Validate(nil), "the program is nil")
	require.ErrorContains(t, envs.Validate(struct {
		envs.Program
		_ []int
	}{Program: straight(t)}), "is not comparable, want a Program that can be a key of a map")
}

// What may be wrong with a Detail is told likewise.
func TestValidateDetail(t *testing.T) {
	x, nothing := envs.Reg(1).Term(machine.Int64), envs.Term{}
	far := envs.Reg(99).Term(machine.Int64)
	zero := envs.ConstTerm(machine.Int64.Of(0))
	for want, c := range map[string]struct {
		kind   envs.Kind
		detail envs.Detail
	}{
		"its Detail speaks of register 99 outside 1..": {envs.Compute,
			envs.Detail{Facts: []envs.Condition{{X: far, Cmp: machine.Eq, Y: zero}}}},
		"its Detail defines (r1 = 0), but the operation does not define register 1": {envs.Compute,
			envs.Detail{Defs: []envs.Def{{Reg: 1, Op: envs.Copy, Kind: machine.Int64, X: zero}}}},
		"its Detail defines r1 twice": {envs.Fork, envs.Detail{Defs: []envs.Def{{Reg: 1}, {Reg: 1}}}},
		"check 0 of its Detail (division: ) is none": {envs.Compute,
			envs.Detail{Checks: []envs.Check{{Kind: envs.DivisionCheck}}}},
		"compares an integer with something else (r1 == nil)": {envs.Compute,
			envs.Detail{Checks: []envs.Check{{All: []envs.Condition{{X: x, Cmp: machine.Eq, Y: nothing}}}}}},
		"has an order of what are no integers (r1 < nil)": {envs.Compute,
			envs.Detail{Facts: []envs.Condition{{X: envs.Reg(1).Term(machine.NoKind), Cmp: machine.Lt, Y: nothing}}}},
		"has a constant of kind none in a term of kind int64": {envs.Compute,
			envs.Detail{Facts: []envs.Condition{{X: x, Cmp: machine.Eq, Y: envs.Term{Kind: machine.Int64}}}}},
		"has integers of kind(12) (": {envs.Compute,
			envs.Detail{Facts: []envs.Condition{{X: envs.Reg(1).Term(12), Cmp: machine.Eq, Y: envs.Reg(1).Term(12)}}}},
		"its Detail has integers of kind(12) (r1 = any": {envs.Call,
			envs.Detail{Passes: []envs.Def{{Reg: 1, Kind: 12}}}},
		"compares by": {envs.Compute, envs.Detail{Facts: []envs.Condition{{X: x, Cmp: machine.NumCmps, Y: x}}}},
		"says what holds at 1 targets, but it has 0":      {envs.Compute, envs.Detail{On: make([][]envs.Condition, 1)}},
		"passes (r3 = any none) to number 3 outside 1..2": {envs.Call, envs.Detail{Passes: []envs.Def{{Reg: 3}}}},
		"passes (r2 = any none) to number 2 outside 1..1": {envs.Return, envs.Detail{Passes: []envs.Def{{Reg: 2}}}},
	} {
		t.Run(want, func(t *testing.T) {
			b := straight(t)
			b.detail = func(op *envs.Op, d *envs.Detail) *envs.Detail {
				if op.Kind == c.kind {
					return &c.detail
				}
				return d
			}
			require.ErrorContains(t, envs.Validate(b), want)
		})
	}
}

// story is a run of the program in which the other thread ends before main calls something. Its events go by names: the
// thread, the kind, and of a Step the kind of its operation instead.
func story(t *testing.T, b *bent) (events envstest.Kept, at func(name string) int) {
	for seed := range uint64(100) {
		events = envstest.Keep(t, b.Run(seed, ir.Options{}))
		names := make([]string, len(events))
		for i, ev := range events {
			kind := [...]string{"step", "enter", "leave", "end", "fault", "signal", "observe", "forget", "await",
				"halt"}[ev.Kind]
			if ev.Kind == envs.Step {
				kind = b.fns[ev.Func].Ops[ev.PC].Kind.String()
			}
			names[i] = fmt.Sprint(ev.Thread, " ", kind)
		}
		at = func(name string) int {
			i := slices.Index(names, name)
			require.GreaterOrEqual(t, i, 0, "%s: %s", name, names)
			return i
		}
		if slices.Contains(names, "1 join") && at("2 end") < at("1 call") {
			return events, at
		}
	}
	t.Fatal("no such run")
	return nil, nil
}

// What may be wrong with a run is told, with the event.
func TestValidateRun(t *testing.T) {
	type run = envstest.Kept
	drop := func(i, n int) func(run) run { return func(r run) run { return slices.Delete(r, i, i+n) } }
	twice := func(i int) func(run) run { return func(r run) run { return slices.Insert(r, i, r[i]) } }
	plain := func(b *bent) { b.op("add", envs.Acquire).Flags &^= envs.Reentrant }
	b := straight(t)
	events, at := story(t, b)
	require.NoError(t, envs.Validate(b, events, b.Run(7, ir.Options{})))
	change := func(i int, f func(*envs.Event)) func(run) run {
		return func(r run) run {
			f(&r[i])
			return r
		}
	}
	move := func(from, to int) func(run) run {
		return func(r run) run {
			ev := r[from]
			return slices.Insert(slices.Delete(r, from, from+1), to, ev)
		}
	}
	obj := func(n uint64) func(*envs.Event) { return func(ev *envs.Event) { ev.Obj = n } }
	fn := func(id envs.FuncID) func(*envs.Event) { return func(ev *envs.Event) { ev.Func = id } }
	before := func(i int, f func(*envs.Event)) func(run) run {
		return func(r run) run {
			r = slices.Insert(r, i, r[i])
			f(&r[i])
			return r
		}
	}
	awaits := func(ev *envs.Event) { ev.Kind, ev.Done = envs.Await, false }
	undone := func(ev *envs.Event) { ev.Done = false }
	values := func(vs ...machine.Value) func(*envs.Event) {
		return func(ev *envs.Event) { ev.Failure = &envs.Failure{Check: ev.Failure.Check, Values: vs} }
	}
	for name, c := range map[string]struct {
		change func(run) run
		want   string
		bend   func(b *bent) // nil if the program is as it was
	}{
		"acquire twice": {twice(at("2 acquire")), "a Step of op 0 (acquire r1 (a)) after add: op 0 (acquire r1 (a)), " +
			"from which control does not come there", nil},
		"acquire twice in a loop": {func(r run) run {
			i := at("1 acquire")
			r[i+2] = r[i]
			return r
		}, "it takes lock 1, which the thread holds already and is not Reentrant", func(b *bent) {
			plain(b)
			op := b.op("add", envs.Load) // control may go back to the Acquire
			*op = envs.Op{Kind: envs.Nop, PC: op.PC}
			b.fns[0].Ops[1] = envs.Op{Kind: envs.Branch, PC: 1, To: int32(len(b.fns[0].Lists)), Uses: []envs.Reg{0}}
			b.fns[0].Lists = append(slices.Clone(b.fns[0].Lists), []int32{0, 2})
		}},
		"release twice": {twice(at("2 release")), "from which control does not come there", nil},
		"no fork": {drop(at("1 fork"), 1), "thread 2: it enters add, but no Fork has started it: want a Step of the Fork " +
			"before, with the number of the thread in Obj; Knowledge.Start says", nil},
		"no fork, and no Start": {drop(at("1 fork"), 1), "in Obj, or add among Roots",
			func(b *bent) { b.knows.Start = nil }},
		"a fork of nothing": {change(at("1 fork"), obj(0)), "its Obj is 0, want the number of the thread", nil},
		"a fork twice":      {change(at("1 fork"), obj(1)), "it starts thread 1, of which the run has told before", nil},
		"a fork of another": {slices.Clone[run], "enters add, but the Fork that started it is of div", func(b *bent) {
			c := b.op("main", envs.Fork).Callee
			c.Name, c.Funcs = "div", []envs.FuncID{1}
			b.detail = func(*envs.Op, *envs.Detail) *envs.Detail { return envs.NoDetail }
		}},
		"two main threads": {func(r run) run { return append(r, envs.Event{Kind: envs.Enter, Thread: 3, Func: 2}) },
			"it enters main without a Fork, as thread 1 did", nil},
		"a join too early":      {move(at("2 end"), at("1 join")), "it has waited for thread 2, which has not ended", nil},
		"a join of nothing":     {change(at("1 join"), obj(0)), "its Obj is 0, want the number of the thread that", nil},
		"a join of who is not":  {change(at("1 join"), obj(5)), "thread 5, of which the run has not told", nil},
		"a join of who forbids": {change(at("2 end"), undone), "whose End is not Done", nil},
		"thread 0":              {change(0, func(ev *envs.Event) { ev.Thread = 0 }), "want threads numbered from 1", nil},
		"no enter":              {drop(0, 1), "event 1, thread 1: a Step of op 0 outside any function", nil},
		"no enter of a callee":  {drop(at("1 acquire")-1, 1), "a Step of op 0", nil},
		"a call passed over": {func(r run) run { return slices.Delete(r, at("1 acquire")-1, at("1 join")) },
			"after main: op 1 (call r0, r0 (add)), want an Enter and a Leave of what that calls in between", nil},
		"not direct": {change(at("1 acquire")-1, func(ev *envs.Event) { ev.Direct = false }),
			"which calls it, want Direct", nil},
		"another func": {change(at("1 acquire")-1, fn(1)),
			"want a Call whose Callee lists div", nil},
		"no such func": {change(0, fn(9)),
			"function 9, which the program does not have", nil},
		"no such op": {change(at("1 fork"), func(ev *envs.Event) { ev.PC = 70 }),
			"a Step of op 70, but main has ops 0..", nil},
		"a step elsewhere":  {change(at("1 fork"), fn(1)), "a Step with Func 1 in main, want 2 or 0", nil},
		"an op left out":    {drop(at("2 load"), 1), "from which control does not come there", nil},
		"no return":         {drop(at("2 return"), 1), "a Leave with Done after add: op", nil},
		"unwound":           {change(at("2 leave"), undone), "want Done: it has returned", nil},
		"no leave":          {drop(at("2 leave"), 1), "it ends in add, want a Leave of each frame first", nil},
		"a leave twice":     {twice(at("2 leave")), "a Leave outside any function", nil},
		"after the end":     {twice(at("2 end")), "the thread has ended", nil},
		"no such kind":      {change(3, func(ev *envs.Event) { ev.Kind = 99 }), "its Kind 99 is none", nil},
		"signal of nothing": {change(3, func(ev *envs.Event) { ev.Kind, ev.Obj = envs.Signal, 0 }), "of Obj 0", nil},
		"waits at a load": {before(at("2 load"), awaits),
			"an Await at op 1 (r3 = load r1 (Account.balance)), which does not wait", nil},
		"goes on": {before(at("2 acquire"), awaits), "the thread waits, want an Await with Done before it goes on", nil},
		"waits no more": {before(at("2 acquire"), func(ev *envs.Event) { ev.Kind, ev.Done = envs.Await, true }),
			"an Await with Done of a thread that does not wait", nil},
		"waits, and goes on": {func(r run) run {
			i := at("2 acquire")
			r = slices.Insert(r, i, r[i], r[i])
			awaits(&r[i])
			r[i+1].Kind, r[i+1].Done = envs.Await, true
			return r
		}, "", nil},
		"halts": {before(at("2 acquire"), func(ev *envs.Event) { ev.Kind = envs.Halt }),
			"a Halt of a thread that does not wait", nil},
		"halts, and goes on": {before(at("2 acquire"), func(ev *envs.Event) {
			ev.Kind, ev.Failure = envs.Halt, &envs.Failure{Text: "panic: boom"}
		}), "the thread has a Halt before", nil},
		"halts without a reason": {before(at("2 acquire"), func(ev *envs.Event) {
			ev.Kind, ev.Failure = envs.Halt, &envs.Failure{}
		}), "a Halt that does not say why the program ends", nil},
		"halts at no op": {before(at("2 acquire"), func(ev *envs.Event) {
			ev.Kind, ev.PC, ev.Failure = envs.Halt, 70, &envs.Failure{Text: "panic: boom"}
		}), "it waits at op 70, but add has ops 0..", nil},
		"no such check": {change(at("1 fault"), func(ev *envs.Event) { ev.Failure = &envs.Failure{Check: 3} }),
			"its Failure is &{Check:3 Values:[] Text:}, want one with a Check of the Detail, which has 1", nil},
		"no values": {change(at("1 fault"), values()), "it has 0 Values, want one for each", nil},
		"no such fault": {change(at("1 fault"), values(machine.Int64.Of(3))),
			"holds for its Values [3], want those for which it does not", nil},
		"executed after a fault": {func(r run) run {
			i := at("1 fault")
			ev := r[i]
			ev.Kind = envs.Step
			return slices.Insert(r, i+1, ev)
		}, "a Step of op 0 (r3 = compute r0, r1) after the Fault of div: op 0 (r3 = compute r0, r1), from which control " +
			"does not come there", nil},
		"entered after a fault": {change(at("1 call"), fails),
			"it enters add from the Fault of main: op 1 (call r0, r0 (add)) with Direct, want a Call", mayFail},
		"returned after a fault": {change(at("2 return"), fails), "a Leave with Done after the Fault of add: op", mayFail},
		"executed though it fails": {func(r run) run {
			i := at("1 call")
			r = slices.Insert(r, i, r[i])
			fails(&r[i])
			return r
		}, "", mayFail},
	} {
		t.Run(name, func(t *testing.T) {
			bent := straight(t)
			if c.bend != nil {
				c.bend(bent)
			}
			err := envs.Validate(bent, c.change(slices.Clone(events)))
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.want)
		})
	}
}

// mayFail gives calls and returns a check that fails, and throws nothing.
func mayFail(b *bent) {
	zero := envs.ConstTerm(machine.Int64.Of(0))
	b.detail = func(op *envs.Op, d *envs.Detail) *envs.Detail {
		if op.Kind != envs.Call && op.Kind != envs.Return {
			return d
		}
		return &envs.Detail{Checks: []envs.Check{{Kind: envs.ConversionCheck,
			All: []envs.Condition{{X: zero, Cmp: machine.Ne, Y: zero}}}}}
	}
}

// fails makes a Fault of a Step that mayFail.
func fails(ev *envs.Event) { ev.Kind, ev.Failure = envs.Fault, &envs.Failure{} }

// seen is a program of which nothing is known but its runs.
type seen struct{ *envstest.Program }

func (seen) Knows() *envs.Knowledge { return &envs.Knowledge{Recorded: true} }

// Locks are free when they are taken, and held when they are given back; and what orders threads stands beside what
// synchronises.
func TestValidateLocks(t *testing.T) {
	ops := []envs.Op{
		{Kind: envs.Acquire}, {Kind: envs.Acquire, Flags: envs.Shared}, {Kind: envs.Acquire, Flags: envs.Reentrant},
		{Kind: envs.TryAcquire}, {Kind: envs.Release}, {Kind: envs.Release, Flags: envs.Shared}, {Kind: envs.Wait},
		{Kind: envs.Load, Flags: envs.Volatile}, {Kind: envs.Store, Flags: envs.Volatile}, {Kind: envs.Nop},
	}
	const named = "ARLTusrvwn" // one for each operation; S and O are a Signal and an Observe, F forgets the lock
	prog := seen{envstest.ProgramOf(envstest.Function("f", ops...))}
	for words, want := range map[string]string{
		"1A 1u 2A 2u": "", "1R 2R 1s 2s 1A 1u": "", "1L 1L 1u 1u 2A": "", "1A 2u 2A": "", "1A F 2A": "",
		"1R 1R 2s 2s 2A": "", "1A 1r 2A 2u 1n 1u": "", "1L 1L 1r 2A 2u 1n 1u 1u": "", "1A 1r 1O 2A": "",
		"1v 2n": "", "1O 1v 2n 1S": "", "1w 1S 2O 2v": "", "1w F 1S": "", "1O F 1v": "",
		"1A 1A": "event 4, thread 1: f: op 0 (acquire): it takes lock 1, which the thread holds already and is not",
		"1A 2A": "it takes lock 1, which thread 1 holds: want its Release before",
		"1A 2R": "thread 1 holds", "1R 2A": "thread 1 holds", "1R 1A": "the thread holds already",
		"1L 2L": "thread 1 holds", "1A 2T": "thread 1 holds", "1L 1L 1u 2A": "thread 1 holds",
		"1u": "it gives back lock 1, which nobody holds on this side", "1A 1s": "nobody holds on this side",
		"1A 1u 1u":    "nobody holds on this side",
		"2A 1r":       "gives back lock 1 while it waits, but the thread does not hold it",
		"1A 1r 2A 1n": "it goes on after a Wait, but thread 2 holds the lock",
		"1O 2n 1v":    "events of other threads come between its Observe and f: op 7 (load), want none",
		"1w 2n 1S":    "events of other threads come between f: op 8 (store) and its Signal, want none",
	} {
		run := envstest.Kept{{Kind: envs.Enter, Thread: 1}, {Kind: envs.Enter, Thread: 2}}
		for _, w := range strings.Fields(words) {
			if w == "F" {
				run = append(run, envs.Event{Kind: envs.Forget, Obj: 1})
				continue
			}
			ev := envs.Event{Kind: envs.Step, Thread: envs.Thread(w[0] - '0'), Obj: 1, Done: true}
			switch w[1] {
			case 'S':
				ev.Kind = envs.Signal
			case 'O':
				ev.Kind = envs.Observe
			default:
				ev.PC = int32(strings.IndexByte(named, w[1]))
			}
			run = append(run, ev)
		}
		if err := envs.Validate(prog, run); want == "" {
			require.NoError(t, err, words)
		} else {
			require.ErrorContains(t, err, want, words)
		}
	}
}

// broken is a run that ends early.
type broken struct{}

func (broken) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		if yield(envs.Event{Kind: envs.Enter, Thread: 1}, nil) {
			yield(envs.Event{}, errors.New("cut off"))
		}
	}
}

// A run that ends with an error is wrong. If there are several runs, it is told which one is.
func TestValidateRuns(t *testing.T) {
	prog := seen{envstest.ProgramOf(envstest.Function("f", envs.Op{Kind: envs.Nop}))}
	require.EqualError(t, envs.Validate(prog, broken{}), "after 1 events: cut off")
	require.EqualError(t, envs.Validate(prog, envstest.Kept{}, broken{}), "run 2 of 2: after 1 events: cut off")
}
