package wire

// Again tells, of one function, of accesses that have no Object record of their own: one before them in the same block is
// known to access the same memory, or memory at a fixed distance from it.
type Again struct {
	// Of is, by operation, the one that accesses the same.
	Of map[int32]int32
	// Off is, by operation, how many bytes what it accesses lies behind what the operation with the latest record does.
	Off map[int32]int64
	// Upto is, by an operation that has an Object record, the last of these accesses that follows it and certainly happens:
	// nothing between the two has a record, can fail or wait.
	Upto map[int32]int32
	// Keep has the operations that others are the same as.
	Keep map[int32]bool
}

// kept is an object that was seen.
type kept struct {
	pc  int32
	obj uint64
}

// again goes on to the accesses that certainly follow the one at pc, before a Signal or an Observe comes. It accesses obj,
// the identity of what is at an address.
func (d *Decoder) again(t *decoding, f *frame, pc int32, obj, address uint64) {
	a := f.code.again
	if a.Keep[pc] {
		f.keep(pc, obj)
	}
	last, ok := a.Upto[pc]
	if !ok || f.pc != pc+1 {
		return
	}
	for ; f.pc <= last && !d.stopped; f.pc++ {
		f.at = f.pc
		same := uint64(0)
		if of, ok := a.Of[f.pc]; ok {
			same = f.object(of)
		} else if off, ok := a.Off[f.pc]; ok && obj != 0 {
			same = d.opts.Memory.identity(address + uint64(off))
			if a.Keep[f.pc] {
				f.keep(f.pc, same)
			}
		}
		d.step(t, f.code, f.pc, same, false)
	}
	f.block = false
}

func (f *frame) keep(pc int32, obj uint64) {
	for i := range f.kept {
		if f.kept[i].pc == pc {
			f.kept[i].obj = obj
			return
		}
	}
	f.kept = append(f.kept, kept{pc, obj})
}

func (f *frame) object(pc int32) uint64 {
	for i := range f.kept {
		if f.kept[i].pc == pc {
			return f.kept[i].obj
		}
	}
	return 0
}
