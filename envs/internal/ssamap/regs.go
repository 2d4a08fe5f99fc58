package ssamap

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/internal/addrmap"
)

// Registers numbers the values of one function, in the order in which they are met.
type Registers struct {
	of   addrmap.Map[uint32] // with flags
	Next envs.Reg
}

const (
	RegMask     = 1<<28 - 1
	IsVar       = 1 << 30 // an Alloc that is a register
	IsLocal     = 1 << 29 // an object whose address does not leave the frame
	IsPublished = 1 << 28 // an Alloc whose address was used as a value
)

// Reset forgets all values; the next function has about as many instructions.
func (t *Registers) Reset(instrs int) {
	// Of a function's values less than half need a register. Of those of the large ones, which fill tables, it is far
	// less.
	t.of.Reset(min(instrs/2, 256))
	t.Next = 1
}

// Define gives v n new registers unless it has some. It returns the first one, with flags.
func (t *Registers) Define(v ssa.Value, n int) uint32 {
	r := t.of.Get(addrmap.Value(v))
	if r == 0 {
		r = uint32(t.Temp(n))
		t.of.Set(addrmap.Value(v), r)
	}
	return r
}

// Mark gives v a register and a flag.
func (t *Registers) Mark(v ssa.Value, flag uint32) envs.Reg {
	r := t.Define(v, 1)
	t.of.Set(addrmap.Value(v), r|flag)
	return envs.Reg(r & RegMask)
}

// find is the register of v, 0 if it has none.
func (t *Registers) find(v ssa.Value) envs.Reg { return envs.Reg(t.of.Get(addrmap.Value(v)) & RegMask) }

// copy is independent of t.
func (t *Registers) copy() Registers {
	c := *t
	c.of = t.of.Clone()
	return c
}

// Temp is the first of n registers that belong to no value.
func (t *Registers) Temp(n int) envs.Reg {
	r := t.Next
	t.Next += envs.Reg(n)
	return r
}
