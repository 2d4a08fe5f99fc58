package ssamap

import (
	"go/types"
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

func Width(v ssa.Value) int {
	if t, ok := v.Type().(*types.Tuple); ok {
		return t.Len()
	}
	return 1
}

// A Span is the operations Lo, Lo+1 … Hi-1.
type Span struct{ Lo, Hi int32 }

// Empty reports that there is no operation in the span.
func (s Span) Empty() bool { return s.Lo >= s.Hi }

type edge struct{ block, succ int32 }

// A Map relates a function's SSA to its operations.
type Map struct {
	SSA  *ssa.Function
	Func *envs.Func

	src      []ssa.Instruction
	blocks   []int32
	instrs   map[ssa.Instruction]Span
	edges    map[edge]Span
	deferred map[[2]ssa.Instruction]Span
	regs     Registers
	hidden   bool // see envs.Detail
}

// Values are the parameters, free variables and computed values of the function, in the order of the source.
func (m *Map) Values() iter.Seq[ssa.Value] {
	return func(yield func(ssa.Value) bool) {
		for _, v := range m.SSA.Params {
			if !yield(v) {
				return
			}
		}
		for _, v := range m.SSA.FreeVars {
			if !yield(v) {
				return
			}
		}
		for in := range walk.Instrs(m.SSA) {
			if v, ok := in.(ssa.Value); ok && !yield(v) {
				return
			}
		}
	}
}

// Hidden reports whether the function returns what its Return operations do not tell of; see envs.Detail.
func (m *Map) Hidden() bool { return m.hidden }

// Block is the index of the first operation of a block, or, if the block has none, of what is executed after it. It is
// -1 if the block cannot be reached.
func (m *Map) Block(b *ssa.BasicBlock) int32 { return m.blocks[b.Index] }

// Instr is what an instruction was lowered to. The moves for the phis of the next block come before the operation of
// a Jump and are part of its span.
func (m *Map) Instr(i ssa.Instruction) Span { return m.instrs[i] }

// Source is the instruction that the operation at pc was made for, nil if it was made for none.
func (m *Map) Source(pc int32) ssa.Instruction {
	if int(pc) < len(m.src) {
		return m.src[pc]
	}
	return nil
}

// Edge is the moves that stand for the phis on the edge from b to its succ-th successor, without the jump that may
// follow them.
func (m *Map) Edge(b *ssa.BasicBlock, succ int) Span {
	return m.edges[edge{int32(b.Index), int32(succ)}]
}

// Deferred is what runs d at an exit, which is a RunDefers, or a Return that lacks one.
func (m *Map) Deferred(exit ssa.Instruction, d *ssa.Defer) Span {
	return m.deferred[[2]ssa.Instruction{exit, d}]
}

// Reg is the register of a value, the first one of a tuple's; 0 if it is a constant or has none.
func (m *Map) Reg(v ssa.Value) envs.Reg {
	switch x := v.(type) {
	case nil, *ssa.Const, *ssa.Function, *ssa.Builtin, *ssa.Global:
		return 0
	case *ssa.Extract:
		if r := m.regs.find(x.Tuple); r != 0 {
			return r + envs.Reg(x.Index)
		}
		return 0
	}
	return m.regs.find(v)
}
