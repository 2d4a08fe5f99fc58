package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
)

// writer writes the operations of one function after the other into chunks of memory.
type writer struct {
	ops   []envs.Op  // of the current function, at the end of a chunk
	chunk []envs.Op  // free space
	pool  []envs.Reg // free space
	lists [][]int32
}

func (w *writer) beginOps(estimate int) {
	if cap(w.chunk) < estimate {
		w.chunk = make([]envs.Op, 0, max(estimate+estimate/4, 4096))
	}
	w.ops = w.chunk[:0]
}

func (w *writer) endOps() {
	w.chunk = w.ops[len(w.ops):cap(w.ops)]
}

func (w *writer) emit(kind envs.Kind) *envs.Op {
	n := len(w.ops)
	if n == cap(w.ops) {
		bigger := make([]envs.Op, n, 2*n+4096)
		copy(bigger, w.ops)
		w.ops = bigger
	}
	w.ops = w.ops[:n+1]
	op := &w.ops[n]
	op.Kind = kind
	op.PC = int32(n)
	return op
}

// result emits an operation that defines v.
func (l *lowerer) result(kind envs.Kind, v ssa.Value, uses []envs.Reg) *envs.Op {
	dst := l.def(v, 1)
	op := l.emit(kind)
	op.Dst, op.Results, op.Uses = dst, 1, uses
	return op
}

// results is like result for a value that may be a tuple, of which the parts are defined; nil defines nothing.
func (l *lowerer) results(kind envs.Kind, v ssa.Value, uses []envs.Reg) *envs.Op {
	op := l.emit(kind)
	op.Uses = uses
	if v == nil {
		return op
	}
	if n := ssamap.Width(v); n > 0 {
		op.Dst, op.Results = l.def(v, n), uint16(n)
	}
	return op
}

func (w *writer) uses(n int) []envs.Reg {
	if len(w.pool)+n > cap(w.pool) {
		w.pool = make([]envs.Reg, 0, max(8192, n))
	}
	at := len(w.pool)
	w.pool = w.pool[:at+n]
	return w.pool[at : at+n : at+n]
}

// use is a list of operands.
func (w *writer) use(regs ...envs.Reg) []envs.Reg {
	u := w.uses(len(regs))
	copy(u, regs)
	return u
}

// using emits an operation with operands, and without results.
func (w *writer) using(kind envs.Kind, uses ...envs.Reg) *envs.Op {
	op := w.emit(kind)
	op.Uses = w.use(uses...)
	return op
}

// defining emits an operation that defines a register of no value.
func (w *writer) defining(kind envs.Kind, dst envs.Reg, uses ...envs.Reg) *envs.Op {
	op := w.using(kind, uses...)
	op.Dst, op.Results = dst, 1
	return op
}

// list adds a target list and gives its number.
func (w *writer) list(targets ...int32) int32 {
	w.lists = append(w.lists, slices.Clone(targets))
	return int32(len(w.lists) - 1)
}

// def is the first of the n registers that v defines.
func (l *lowerer) def(v ssa.Value, n int) envs.Reg { return l.names.Def(v, n) }

// reg is the register that holds v, 0 if v is a constant.
func (l *lowerer) reg(v ssa.Value) envs.Reg { return l.names.Reg(v) }
