package wire

// kept is an object that was seen.
type kept struct {
	pc  int32
	obj uint64
}

// again goes on to the accesses that certainly follow the one at pc, before a Signal or an Observe comes. It accesses
// obj, the identity of what is at an address.
func (d *Decoder) again(t *decoding, f *frame, pc int32, obj, address uint64) {
	a := f.code.records
	if f.code.keep[pc] {
		f.keep(pc, obj)
	}
	last, ok := a.Upto[pc]
	if !ok || f.pc != pc+1 {
		return
	}
	for ; f.pc <= last && !d.stopped; f.pc++ {
		f.at = f.pc
		same := uint64(0)
		if of, ok := a.Same[f.pc]; ok {
			same = f.object(of)
		} else if off, ok := a.Offset[f.pc]; ok && obj != 0 {
			same = d.opts.Memory.identity(address + uint64(off))
			if f.code.keep[f.pc] {
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
