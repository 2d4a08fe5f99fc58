// Package walk goes through the instructions, blocks and edges of functions of go/ssa.
package walk

import (
	"iter"

	"golang.org/x/tools/go/ssa"
)

// Instrs are the instructions of a function, block by block.
func Instrs(fn *ssa.Function) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if !yield(in) {
					return
				}
			}
		}
	}
}

// Returns are the return instructions of a function.
func Returns(fn *ssa.Function) iter.Seq[*ssa.Return] {
	return func(yield func(*ssa.Return) bool) {
		for _, b := range fn.Blocks {
			if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !yield(r) {
				return
			}
		}
	}
}

// Bound are the variables that a closure has captured and that are bound to v.
func Bound(c *ssa.MakeClosure, v ssa.Value) iter.Seq[*ssa.FreeVar] {
	return func(yield func(*ssa.FreeVar) bool) {
		for i, b := range c.Bindings {
			if b == v && !yield(c.Fn.(*ssa.Function).FreeVars[i]) {
				return
			}
		}
	}
}

// Operands are the values that an instruction has as operands, in their order; some may be nil.
func Operands(in ssa.Instruction) iter.Seq[ssa.Value] {
	return func(yield func(ssa.Value) bool) {
		var buf [8]*ssa.Value
		for _, op := range in.Operands(buf[:0]) {
			if !yield(*op) {
				return
			}
		}
	}
}

// Any reports whether something is so of an element.
func Any[T any](all iter.Seq[T], is func(T) bool) bool {
	for v := range all {
		if is(v) {
			return true
		}
	}
	return false
}
