// Package expiry finds waits for contexts, timers and tickers that nothing ends.
//
//	found := expiry.Find(prog, exchange.New(prog))
//	w, waits := found.Waits[at]     // why a thread waits for good at an operation
//	l, loses := found.Lost[at]      // which context nobody can cancel behind a return
//
// Contexts, timers and tickers are known by the functions that make and end them. A value is followed in registers, in
// variables and fields that are stored to once, and into what is called or started with it.
package expiry

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
)

// A Wait is why a thread may wait for good at an operation.
type Wait struct {
	For   string          // what the wait is for: "for the end of a context"
	Why   string          // why nothing ends it
	Story []envs.Evidence // how the thread comes there with what it waits for, and what would end that
}

// A Loss is a return behind which nobody can cancel a context.
type Loss struct {
	Made     envs.Point // where the context is made
	Started  envs.Point // where a thread is started that waits for its end
	Waits    envs.Point // where that thread waits
	Deadline bool       // a deadline ends the wait
}

// Found is what is found in a program, by operation. Of a select it is that of the first case.
type Found struct {
	Waits map[envs.Point]Wait
	Lost  map[envs.Point]Loss
}

// Find looks through a program. The table has the channels that are made in it.
func Find(prog envs.Program, table *exchange.Table) *Found {
	f := &finder{prog: prog, table: table, found: &Found{map[envs.Point]Wait{}, map[envs.Point]Loss{}},
		marks: map[envs.FuncID]map[int32]mark{}, stores: map[*envs.Loc]stores{}, started: map[envs.FuncID]bool{},
		seen: map[string]bool{}, settings: map[envs.FuncID][]int32{}}
	if !f.scan() {
		return f.found
	}
	for id := range envs.FuncID(prog.NumFuncs()) {
		if len(f.marks[id]) > 0 {
			fn := prog.Func(id)
			f.idleContexts(fn)
			f.lostContexts(fn)
			f.madeTimers(fn)
			f.laterFunctions(fn)
		}
	}
	f.fieldTimers()
	return f.found
}

// A mark is what a function is known for.
type mark uint8

const (
	unmarked   mark = iota
	background      // makes a context that nobody can cancel
	detached        // makes one that nobody can cancel, of one that somebody may
	valued          // makes one that is cancelled when its parent is
	cancelled       // makes one with a function that cancels it
	timed           // likewise, and a deadline
	done            // gives the channel of a context
	failed          // tells whether a context is cancelled
	newTimer
	newTicker
	later // calls a function after a while
	stop
	reset
	sleep
)

// known are the marked functions by their names in the program, and the names by which calls write them.
var known = map[string]struct {
	full string
	mark mark
}{
	"Background":        {"context.Background", background},
	"TODO":              {"context.TODO", background},
	"WithoutCancel":     {"context.WithoutCancel", detached},
	"WithValue":         {"context.WithValue", valued},
	"WithCancel":        {"context.WithCancel", cancelled},
	"WithCancelCause":   {"context.WithCancelCause", cancelled},
	"WithTimeout":       {"context.WithTimeout", timed},
	"WithTimeoutCause":  {"context.WithTimeoutCause", timed},
	"WithDeadline":      {"context.WithDeadline", timed},
	"WithDeadlineCause": {"context.WithDeadlineCause", timed},
	"Context.Done":      {"(context.Context).Done", done},
	"Context.Err":       {"(context.Context).Err", failed},
	"NewTimer":          {"time.NewTimer", newTimer},
	"NewTicker":         {"time.NewTicker", newTicker},
	"AfterFunc":         {"time.AfterFunc", later},
	"(*Timer).Stop":     {"(*time.Timer).Stop", stop},
	"(*Ticker).Stop":    {"(*time.Ticker).Stop", stop},
	"(*Timer).Reset":    {"(*time.Timer).Reset", reset},
	"(*Ticker).Reset":   {"(*time.Ticker).Reset", reset},
	"Sleep":             {"time.Sleep", sleep},
}

func markOf(c *envs.Callee) mark {
	if k, ok := known[c.Name]; ok && c.FullName() == k.full {
		return k.mark
	}
	return unmarked
}

type finder struct {
	prog  envs.Program
	table *exchange.Table
	found *Found

	marks    map[envs.FuncID]map[int32]mark // of calls and defers, in functions that have any
	stores   map[*envs.Loc]stores
	ticks    []envs.Point // receives from the channels of timers and tickers that are no cases of a select
	started  map[envs.FuncID]bool
	seen     map[string]bool      // calls that were followed, with what was handed over
	inMain   map[envs.FuncID]bool // functions that main functions call; nil if that is not known yet
	settings map[envs.FuncID][]int32
}

// stores are how often a program stores into a class of memory, and the last of these.
type stores struct {
	times int
	last  envs.Point
}

// scan looks at all operations once. It reports whether any is about a context, a timer or a ticker.
func (f *finder) scan() bool {
	for id := range envs.FuncID(f.prog.NumFuncs()) {
		fn := f.prog.Func(id)
		if fn == nil {
			continue
		}
		for i := range fn.Ops {
			switch op := &fn.Ops[i]; op.Kind {
			case envs.Call, envs.Defer:
				f.note(id, op)
			case envs.Fork:
				for _, to := range op.Callee.Funcs {
					f.started[to] = true
				}
			case envs.Store, envs.Addr, envs.Atomic:
				if l := op.Loc; l != nil && (l.Variable || l.Class == envs.Field || l.Class == envs.Global) {
					f.stores[l] = stores{f.stores[l].times + 1, envs.At(id, op.PC)}
				}
			case envs.Receive:
				if !op.Is(envs.Chosen) && isTick(op.Loc) {
					f.ticks = append(f.ticks, envs.At(id, op.PC))
				}
			}
		}
	}
	return len(f.marks) > 0
}

// note keeps the mark of what an operation calls.
func (f *finder) note(id envs.FuncID, op *envs.Op) {
	m := markOf(op.Callee)
	if m == unmarked {
		return
	}
	if f.marks[id] == nil {
		f.marks[id] = map[int32]mark{}
	}
	f.marks[id][op.PC] = m
}

// timerC and tickerC are the classes of memory that have the channels of timers and of tickers.
const (
	timerC  = "time.Timer.C"
	tickerC = "time.Ticker.C"
)

func isTick(l *envs.Loc) bool { return l != nil && (l.Name == timerC || l.Name == tickerC) }

// mark is what a function is known for that an operation calls.
func (f *finder) mark(at envs.Point) mark { return f.marks[at.Func()][at.PC()] }

// marked are the operations of a function that call or defer functions with one of the marks, ascending.
func (f *finder) marked(fn *envs.Func, ms ...mark) (pcs []int32) {
	for pc, m := range f.marks[fn.ID] {
		if slices.Contains(ms, m) {
			pcs = append(pcs, pc)
		}
	}
	slices.Sort(pcs)
	return pcs
}

// argument is the register of an argument of a call, or of the receiver.
func argument(op *envs.Op, i int) envs.Reg {
	if i += op.Callee.FirstArg; i < len(op.Uses) {
		return op.Uses[i]
	}
	return 0
}
