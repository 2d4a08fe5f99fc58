// Package callers tells who calls and starts the functions of a program.
package callers

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A Table knows how the functions of a program are entered.
type Table struct {
	prog            envs.Program
	called, started map[envs.FuncID][]envs.Point
	begins, open    map[envs.FuncID]bool
}

// Of looks at all calls of a program, and at where it starts threads.
func Of(prog envs.Program) *Table {
	t := &Table{prog: prog, called: map[envs.FuncID][]envs.Point{}, started: map[envs.FuncID][]envs.Point{},
		begins: map[envs.FuncID]bool{}, open: map[envs.FuncID]bool{}}
	for id := range envs.FuncID(prog.NumFuncs()) {
		fn := prog.Func(id)
		for i := 0; fn != nil && i < len(fn.Ops); i++ {
			op := &fn.Ops[i]
			if op.Kind != envs.Call && op.Kind != envs.Fork {
				continue
			}
			at := envs.At(id, op.PC)
			for _, f := range op.Callee.Funcs {
				if op.Kind == envs.Fork {
					t.started[f] = append(t.started[f], at)
				} else {
					t.called[f] = append(t.called[f], at)
				}
			}
		}
	}
	t.enter()
	return t
}

// enter notes how others enter the functions. One that the program itself neither calls nor starts is there for them.
func (t *Table) enter() {
	for id := range envs.FuncID(t.prog.NumFuncs()) {
		t.open[id] = len(t.called[id])+len(t.started[id]) == 0
	}
	others := t.prog.Roots()
	if start := t.prog.Knows().Start; start != nil {
		var main []envs.FuncID
		main, others, _ = start()
		for _, f := range main {
			t.begins[f], t.open[f] = true, false
		}
	}
	for _, f := range others {
		t.open[f] = true
	}
}

// Program is the program.
func (t *Table) Program() envs.Program { return t.prog }

// Called is where a function is called, and Started where threads are started with it, in the order of the program.
// They must not be changed.
func (t *Table) Called(f envs.FuncID) []envs.Point { return t.called[f] }

func (t *Table) Started(f envs.FuncID) []envs.Point { return t.started[f] }

// Entered is where a function is called or started.
func (t *Table) Entered(f envs.FuncID) []envs.Point { return slices.Concat(t.called[f], t.started[f]) }

// Begins reports whether a function is one with which the program begins, and which it executes once.
func (t *Table) Begins(f envs.FuncID) bool { return t.begins[f] }

// Open reports whether something outside the program may call a function.
func (t *Table) Open(f envs.FuncID) bool { return t.open[f] }

// Reaching are the functions that execute operations themselves, or enter by way of one that by gives a function that
// does: Called, or Entered.
func (t *Table) Reaching(ops []envs.Point, by func(envs.FuncID) []envs.Point) map[envs.FuncID]bool {
	all := map[envs.FuncID]bool{}
	for work := slices.Clone(ops); len(work) > 0; {
		f := work[len(work)-1].Func()
		if work = work[:len(work)-1]; !all[f] {
			all[f] = true
			work = append(work, by(f)...)
		}
	}
	return all
}
