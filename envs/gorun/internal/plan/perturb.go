package plan

import (
	"fmt"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/probe"
	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
)

// perturbs puts probes before operations at which it matters which thread comes first, and after those that give a lock
// back. The goroutine may be delayed there, so that others overtake it. They write nothing, and come before what other
// probes say of the operation.
func (p *plan) perturbs() {
	for b := range p.reached() {
		for _, in := range b.Instrs {
			if s, ok := in.(*ssa.Select); ok {
				if p.selected[s] != nil {
					p.delays(in, p.m.Instr(in).Lo, false)
				}
				continue
			}
			for op := range p.ops(in) {
				if ordering(op) {
					p.delays(in, op.PC, op.Kind == envs.Release)
					break
				}
			}
		}
	}
}

// ordering reports whether it may matter before or after which operations of others one is executed, though all of them
// are ordered.
func ordering(op *envs.Op) bool {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Notify, envs.Fork, envs.Join, envs.Send,
		envs.Receive, envs.Close:
		return !op.Is(envs.Chosen)
	case envs.Atomic, envs.Load, envs.Store:
		return op.Is(envs.Volatile) && !op.Is(envs.Local)
	case envs.Call:
		return op.Callee != nil && op.Callee.FullName() == "(*sync.WaitGroup).Add" || ofMap(op)
	}
	return false
}

// delays puts a probe before an instruction, or after it.
func (p *plan) delays(in ssa.Instruction, pc int32, after bool) {
	p.delayed = append(p.delayed, pc)
	text := func(_ *prober, c *regen.Cursor) string {
		return fmt.Sprintf("%s.Perturb(%d, %d)", c.Import(probe.ImportPath), p.id, pc)
	}
	if after {
		p.after[in] = append(p.after[in], text)
	} else {
		p.before[in] = slices.Insert(p.before[in], 0, statement(text))
	}
}

// Delayed yields the operations before or after which goroutines may be delayed.
func (p *Plans) Delayed() iter.Seq[envs.Point] {
	return func(yield func(envs.Point) bool) {
		for id, f := range p.funcs {
			for _, pc := range f.delayed {
				if !yield(envs.At(id, pc)) {
					return
				}
			}
		}
	}
}
