package envs

import "slices"

// Next are the operations that may come next after the one at pc, in the same frame: also the handler of
// an exception. Of the last operation that a trace tells of there may be others, of which it does not tell.
func (f *Func) Next(pc int32) []int32 {
	op := &f.Ops[pc]
	list := slices.Clone(f.Targets(op))
	if op.Falls() && int(pc)+1 < len(f.Ops) {
		list = append(list, pc+1)
	}
	if op.Handler != 0 {
		list = append(list, op.Handler)
	}
	return list
}

// After are the operations that may come after the one at pc in the same frame, by index. The operation itself is one,
// if control may come back to it.
func (f *Func) After(pc int32) []bool {
	after, work := make([]bool, len(f.Ops)), []int32{pc}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, next := range f.Next(at) {
			if !after[next] {
				after[next], work = true, append(work, next)
			}
		}
	}
	return after
}
