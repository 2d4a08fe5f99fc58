package gosrc

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/ssamap"
)

func (l *lowerer) beginOps(estimate int) {
	if cap(l.chunk) < estimate {
		l.chunk = make([]envs.Op, 0, max(estimate+estimate/4, 4096))
	}
	l.ops = l.chunk[:0]
}

func (l *lowerer) endOps() {
	l.chunk = l.ops[len(l.ops):cap(l.ops)]
}

func (l *lowerer) newFunc() *envs.Func {
	if len(l.funcSlab) == 0 {
		l.funcSlab = make([]envs.Func, 64)
	}
	f := &l.funcSlab[0]
	l.funcSlab = l.funcSlab[1:]
	return f
}

func (l *lowerer) emit(kind envs.Kind) *envs.Op {
	n := len(l.ops)
	if n == cap(l.ops) {
		bigger := make([]envs.Op, n, 2*n+4096)
		copy(bigger, l.ops)
		l.ops = bigger
	}
	l.ops = l.ops[:n+1]
	op := &l.ops[n]
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

// results is like result for a value that may be a tuple, of which the parts are
// defined.
func (l *lowerer) results(kind envs.Kind, v ssa.Value, uses []envs.Reg) *envs.Op {
	n := ssamap.Width(v)
	op := l.emit(kind)
	op.Uses = uses
	if n > 0 {
		op.Dst, op.Results = l.def(v, n), uint16(n)
	}
	return op
}

func (l *lowerer) uses(n int) []envs.Reg {
	if len(l.pool)+n > cap(l.pool) {
		l.pool = make([]envs.Reg, 0, max(8192, n))
	}
	at := len(l.pool)
	l.pool = l.pool[:at+n]
	return l.pool[at : at+n : at+n]
}

func (l *lowerer) use1(r envs.Reg) []envs.Reg {
	u := l.uses(1)
	u[0] = r
	return u
}

func (l *lowerer) use2(r, s envs.Reg) []envs.Reg {
	u := l.uses(2)
	u[0], u[1] = r, s
	return u
}

func (l *lowerer) newLists(n int) [][]int32 {
	if len(l.listSlab) < n {
		l.listSlab = make([][]int32, max(1024, n))
	}
	a := l.listSlab[:n:n]
	l.listSlab = l.listSlab[n:]
	return a
}

// list adds a target list and gives its number.
func (l *lowerer) list(targets ...int32) int32 {
	n := len(targets)
	if len(l.ints)+n > cap(l.ints) {
		l.ints = make([]int32, 0, max(4096, n))
	}
	at := len(l.ints)
	l.ints = append(l.ints, targets...)
	l.lists = append(l.lists, l.ints[at:at+n:at+n])
	return int32(len(l.lists) - 1)
}

// def is the first of the n registers that v defines.
func (l *lowerer) def(v ssa.Value, n int) envs.Reg { return l.names.Def(v, n) }

// reg is the register that holds v, 0 if v is a constant.
func (l *lowerer) reg(v ssa.Value) envs.Reg { return l.names.Reg(v) }
