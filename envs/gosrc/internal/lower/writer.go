package lower

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/ssamap"
)

// writer writes the operations of one function after the other into chunks of memory.
type writer struct {
	ops   []envs.Op  // of the current function, at the end of a chunk
	chunk []envs.Op  // free space
	pool  []envs.Reg // free space
	lists [][]int32
	ints  []int32 // free space for targets

	listSlab [][]int32
	funcSlab []envs.Func
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

func (w *writer) newFunc() *envs.Func {
	if len(w.funcSlab) == 0 {
		w.funcSlab = make([]envs.Func, 64)
	}
	f := &w.funcSlab[0]
	w.funcSlab = w.funcSlab[1:]
	return f
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

// results is like result for a value that may be a tuple, of which the parts are defined.
func (l *lowerer) results(kind envs.Kind, v ssa.Value, uses []envs.Reg) *envs.Op {
	n := ssamap.Width(v)
	op := l.emit(kind)
	op.Uses = uses
	if n > 0 {
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

func (w *writer) use1(r envs.Reg) []envs.Reg {
	u := w.uses(1)
	u[0] = r
	return u
}

func (w *writer) use2(r, s envs.Reg) []envs.Reg {
	u := w.uses(2)
	u[0], u[1] = r, s
	return u
}

func (w *writer) newLists(n int) [][]int32 {
	if len(w.listSlab) < n {
		w.listSlab = make([][]int32, max(1024, n))
	}
	a := w.listSlab[:n:n]
	w.listSlab = w.listSlab[n:]
	return a
}

// list adds a target list and gives its number.
func (w *writer) list(targets ...int32) int32 {
	n := len(targets)
	if len(w.ints)+n > cap(w.ints) {
		w.ints = make([]int32, 0, max(4096, n))
	}
	at := len(w.ints)
	w.ints = append(w.ints, targets...)
	w.lists = append(w.lists, w.ints[at:at+n:at+n])
	return int32(len(w.lists) - 1)
}

// def is the first of the n registers that v defines.
func (l *lowerer) def(v ssa.Value, n int) envs.Reg { return l.names.Def(v, n) }

// reg is the register that holds v, 0 if v is a constant.
func (l *lowerer) reg(v ssa.Value) envs.Reg { return l.names.Reg(v) }
