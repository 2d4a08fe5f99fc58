package wire

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A Branch without operands before what a Defer wrote out has no record. Which way it goes is known from the way that
// came there: through the Defer or not. So a frame that has executed such Defers has plans of its own, in a code of its
// own.
type defers struct {
	begins map[int32]uint64 // Defer -> its bit
	before map[int32]uint64 // Branch -> the bit of the Defer of which it skips the operations
	codes  map[uint64]*code // by the bits of the Defers that were executed, and that may have been
}

const (
	maxDefer = 31 // the highest number that has a bit
	maybe    = 32 // the bit of a Defer that may have been executed is so much higher
	unsure   = 1<<64 - 1<<maybe
)

// findDefers is nil if there is no such Branch. One that comes back, as for a Defer in a loop, is none.
func findDefers(fn *envs.Func) *defers {
	d := &defers{map[int32]uint64{}, map[int32]uint64{}, map[uint64]*code{}}
	for i := range fn.Ops {
		if op := &fn.Ops[i]; op.Kind == envs.Defer && op.Deferred > 0 && op.Deferred <= maxDefer {
			d.begins[op.PC] = 1 << op.Deferred
		}
	}
	bits := uint64(0)
	for _, b := range d.begins {
		bits |= b
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Kind != envs.Branch || len(op.Uses) > 0 || i+1 == len(fn.Ops) {
			continue
		}
		first, to := &fn.Ops[i+1], fn.Targets(op)
		bit := uint64(1) << (first.Deferred & 63)
		known := first.Deferred != 0 && first.Deferred <= maxDefer && bits&bit != 0
		if !known || len(to) != 2 || to[0] != op.PC+1 || to[1] <= to[0] {
			continue
		}
		if end := &fn.Ops[to[1]-1]; end.Kind != envs.Jump || end.To != op.PC {
			d.before[op.PC] = bit
		}
	}
	if len(d.before) == 0 {
		return nil
	}
	return d
}

// with is the code of a frame that has executed Defers, or may have.
func (c *code) with(began uint64) *code {
	if c.defers == nil || began == c.began {
		return c
	}
	if v := c.defers.codes[began]; v != nil {
		return v
	}
	v := &code{
		fn: c.fn, opts: c.opts, records: c.records, keep: c.keep, emitting: c.emitting, n: c.n,
		plans: map[uint64]*plan{}, defers: c.defers, began: began,
	}
	c.defers.codes[began] = v
	return v
}

// all is the code and those of frames that have executed Defers.
func (c *code) all() []*code {
	if c.defers == nil {
		return []*code{c}
	}
	return slices.Collect(maps.Values(c.defers.codes))
}

// begun are the Defers on the way of a plan.
func (c *code) begun(p *plan) (bits uint64) {
	if c.defers == nil {
		return 0
	}
	for at, bit := range c.defers.begins {
		if at == p.last || slices.ContainsFunc(p.steps, func(s span) bool { return s.from <= at && at < s.to }) {
			bits |= bit
		}
	}
	return bits
}

// ways are the targets of an operation that a search has come to, without those that are known not to be taken.
func (c *code) ways(op *envs.Op) []int32 {
	to := c.fn.Targets(op)
	if c.defers == nil {
		return to
	}
	bit := c.defers.before[op.PC]
	switch {
	case bit == 0:
	case c.began&bit != 0 || c.through(op.PC, bit):
		return to[:1]
	case c.began>>maybe&bit != 0:
	default:
		return to[1:]
	}
	return to
}

// through reports whether the way to an operation leads through a Defer.
func (c *code) through(at int32, bit uint64) bool {
	for ; c.seen[at] > 0; at = c.seen[at] - 1 {
		if c.defers.begins[at] == bit {
			return true
		}
	}
	return c.defers.begins[at] == bit
}

// ahead are the Defers that a frame may have executed since the last record when it is at an operation.
func (c *code) ahead(pc int32) (bits uint64) {
	if c.defers == nil {
		return 0
	}
	seen := map[int32]bool{}
	var visit func(at int32)
	visit = func(at int32) {
		for int(at) < len(c.fn.Ops) && !seen[at] {
			seen[at] = true
			op := &c.fn.Ops[at]
			if bits |= c.defers.begins[at]; c.lockRecorded(op) {
				return
			}
			if op.Kind == envs.Branch && len(op.Uses) > 0 || op.Kind == envs.Switch {
				return
			}
			for _, t := range c.fn.Targets(op) {
				visit(t)
			}
			if !op.Falls() {
				return
			}
			at++
		}
	}
	visit(pc)
	return bits
}
