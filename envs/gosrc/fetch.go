package gosrc

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
)

// fetch counts the instructions of a function, and touches what the lowering will
// read of them. That is most of what it costs in time to read a function: nothing
// is in the cache, and the lowering itself waits for one piece of memory after the
// other, while here no access depends on the one before, so the processor has many
// under way at once. It takes 20 ns an instruction off the lowering.
func (l *lowerer) fetch(fn *ssa.Function) int {
	count, seen := 0, 0
	for _, b := range fn.Blocks {
		count += len(b.Instrs)
		seen += b.Index + len(b.Succs) + len(b.Preds)
		for _, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.FieldAddr:
				seen += touch(x.X) + len(*x.Referrers())
			case *ssa.IndexAddr:
				seen += touch(x.X) + len(*x.Referrers())
			case *ssa.UnOp:
				seen += touch(x.X) + len(*x.Referrers())
			case *ssa.Store:
				seen += touch(x.Addr)
			case *ssa.Call:
				seen += int(l.targets.touch(address(x.Call.Value))) + len(*x.Referrers())
				if len(x.Call.Args) > 0 {
					seen += touch(x.Call.Args[0])
				}
			case *ssa.Phi:
				seen += len(x.Edges)
			case *ssa.BinOp:
				seen += touch(x.X)
			case *ssa.Alloc:
				if r := *x.Referrers(); len(r) > 0 && r[0] != nil {
					seen++
				}
			case *ssa.Extract:
				seen += touch(x.Tuple)
			case *ssa.MakeInterface:
				seen += touch(x.X)
			case *ssa.If:
				seen += touch(x.Cond)
			case *ssa.Return:
				seen += len(x.Results)
			}
		}
	}
	l.fetched = seen // so that nothing of it is left out
	return count
}

// fetchAhead touches what begins the functions to come, which are likely those with
// the next numbers: to get from a function to its first instruction is a way of
// several pointers, each of which has to be waited for. So one step on that way is
// made for each of the functions that come next.
func (l *lowerer) fetchAhead(f *loading.Function) {
	fns := l.p.src.Funcs
	at := int(f.ID)
	if at < 0 || at+4 >= len(fns) {
		return
	}
	seen := int(fns[at+4].ID)
	fn := fns[at+3].SSA
	seen += len(fn.Params) + len(fn.FreeVars)
	fn = fns[at+2].SSA
	seen += fn.Blocks[0].Index
	if fn.Signature.Results() != nil {
		seen++
	}
	fn = fns[at+1].SSA
	seen += fn.Signature.Results().Len()
	if b := fn.Blocks[0]; len(b.Instrs) > 0 && b.Instrs[0] != nil {
		seen++
	}
	l.fetched += seen
}

func touch(v ssa.Value) int { return int(address(v)) }
