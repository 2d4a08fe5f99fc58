package ir

import "github.com/seed38182bad/parallax/envs"

// Start is main, and the main thread is alone unless there are other roots.
func (p *Program) Start() (main []envs.FuncID, alone bool) {
	return []envs.FuncID{p.main}, len(p.roots) == 1
}

// MayRefer reports whether an operation may define an object: arithmetic does not.
func (p *Program) MayRefer(pt envs.Point) bool {
	switch kindOf[p.funcs[pt.Func()].insts[pt.PC()].code] {
	case envs.Compute, envs.TryAcquire, envs.Fork:
		return false
	}
	return true
}

var (
	_ envs.Started = (*Program)(nil)
	_ envs.Typed   = (*Program)(nil)
)
