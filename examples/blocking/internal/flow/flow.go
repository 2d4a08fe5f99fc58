// Package flow answers where control may come in a function, and follows its paths.
//
//	f := flow.New(prog)
//	if f.Leads(fn, from, to) { ... }                                  // control may come from one operation to another
//	w := flow.Walk[int]{Flow: f, Func: fn, Step: step}                // step sees each operation of each path
//	all := w.From(0, 0)
package flow

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// Flow keeps what was asked of the functions of a program.
type Flow struct {
	prog       envs.Program
	leads      map[envs.Point][]bool      // where control may come from an operation
	defined    map[envs.FuncID][]*envs.Op // by register: see Origin
	questions  map[envs.FuncID]*questions
	dominators map[envs.FuncID]dominators
	stores     map[*envs.Loc]envs.Point // see stored
}

// New is the Flow of a program.
func New(prog envs.Program) *Flow {
	return &Flow{prog: prog, leads: map[envs.Point][]bool{}, defined: map[envs.FuncID][]*envs.Op{},
		questions: map[envs.FuncID]*questions{}, dominators: map[envs.FuncID]dominators{}}
}

// Origin is the only operation that defines a register, nil if there is none or several. Parameters are defined from
// the start.
func (f *Flow) Origin(fn *envs.Func, r envs.Reg) *envs.Op {
	defined, known := f.defined[fn.ID]
	if !known {
		defined = make([]*envs.Op, fn.Regs)
		several := make([]bool, fn.Regs)
		for _, r := range fn.Params {
			several[r] = true
		}
		for i := range fn.Ops {
			op := &fn.Ops[i]
			for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
				if several[r] = several[r] || defined[r] != nil; several[r] {
					defined[r] = nil
				} else {
					defined[r] = op
				}
			}
		}
		f.defined[fn.ID] = defined
	}
	return defined[r]
}

// Cases are the operations of which a select executes one, if the operation begins a select that may have to wait.
// There are none if it is another branch, or there is a default.
func Cases(fn *envs.Func, op *envs.Op) (cases []*envs.Op) {
	if len(op.Uses) > 0 {
		return nil
	}
	for _, to := range fn.Targets(op) {
		of := &fn.Ops[to]
		if !of.Is(envs.Chosen) || of.Kind != envs.Send && of.Kind != envs.Receive {
			return nil
		}
		cases = append(cases, of)
	}
	return cases
}

// Leads reports whether control may come from one operation of a function to another one, which may be the same.
func (f *Flow) Leads(fn *envs.Func, from, to int32) bool {
	at := envs.At(fn.ID, from)
	after, known := f.leads[at]
	if !known {
		after = fn.After(from)
		f.leads[at] = after
	}
	return after[to]
}

// Passes reports whether control, to come to an operation of a function, passes another one. To come to one that it
// never comes to, it passes all.
func (f *Flow) Passes(fn *envs.Func, by, to int32) bool {
	if by == to {
		return false
	}
	d, known := f.dominators[fn.ID]
	if !known {
		d = dominatorsOf(fn)
		f.dominators[fn.ID] = d
	}
	return d.passes(by, to)
}

// Comes reports whether control may come from one operation to another one without executing those that are left out.
// Each operation comes to itself.
func (f *Flow) Comes(fn *envs.Func, from, to int32, without func(pc int32) bool) bool {
	seen := make([]bool, len(fn.Ops))
	for todo := []int32{from}; len(todo) > 0; {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case seen[pc] || without(pc):
			continue
		case pc == to:
			return true
		}
		seen[pc] = true
		todo = append(todo, fn.Next(pc)...)
	}
	return false
}

// Loop says which operations are in the innermost loop around another one. Without such a loop none is.
func (f *Flow) Loop(fn *envs.Func, of int32) (in func(pc int32) bool) {
	head := f.head(fn, of)
	if head < 0 {
		return func(int32) bool { return false }
	}
	// Before and after are what leads to the operation and what it leads to, on ways that do not leave for a loop around.
	before, after := make([]bool, len(fn.Ops)), make([]bool, len(fn.Ops))
	for after[of], before[of] = true, true; spread(fn, head, before, after); {
	}
	return func(pc int32) bool { return before[pc] && after[pc] }
}

// spread takes in what is one operation farther, from an operation on, and reports whether there is more.
func spread(fn *envs.Func, head int32, before, after []bool) (more bool) {
	for pc := head; pc < int32(len(fn.Ops)); pc++ {
		for _, to := range fn.Next(pc) {
			if to < head {
				continue
			}
			more = more || after[pc] && !after[to] || before[to] && !before[pc]
			after[to], before[pc] = after[to] || after[pc], before[pc] || before[to]
		}
	}
	return more
}

// head is where the innermost loop around an operation begins, -1 if there is none. Control goes back to it from behind
// the operation.
func (f *Flow) head(fn *envs.Func, of int32) int32 {
	head, seen := int32(-1), make([]bool, len(fn.Ops))
	for todo := []int32{of}; len(todo) > 0; {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range fn.Next(pc) {
			switch {
			case to > pc && !seen[to]:
				seen[to] = true
				todo = append(todo, to)
			case to <= of && to <= pc && (to == of || f.Leads(fn, to, of)):
				head = max(head, to)
			}
		}
	}
	return head
}

// WaysOut are the operations of the innermost loop around another one from which control leaves it, but to throw an
// exception.
func (f *Flow) WaysOut(fn *envs.Func, of int32) (ways []int32) {
	in := f.Loop(fn, of)
	for i := range fn.Ops {
		pc := int32(i)
		if in(pc) && slices.ContainsFunc(fn.Next(pc), func(to int32) bool { return !in(to) && f.goesOn(fn, to) }) {
			ways = append(ways, pc)
		}
	}
	return ways
}

// goesOn reports whether control comes from an operation to a Return, and not to exceptions or an endless loop only.
func (f *Flow) goesOn(fn *envs.Func, from int32) bool {
	for i := range fn.Ops {
		if fn.Ops[i].Kind == envs.Return && (int32(i) == from || f.Leads(fn, from, int32(i))) {
			return true
		}
	}
	return false
}
