package plan

import (
	"golang.org/x/tools/go/ssa"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// callsOf counts the operations of a function that call a function, by callee.
func callsOf(fn *envs.Func) map[envs.FuncID]int {
	calls := map[envs.FuncID]int{}
	for i := range fn.Ops {
		if op := &fn.Ops[i]; op.Kind == envs.Call && op.Callee != nil {
			for _, f := range op.Callee.Funcs {
				calls[f]++
			}
		}
	}
	return calls
}

// several reports whether another operation may call the same function, so that only a record distinguishes the two.
func (p *plan) several(op *envs.Op) bool {
	return slices.ContainsFunc(op.Callee.Funcs, func(f envs.FuncID) bool { return p.calls[f] > 1 })
}

// unnamed puts a probe before an operation that is selected though no record names what it is about.
func (p *plan) unnamed(in ssa.Instruction) {
	switch in.(type) {
	case *ssa.UnOp, *ssa.Store, *ssa.Send, *ssa.Call, *ssa.MapUpdate, *ssa.Lookup:
	default:
		return // what a select does, and what was deferred, is not executed in order
	}
	for op := range p.ops(in) {
		switch op.Kind {
		case envs.Call, envs.Return, envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Fork:
			continue // they have records, or it is clear from others that they are executed
		}
		if !p.Recorded[op.PC] && p.opts.Selects(p.m.Func, op, false) {
			p.before[in] = append(p.before[in], at(op.PC))
			p.Recorded[op.PC] = true
		}
	}
}

// leave notes where the frame begins to run what it deferred, which has a record.
func (p *plan) leave(in ssa.Instruction) {
	if _, ok := in.(*ssa.RunDefers); !ok {
		return
	}
	s, last := p.m.Instr(in), in.Block().Instrs[len(in.Block().Instrs)-1]
	if ret, ok := last.(*ssa.Return); ok && !s.Empty() {
		if p.leaves == nil {
			p.leaves, p.Deferred = map[*ssa.Return]int32{}, map[int32]bool{}
		}
		p.leaves[ret] = s.Lo
		for pc := s.Lo; pc < s.Hi; pc++ {
			p.Deferred[pc] = p.m.Func.Ops[pc].Kind == envs.Call
		}
		p.Recorded[s.Lo] = !p.comesBack(s.Lo) // control may come back there, and the frame says nothing then
	}
}
