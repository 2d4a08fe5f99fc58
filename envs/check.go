package envs

import "fmt"

// Check reports the first thing about f that breaks the rules stated at Func and Op, naming the function and the
// operation, or nil. It knows nothing of the program: Validate holds that to its rules, with all its functions.
func (f *Func) Check() error {
	if len(f.Ops) == 0 {
		return fmt.Errorf("%s: a function needs at least one operation", f.Name)
	}
	if f.Regs < 0 || f.Results < 0 {
		return fmt.Errorf("%s: it has %d registers and %d results, want numbers from 0", f.Name, f.Regs, f.Results)
	}
	for i := range f.Ops {
		op := &f.Ops[i]
		if op.PC != int32(i) {
			return f.wrong(op, "PC is %d, want its index %d", op.PC, i)
		}
		if err := f.checkOp(op); err != nil {
			return err
		}
	}
	for _, r := range f.Params {
		if r <= 0 || int(r) >= f.Regs {
			return fmt.Errorf("%s: parameter register %d outside 1..%d", f.Name, r, f.Regs-1)
		}
	}
	if err := f.checkOrder(); err != nil {
		return err
	}
	if f.Strict {
		if op, r := f.readsUndefined(); op != nil {
			return f.wrong(op, "reads register %d, which some path to it does not define; the function is not Strict", r)
		}
	}
	return nil
}

// wrong is an error about an operation.
func (f *Func) wrong(op *Op, format string, args ...any) error {
	return fmt.Errorf("%s: op %d (%s): %s", f.Name, op.PC, op, fmt.Sprintf(format, args...))
}

// checkOp reports the first thing about an operation that breaks the rules.
func (f *Func) checkOp(op *Op) error {
	if op.Kind >= NumKinds {
		return f.wrong(op, "unknown kind")
	}
	if op.Results > 0 && (op.Dst <= 0 || int(op.Dst)+int(op.Results) > f.Regs) {
		return f.wrong(op, "defines registers outside 1..%d", f.Regs-1)
	}
	for _, r := range op.Uses {
		if r < 0 || int(r) >= f.Regs {
			return f.wrong(op, "uses register %d outside 0..%d", r, f.Regs-1)
		}
	}
	if op.Kind == Branch || op.Kind == Switch {
		if op.To < 0 || int(op.To) >= len(f.Lists) || len(f.Lists[op.To]) == 0 {
			return f.wrong(op, "has no target list")
		}
		if n := len(f.Lists[op.To]); op.Kind == Branch && n != 2 {
			return f.wrong(op, "has %d targets, want 2", n)
		}
	}
	if err := f.checkMeaning(op); err != nil {
		return err
	}
	last := int32(len(f.Ops)) - 1
	for _, t := range f.Targets(op) {
		if t < 0 || t > last {
			return f.wrong(op, "target %d outside 0..%d", t, last)
		}
	}
	if op.Handler < 0 || op.Handler > last {
		return f.wrong(op, "handler %d outside 0..%d", op.Handler, last)
	}
	if op.Falls() && op.PC == last {
		return f.wrong(op, "control runs off the end")
	}
	return nil
}

// checkMeaning reports what an operation lacks of what its kind means. A function without registers, as a trace has it,
// uses none.
func (f *Func) checkMeaning(op *Op) error {
	switch op.Kind {
	case Store:
		if len(op.Uses) == 1 {
			return f.wrong(op, "uses one register, want a base and a value; what is not in a register is 0")
		}
	case Acquire, TryAcquire, Release, Wait:
		if len(op.Uses) == 0 && f.Regs > 1 {
			return f.wrong(op, "uses no register, want that of the lock; if that is in none, use 0")
		}
	case Move, Receive:
		if len(op.Uses) == 0 && f.Regs > 1 {
			return f.wrong(op, "uses no register, want that of what it takes the value from; if that is in none, use 0")
		}
	case Call, Fork, Defer:
		if op.Callee == nil {
			return f.wrong(op, "has no Callee, want what it calls; if that is not known, one that is Open")
		}
	case Return:
		if n := len(op.Uses); n < f.Results && f.Regs > 1 {
			return f.wrong(op, "uses %d registers, want one for each of the %d results; what is not in a register is 0",
				n, f.Results)
		}
	}
	return nil
}

// checkOrder reports the first operation that does not stand where a reverse postorder has it. Then it comes after one
// from which control comes to it, and where control goes back to it all operations of the loop stand in between.
// Operations that are never reached may stand anywhere.
func (f *Func) checkOrder() error {
	n := len(f.Ops)
	reached, entered := make([]bool, n), make([]bool, n) // entered from before it
	todo, back := []int32{0}, [][2]int32(nil)
	reached[0], entered[0] = true, true
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range f.Next(pc) {
			if to > pc {
				entered[to] = true
			} else {
				back = append(back, [2]int32{pc, to})
			}
			if !reached[to] {
				reached[to] = true
				todo = append(todo, to)
			}
		}
	}
	for pc := range f.Ops {
		if reached[pc] && !entered[pc] {
			return f.wrong(&f.Ops[pc], "control comes to it from later operations only, "+
				"want the operations in reverse postorder: one from which control comes here stands before it")
		}
	}
	for _, edge := range back {
		if from, to := edge[0], edge[1]; !f.leadsForward(to, from) {
			return f.wrong(&f.Ops[from], "control goes back to op %d, from which no operations in between lead here, "+
				"want the operations in reverse postorder: only what closes a loop goes back", to)
		}
	}
	return nil
}

// leadsForward reports whether control may come from one operation to a later one, or the same, without going back.
func (f *Func) leadsForward(from, to int32) bool {
	leads := make([]bool, to-from+1)
	leads[0] = true
	for pc := from; pc < to; pc++ {
		if !leads[pc-from] {
			continue
		}
		for _, next := range f.Next(pc) {
			if next > pc && next <= to {
				leads[next-from] = true
			}
		}
	}
	return leads[to-from]
}
