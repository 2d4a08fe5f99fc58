package ir

import "github.com/seed38182bad/parallax/envs"

// start is main, and the main thread is alone unless there are other roots.
func (p *Program) start() (main, others []envs.FuncID, alone bool) {
	for _, id := range p.roots {
		if id != p.main {
			others = append(others, id)
		}
	}
	return []envs.FuncID{p.main}, others, len(others) == 0
}

// ends reports whether a function is main.
func (p *Program) ends(f envs.FuncID) bool { return f == p.main }

// mayRefer reports whether an operation may define or store an object: arithmetic does
// not, and constants are none.
func (p *Program) mayRefer(pt envs.Point) bool {
	in := &p.funcs[pt.Func()].insts[pt.PC()]
	switch opcodes[in.code].kind {
	case envs.Compute, envs.TryAcquire, envs.Fork:
		return false
	case envs.Store:
		return in.c > 0 || p.consts[-in.c].ref > 0
	}
	return true
}

// makes reports whether an operation defines a number, or nil.
func (p *Program) makes(pt envs.Point) bool {
	in := &p.funcs[pt.Func()].insts[pt.PC()]
	return (in.code == oConst || in.code == oMove) && p.isNone(in.a)
}

// returnsNone reports whether result i of a return is a number, or nil.
func (p *Program) returnsNone(pt envs.Point, i int) bool {
	in := &p.funcs[pt.Func()].insts[pt.PC()]
	return in.code == oReturn && i < len(in.args) && p.isNone(in.args[i])
}

func (p *Program) isNone(a operand) bool { return a <= 0 && p.consts[-a].ref <= 0 }
