package trace

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A Program is what a trace says of the program that was run. It grows while the trace
// is read; the package comment says what holds of it.
type Program struct {
	funcs   []*function
	roots   []envs.FuncID
	threads map[envs.Thread]string // their names

	knows envs.Knowledge
}

func newProgram() *Program {
	p := &Program{}
	p.knows = envs.Knowledge{Recorded: true, Base: p.base}
	return p
}

// function is a function with what the trace says of its operations.
type function struct {
	envs.Func
	at    place
	sites []site // by index of the operation
}

// site is where an operation lies, and the name of the object that it accesses.
type site struct {
	known bool
	at    place
	base  *envs.Path
}

// place is a position. One without a column is a number that stands for a place, as STD
// has them.
type place struct {
	file      string
	line, col int32
}

func (p place) position() envs.Position {
	return envs.Position{File: p.file, Line: max(int(p.line), 1), Col: max(int(p.col), 1)}
}

// Knows is what the trace knows. It is Recorded, since it has no paths but those of its runs. It is Sequenced if it has
// events of accesses in the order in which they were made, as far as it was read. A text has, and so has a recorded
// trace of a program that has.
func (p *Program) Knows() *envs.Knowledge { return &p.knows }

// NumFuncs is the number of functions so far.
func (p *Program) NumFuncs() int { return len(p.funcs) }

// Func returns a function, or nil if the trace has not defined it.
func (p *Program) Func(id envs.FuncID) *envs.Func {
	if f := p.function(id); f != nil {
		return &f.Func
	}
	return nil
}

func (p *Program) function(id envs.FuncID) *function {
	if id < 0 || int(id) >= len(p.funcs) {
		return nil
	}
	return p.funcs[id]
}

// Roots are the functions in which threads start.
func (p *Program) Roots() []envs.FuncID { return p.roots }

// Position is the position of an operation, or of its function if the trace does not define the operation.
func (p *Program) Position(at envs.Point) envs.Position {
	return p.place(at).position()
}

func (p *Program) place(at envs.Point) place {
	f := p.function(at.Func())
	if f == nil {
		return place{}
	}
	if s := f.site(at.PC()); s != nil {
		return s.at
	}
	return f.at
}

// base is the name of the object that an operation accesses, if the trace has it.
func (p *Program) base(at envs.Point) *envs.Path {
	if f := p.function(at.Func()); f != nil {
		if s := f.site(at.PC()); s != nil {
			return s.base
		}
	}
	return nil
}

func (f *function) site(pc int32) *site {
	if pc < 0 || int(pc) >= len(f.sites) || !f.sites[pc].known {
		return nil
	}
	return &f.sites[pc]
}

// Detail is envs.NoDetail: a trace has no values.
func (p *Program) Detail(envs.Point) *envs.Detail { return envs.NoDetail }

// ThreadName is the name of a thread of the run that is being read, empty if it has none.
func (p *Program) ThreadName(t envs.Thread) string { return p.threads[t] }

func (p *Program) nameThread(t envs.Thread, name string) {
	if p.threads == nil {
		p.threads = map[envs.Thread]string{}
	}
	p.threads[t] = name
}

func (p *Program) addRoot(id envs.FuncID) {
	p.roots = append(p.roots, id)
	slices.Sort(p.roots)
}

// addFunc adds the function with the given number, which the program does not have.
func (p *Program) addFunc(f *function) *function {
	for int(f.ID) >= len(p.funcs) {
		p.funcs = append(p.funcs, nil)
	}
	p.funcs[f.ID] = f
	return f
}

// addOp adds an operation at index op.PC. Those before it that are not known do
// nothing.
func (f *function) addOp(op envs.Op, s site) {
	for int32(len(f.Ops)) <= op.PC {
		f.Ops = append(f.Ops, envs.Op{PC: int32(len(f.Ops))})
		f.sites = append(f.sites, site{})
	}
	s.known = true
	f.Ops[op.PC], f.sites[op.PC] = op, s
}

var _ envs.Program = (*Program)(nil)
