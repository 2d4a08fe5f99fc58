package gosrc

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// registers numbers the values of one function, in the order in which they are met.
type registers struct {
	of   table[uint32] // with flags
	next envs.Reg
}

const (
	regMask     = 1<<28 - 1
	isVar       = 1 << 30 // an Alloc that is a register
	isLocal     = 1 << 29 // an object whose address does not leave the frame
	isPublished = 1 << 28 // an Alloc whose address was used as a value
)

// reset forgets all values; the next function has about as many instructions.
func (t *registers) reset(instrs int) {
	// Of a function's values less than half need a register. Of those of the large
	// ones, which fill tables, it is far less.
	t.of.reset(min(instrs/2, 256))
	t.next = 1
}

// define gives v n new registers unless it has some. It returns the first one, with flags.
func (t *registers) define(v ssa.Value, n int) uint32 {
	r := t.of.get(address(v))
	if r == 0 {
		r = uint32(t.temp(n))
		t.of.set(address(v), r)
	}
	return r
}

// mark gives v a register and a flag.
func (t *registers) mark(v ssa.Value, flag uint32) envs.Reg {
	r := t.define(v, 1)
	t.of.set(address(v), r|flag)
	return envs.Reg(r & regMask)
}

// find is the register of v, 0 if it has none.
func (t *registers) find(v ssa.Value) envs.Reg { return envs.Reg(t.of.get(address(v)) & regMask) }

// copy is independent of t.
func (t *registers) copy() registers {
	c := *t
	c.of.entries = slices.Clone(t.of.entries)
	return c
}

// temp is the first of n registers that belong to no value.
func (t *registers) temp(n int) envs.Reg {
	r := t.next
	t.next += envs.Reg(n)
	return r
}
