package ir

import "github.com/seed38182bad/parallax/envs"

// Start is main, and the main thread is alone unless there are other roots.
func (p *Program) Start() (main, others []envs.FuncID, alone bool) {
	for _, id := range p.roots {
		if id != p.main {
			others = append(others, id)
		}
	}
	return []envs.FuncID{p.main}, others, len(others) == 0
}

// MayRefer reports whether an operation may define or store an object: arithmetic does
// not, and constants are none.
func (p *Program) MayRefer(pt envs.Point) bool {
	in := &p.funcs[pt.Func()].insts[pt.PC()]
	switch kindOf[in.code] {
	case envs.Compute, envs.TryAcquire, envs.Fork:
		return false
	case envs.Store:
		return in.c > 0 || p.consts[-in.c].ref > 0
	}
	return true
}

var (
	_ envs.Started = (*Program)(nil)
	_ envs.Typed   = (*Program)(nil)
)
