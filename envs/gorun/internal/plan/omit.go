package plan

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// An Omit says what a run leaves out, as gorun.Config has it. The zero value leaves out nothing.
type Omit struct {
	Elements int
	Repeats  bool
	Selects  func(fn *envs.Func, op *envs.Op, named bool) bool
	Ways     bool
	Calls    int
}

// MaxCalls is the largest Omit.Calls: a goroutine's counters have room for no more.
const MaxCalls = 900

// check reports what the probes have no room for.
func (o *Omit) check() error {
	if o.Calls < 0 || o.Calls > MaxCalls {
		return fmt.Errorf("a goroutine cannot record the first %d calls of a function: "+
			"give a number from 1 to %d, or 0 for all", o.Calls, MaxCalls)
	}
	return nil
}

// sparse reports whether the ways between the operations that have records need not be known: branches have no probes.
func (o *Omit) sparse() bool { return o.Selects != nil && !o.Ways }

// burst is how many calls of each function by one goroutine have events in any case, 0 if all.
func (o *Omit) burst() int {
	if !o.sparse() {
		return 0
	}
	return o.Calls
}

// below returns the index that decides whether an address is that of an element below the cut-off, nil if it certainly
// is. The second result is false if it certainly is not.
func (o *Omit) below(addr ssa.Value) (index ssa.Value, known bool) {
	for o.Elements > 0 {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
			continue
		case *ssa.IndexAddr:
			if c, ok := x.Index.(*ssa.Const); ok {
				return nil, c.Int64() < int64(o.Elements)
			}
			if p, ok := x.X.Type().Underlying().(*types.Pointer); ok {
				if a, ok := p.Elem().Underlying().(*types.Array); ok && a.Len() <= int64(o.Elements) {
					addr = x.X
					continue
				}
			}
			return x.Index, true
		}
		break
	}
	return nil, true
}
