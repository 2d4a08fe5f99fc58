package wire

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// fault emits the failure of a check. The frame goes on to the operation, if it is on the straight way there.
func (d *Decoder) fault(t *decoding, f *frame, pc int32, words []uint64) {
	fn := f.code.fn
	if uint32(pc) >= uint32(len(fn.Ops)) {
		d.problem(fmt.Errorf("goroutine %d: %s: a fault of op %d, which the function does not have", t.goid, fn.Name, pc))
		return
	}
	checks := d.opts.prog.Detail(envs.At(fn.ID, pc)).Checks
	if words[0] >= uint64(len(checks)) {
		d.problem(fmt.Errorf("goroutine %d: %s: a fault of check %d of op %d (%s), which has %d",
			t.goid, fn.Name, words[0], pc, &fn.Ops[pc], len(checks)))
		return
	}
	if f.pc != pc {
		if p := f.code.search(f.pc, goal{reach, pc}, false, true, false); p.ok {
			d.walk(t, f, f.code.ready(p, false), 0, false)
		}
	}
	terms := checks[words[0]].Terms()
	values := make([]machine.Value, len(terms))
	for i, term := range terms {
		if i < MaxTerms && term.Int() {
			values[i] = term.Kind.Bitwise(words[1+i])
		}
	}
	if checks[words[0]].Kind.Throws() {
		if f.fault != pc+1 {
			f.code.n[pc]++ // no step follows
		}
		f.fault = pc + 1
	}
	d.emitEntries(t)
	d.emit(envs.Event{Kind: envs.Fault, Func: fn.ID, PC: pc, Thread: t.thread,
		Failure: &envs.Failure{Check: int32(words[0]), Values: values}})
}
