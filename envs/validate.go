package envs

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// Validate holds a program, and runs of it, to what this package demands of them. It is for the tests of those who
// write an environment, and for those who open a program of an unknown environment. The error joins what is wrong: each
// names the function and the operation, or the event, and says what was expected. If the program is wrong, no run is
// looked at. Of each run the first thing that is wrong is told.
//
// The program is held to this:
//
//   - It is comparable. Roots, Knows and IDs are as they should be. No method panics.
//   - Each function passes (*Func).Check.
//   - The callees of an operation are there, and get their arguments.
//   - The Loc of an operation is the only one of its name. Its paths begin where the function has something.
//   - Each operation has a file, a line and a column.
//   - Each operation has a Detail. It speaks of registers of the function, and of what the operation defines.
//
// A run is held to this:
//
//   - A Fork starts a thread, or it starts as Knowledge.Start and Roots say. It ends once.
//   - The operation that a frame is at calls the function that is entered.
//   - Operations come in an order that control may take.
//   - Locks are free when they are taken.
//   - A check that fails has values for which it does.
//
// Two Locs of one name are refused, but for variables of frames. So are programs of Go in which types share names of
// fields. Types without a name may do so, and types that two functions declare.
//
// It cannot know whether a program says what its source means, nor whether a run tells of all that orders threads
// (Signal, Observe). A thread that nobody forks is right if any thread may execute the function that it enters. That is
// so of roots, unless Knowledge.Start names the main functions. A lock that a thread takes twice is right if the
// operation is Reentrant, and control may come to it twice.
//
// A program that is Recorded grows while its runs are read. Nothing but its runs is looked at, and not where control
// goes in them, nor whether a thread has ended that was waited for. A run that leaves out what nobody has to see
// (dataflow.Watch) is none for Validate.
func Validate(prog Program, runs ...Run) error {
	v := &validator{prog: prog, locs: map[locKey]*Loc{}, firsts: map[locKey]string{}}
	if prog == nil {
		return errors.New("the program is nil")
	}
	if v.ask("the program", func() { v.program() }); len(v.errs) > 0 {
		return errors.Join(v.errs...)
	}
	for i, r := range runs {
		if err := v.run(r); err != nil {
			if len(runs) > 1 {
				err = fmt.Errorf("run %d of %d: %w", i+1, len(runs), err)
			}
			v.errs = append(v.errs, err)
		}
	}
	return errors.Join(v.errs...)
}

// maxInvalid is how many things are told that are wrong with one program.
const maxInvalid = 20

// A validator collects what is wrong with a program.
type validator struct {
	prog   Program
	knows  *Knowledge
	roots  []FuncID
	main   []FuncID // nil if it is not known where execution starts
	others []FuncID // roots that threads may execute that nobody sees
	locs   map[locKey]*Loc
	firsts map[locKey]string // where each was found first
	errs   []error
}

type locKey struct {
	class LocClass
	name  string
}

func (v *validator) wrong(format string, args ...any) {
	switch len(v.errs) {
	case maxInvalid:
		v.errs = append(v.errs, errors.New("and more of this"))
	case maxInvalid + 1:
	default:
		v.errs = append(v.errs, fmt.Errorf(format, args...))
	}
}

// at says what is wrong with an operation.
func (v *validator) at(fn *Func, op *Op, format string, args ...any) {
	v.wrong("%w", fn.wrong(op, format, args...))
}

// ask asks the program something, which must not panic.
func (v *validator) ask(where string, f func()) {
	defer func() {
		if p := recover(); p != nil {
			v.wrong("%s: a method of %T panics: %v", where, v.prog, p)
		}
	}()
	f()
}

func (v *validator) program() {
	if !reflect.TypeOf(v.prog).Comparable() {
		v.wrong("%T is not comparable, want a Program that can be a key of a map, such as a pointer", v.prog)
	}
	if v.knows = v.prog.Knows(); v.knows == nil {
		v.wrong("Knows of %T gives nil, want a Knowledge, which may be empty: &envs.Knowledge{}", v.prog)
		return
	}
	if v.knows.Recorded {
		return
	}
	n := v.prog.NumFuncs()
	for id := range FuncID(n) {
		if fn := v.prog.Func(id); fn != nil && fn.ID != id {
			v.wrong("%s: Func(%d) has the ID %d, want %d: the number by which the program gives it", fn.Name, id, fn.ID, id)
		}
	}
	v.roots = v.prog.Roots()
	if len(v.roots) == 0 && n > 0 {
		v.wrong("Roots of %T gives none, so that nothing is looked at: want the functions that something outside may call "+
			"or start, such as main", v.prog)
	}
	v.listed("Roots", v.roots)
	if v.knows.Start != nil {
		v.main, v.others, _ = v.knows.Start()
		v.started("main", v.main)
		v.started("others", v.others)
		if isRoot := func(id FuncID) bool { return slices.Contains(v.roots, id) }; len(v.main) > 0 &&
			!slices.ContainsFunc(v.main, isRoot) {
			v.wrong("Knowledge.Start: none of the main functions is a root, want it among Roots")
		}
	}
	if len(v.errs) > 0 {
		return // functions cannot be found by their numbers
	}
	for id := range FuncID(n) {
		if fn := v.prog.Func(id); fn != nil {
			v.function(fn)
		}
	}
}

// listed holds a list of functions to be in ascending order.
func (v *validator) listed(what string, ids []FuncID) {
	for i, id := range ids {
		switch {
		case id < 0 || int(id) >= v.prog.NumFuncs():
			v.wrong("%s: there is no function %d, want numbers from 0 to %d", what, id, v.prog.NumFuncs()-1)
		case v.prog.Func(id) == nil:
			v.wrong("%s: of function %d the program knows the name only, want one that it has", what, id)
		case i > 0 && id <= ids[i-1]:
			v.wrong("%s: function %d comes after %d, want ascending order, each once", what, id, ids[i-1])
		}
	}
}

// has reports whether the program has the operations of a function.
func (v *validator) has(id FuncID) bool {
	return id >= 0 && int(id) < v.prog.NumFuncs() && v.prog.Func(id) != nil
}

// started holds functions with which threads start to be there.
func (v *validator) started(part string, ids []FuncID) {
	for _, id := range ids {
		if !v.has(id) {
			v.wrong("Knowledge.Start: function %d is one of %s, but the program does not have it", id, part)
		}
	}
}

func (v *validator) function(fn *Func) {
	if err := fn.Check(); err != nil {
		v.wrong("%w", err)
		return
	}
	if c := fn.Contract; c != nil {
		for _, g := range slices.Concat(c.Requires, c.Acquires, c.Releases, c.Excludes) {
			v.path(fn, nil, "what is declared of it names", g.Path)
		}
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		v.ask(fmt.Sprintf("%s: op %d (%s)", fn.Name, op.PC, op), func() { v.operation(fn, op) })
	}
}

func (v *validator) operation(fn *Func, op *Op) {
	p, k := At(fn.ID, op.PC), v.knows
	if pos := v.prog.Position(p); pos.File == "" || pos.Line < 1 || pos.Col < 1 {
		v.at(fn, op, "its Position is %s, want a file, and a line and a column from 1 on; one without a place of its own "+
			"has that of its neighbours", pos)
	}
	v.loc(fn, op, op.Loc)
	v.path(fn, op, "its Path starts", op.Path)
	if op.Path != nil && op.Path.Text == "" {
		v.at(fn, op, "its Path has no Text, want what people call the lock")
	}
	if op.Callee != nil {
		v.callee(fn, op)
	}
	if d := v.prog.Detail(p); d == nil {
		v.at(fn, op, "its Detail is nil, want NoDetail if there is nothing to say")
	} else {
		v.detail(fn, op, d)
	}
	switch op.Kind {
	case Load, Store, Atomic:
		if k.Around != nil {
			v.loc(fn, op, k.Around(p))
		}
		v.path(fn, op, "Knowledge.Base starts", k.BaseAt(p))
	case Send, Receive, Close:
		v.path(fn, op, "Knowledge.Base starts", k.BaseAt(p))
	case Call, Fork, Join:
		if k.Group != nil {
			if r, _ := k.Group(p); r < 0 || r != 0 && int(r) >= fn.Regs {
				v.at(fn, op, "Knowledge.Group is register %d outside 0..%d", r, fn.Regs-1)
			}
		}
	}
}

// loc holds the Locs of a name to be one. Two variables of frames may have one name.
func (v *validator) loc(fn *Func, op *Op, l *Loc) {
	if l == nil {
		return
	}
	if l.Name == "" {
		v.at(fn, op, "its Loc has no Name, want one: memory without a name has no Loc")
		return
	}
	if l.Class == Cell && l.Variable {
		return
	}
	key := locKey{l.Class, l.Name}
	switch v.locs[key] {
	case l:
	case nil:
		v.locs[key], v.firsts[key] = l, fmt.Sprintf("%s: op %d", fn.Name, op.PC)
	default:
		v.at(fn, op, "its Loc is another pointer than that of %s, which has the same Class and Name (%s): want one Loc "+
			"for each class of memory, which the program keeps by its name", v.firsts[key], l.Name)
	}
}

// path holds a name that a frame of the function has for something to its rules. The operation is nil at what is
// declared of the function.
func (v *validator) path(fn *Func, op *Op, what string, p *Path) {
	if p == nil {
		return
	}
	wrong := ""
	switch {
	case p.Root == AtReg && op == nil:
		wrong = "at a register, want a parameter or a global"
	case p.Root == AtReg && (p.Reg <= 0 || int(p.Reg) >= fn.Regs):
		wrong = fmt.Sprintf("at register %d outside 1..%d", p.Reg, fn.Regs-1)
	case p.Root == AtParam && (p.Reg < 0 || int(p.Reg) >= len(fn.Params)):
		wrong = fmt.Sprintf("at parameter %d, want less than %d: they are counted from 0", p.Reg, len(fn.Params))
	case p.Root == AtGlobal && p.Global == "":
		wrong = "at a global without a name, want Global"
	case p.Root > AtGlobal:
		wrong = fmt.Sprintf("at a Root %d, which is none", p.Root)
	}
	switch {
	case wrong == "":
	case op == nil:
		v.wrong("%s: %s a path that starts %s", fn.Name, what, wrong)
	default:
		v.at(fn, op, "%s %s", what, wrong)
	}
}

// callee holds what an operation calls to what it is said to be.
func (v *validator) callee(fn *Func, op *Op) {
	c := op.Callee
	for i, id := range c.Funcs {
		switch {
		case id < 0 || int(id) >= v.prog.NumFuncs():
			v.at(fn, op, "its Callee lists function %d, want numbers from 0 to %d", id, v.prog.NumFuncs()-1)
			return
		case i > 0 && id <= c.Funcs[i-1]:
			v.at(fn, op, "its Callee lists function %d after %d, want ascending order, each once", id, c.Funcs[i-1])
		}
		if called := v.prog.Func(id); called != nil {
			v.passes(fn, op, called)
		}
	}
	if op.Kind == Call && len(c.Funcs) == 0 && !c.Open {
		v.at(fn, op, "its Callee lists no function and is not Open, so that no path goes on behind it: want Open if it "+
			"calls what the program does not know, and a Throw if nothing comes back")
	}
	for _, p := range c.Args {
		v.path(fn, op, "Callee.Args has a path that starts", p)
	}
}

// passes holds a call of a function to give it what it takes. Without registers, as in a trace, nothing is passed.
func (v *validator) passes(fn *Func, op *Op, called *Func) {
	if fn.Regs <= 1 {
		return
	}
	first, params := op.Callee.FirstArg, len(called.Params)
	if first < 0 || len(op.Uses) < first+params {
		v.at(fn, op, "uses %d registers, want %d and then one for each of the %d parameters of %s; what is not in a "+
			"register is 0", len(op.Uses), first, params, called.Name)
	}
	if op.Kind == Call && int(op.Results) > called.Results {
		v.at(fn, op, "defines %d registers, but %s has %d results (Func.Results)", op.Results, called.Name, called.Results)
	}
}
