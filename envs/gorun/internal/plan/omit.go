package plan

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// An Omit says what a run leaves out. The zero value leaves out nothing.
type Omit struct {
	// Elements is how many elements of an array or a slice have identities, those with the lowest indices; 0 means all.
	Elements int
	// Repeats leaves out accesses that a goroutine repeats, at the same place and to the same memory, while it does
	// nothing that orders it with others and neither takes a lock nor gives one back. Of these the first three have
	// events, the fifth, the ninth and so on. Which places access what, and the events of locks and order, stay the same.
	Repeats bool
	// Selects says which operations need events; named is whether the event says what is accessed, or what the operation
	// is about. A call then has events if something else in it has. Nil means that all operations do.
	Selects func(fn *envs.Func, op *envs.Op, named bool) bool
	// Ways, with Selects, has all operations counted (Session.Executed), so that branches have probes. Without it only
	// operations that have events are counted.
	Ways bool
	// Calls leaves out most of what a goroutine does again and again with no lock held, in a sparse run. Of a function
	// the first 25*Calls calls in the program have events, the first Calls of each goroutine, and one in 64 of the
	// others; with Repeats, likewise accesses at one place. 0 means all, MaxCalls is the most.
	//
	// A call that is passed over, and what is called from there, has no events but those that order goroutines; a
	// function that was called less than 25*Calls times has. What is done with a lock held has events as a whole or none:
	// after a call that was passed over and returned with a lock, nothing has until the goroutine holds none, and no such
	// call of that function is passed over again.
	Calls int
}

// What is usual of an Omit.
const (
	UsualElements = 64
	UsualCalls    = 8
)

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
