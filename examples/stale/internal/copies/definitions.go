package copies

import "github.com/seed38182bad/parallax/envs"

// Definitions are the operations that define registers, wherever control goes. The zero value is ready.
type Definitions struct {
	of map[envs.FuncID][][]int32 // by register
}

// Of are the operations of a function that define a register, ascending.
func (d *Definitions) Of(fn *envs.Func, r envs.Reg) []int32 {
	of, ok := d.of[fn.ID]
	if !ok {
		of = make([][]int32, fn.Regs)
		for i := range fn.Ops {
			for r := range envs.Reg(fn.Ops[i].Results) {
				of[fn.Ops[i].Dst+r] = append(of[fn.Ops[i].Dst+r], int32(i))
			}
		}
		if d.of == nil {
			d.of = map[envs.FuncID][][]int32{}
		}
		d.of[fn.ID] = of
	}
	if r == 0 {
		return nil
	}
	return of[r]
}

// maxMoves is how many moves are followed to where a value was made.
const maxMoves = 4

// Maker is the operation that made what is in a register, nil if that is not known: the last one that defines it, from
// where it is moved there.
func (d *Definitions) Maker(fn *envs.Func, r envs.Reg) *envs.Op {
	for range maxMoves {
		defs := d.Of(fn, r)
		if len(defs) == 0 {
			return nil
		}
		op := &fn.Ops[defs[len(defs)-1]]
		if op.Kind != envs.Move {
			return op
		}
		r = op.Uses[0]
	}
	return nil
}
