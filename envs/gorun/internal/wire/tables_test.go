package wire_test

import (
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
)

type tables []*envs.Func

func (t tables) NumFuncs() int                           { return len(t) }
func (t tables) Func(id envs.FuncID) *envs.Func          { return t[id] }
func (t tables) Roots() []envs.FuncID                    { return []envs.FuncID{0} }
func (t tables) Detail(envs.Point) *envs.Detail          { return envs.NoDetail }
func (t tables) Knows() *envs.Knowledge                  { return &envs.Knowledge{} }
func (t tables) Position(p envs.Point) (q envs.Position) { return }

func op(k envs.Kind) envs.Op {
	switch k {
	case envs.Acquire, envs.TryAcquire, envs.Release:
		return envs.Op{Kind: k, Uses: []envs.Reg{0}}
	case envs.Fork, envs.Defer:
		return envs.Op{Kind: k, Callee: &envs.Callee{Name: "f", Open: true}}
	}
	return envs.Op{Kind: k}
}

func call(funcs ...envs.FuncID) envs.Op {
	return envs.Op{Kind: envs.Call, Callee: &envs.Callee{Name: "f", Funcs: funcs, Open: len(funcs) == 0}}
}

// branch tests something; maybe does not.
func branch(to int32) envs.Op { return envs.Op{Kind: envs.Branch, To: to, Uses: []envs.Reg{1}} }
func maybe(to int32) envs.Op  { return envs.Op{Kind: envs.Branch, To: to} }
func jump(to int32) envs.Op   { return envs.Op{Kind: envs.Jump, To: to} }

func handled(o envs.Op, h int32) envs.Op {
	o.Handler = h
	return o
}

const (
	fnMain = iota
	fnLeaf
	fnLocked
	fnTry
	fnGuard
	fnCleanup
	fnMayPanic
	fnDeferLock
	fnSpawn
	fnWorker
	fnCallback
	fnOuter
	fnRecurse
)

// program is what testdata/prog does.
func program() tables {
	var t tables
	add := func(name string, lists [][]int32, ops ...envs.Op) {
		f := &envs.Func{ID: envs.FuncID(len(t)), Name: name, Lists: lists, Regs: 3, Ops: ops}
		for i := range ops {
			ops[i].PC = int32(i)
		}
		if err := f.Check(); err != nil {
			panic(err)
		}
		t = append(t, f)
	}
	add("main", [][]int32{{1, 3}}, op(envs.Nop), call(1, 2, 3, 4, 6, 7, 8, 11, 12), maybe(0), op(envs.Return))
	add("leaf", [][]int32{{2, 4}},
		op(envs.Compute), branch(0), op(envs.Compute), jump(5), op(envs.Compute), op(envs.Return))
	add("locked", nil, op(envs.Acquire), op(envs.Load), op(envs.Store), op(envs.Release), op(envs.Return))
	add("try", [][]int32{{2, 4}}, op(envs.TryAcquire), branch(0), op(envs.Release), jump(4), op(envs.Return))
	add("guard", [][]int32{{6, 7}, {9, 8}}, op(envs.Defer), handled(call(fnMayPanic), 4), call(fnCleanup), op(envs.Return),
		op(envs.Catch), maybe(0), call(fnCleanup), maybe(1), op(envs.Throw), op(envs.Return))
	add("cleanup", nil, op(envs.Nop), op(envs.Return))
	add("mayPanic", [][]int32{{1, 2}}, branch(0), op(envs.Throw), op(envs.Return))
	add("deferLock", nil, op(envs.Acquire), call(fnMayPanic), op(envs.Release), op(envs.Return))
	add("spawn", [][]int32{{0, 2}}, op(envs.Fork), maybe(0), op(envs.Return))
	add("worker", nil, op(envs.Nop), op(envs.Return))
	add("callback", nil, op(envs.Nop), op(envs.Return))
	add("outer", nil, call(), call(fnMayPanic), op(envs.Return))
	add("recurse", [][]int32{{1, 2}}, branch(0), call(fnRecurse), op(envs.Return))
	return t
}

func records(fn envs.FuncID) *wire.Records {
	if fn == fnDeferLock {
		return &wire.Records{Sites: [][]int32{{2}}}
	}
	return nil
}

// A script writes events down, by thread: "+f" and "~f" for a frame that was and was not called by the one below,
// numbers for operations, "." and "!" for frames that returned and were unwound, "$" for the end.
type script struct {
	prog  tables
	text  map[envs.Thread]*strings.Builder
	order []envs.Thread
}

func (s *script) add(e envs.Event) {
	b := s.text[e.Thread]
	if b == nil {
		b = &strings.Builder{}
		s.text[e.Thread] = b
		s.order = append(s.order, e.Thread)
	}
	switch e.Kind {
	case envs.Step:
		fmt.Fprintf(b, " %d", e.PC)
	case envs.Enter:
		fmt.Fprintf(b, " %c%s", map[bool]rune{true: '+', false: '~'}[e.Direct], s.prog[e.Func].Name)
	case envs.Leave:
		fmt.Fprintf(b, " %c", map[bool]rune{true: '.', false: '!'}[e.Done])
	case envs.End:
		b.WriteString(" $")
	}
}

func (s *script) of(t envs.Thread) string {
	if b := s.text[t]; b != nil {
		return strings.TrimSpace(b.String())
	}
	return ""
}
