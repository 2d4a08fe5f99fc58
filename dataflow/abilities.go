package dataflow

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// abilities are a checker's optional methods, looked for once.
type abilities[S any] struct {
	caller    Caller[S]
	enterer   Enterer[S]
	indirect  IndirectEnterer[S]
	brancher  Brancher[S]
	contexter Contexter[S]
	skipper   Skipper[S]
	hearer    Hearer[S]
	thrower   Thrower[S]
	ender     Ender[S]
	// interrupter is asked what is known after an operation was left by an exception.
	interrupter interface {
		Interrupted(op *envs.Op, s S) S
	}
	entersThreads bool // the enterer starts threads, too
	unhurried     bool
	drop          func(S, func(envs.Reg) bool) S
	cloneInto     func(s, spare S) S
	mapBlocks     func(S, func(envs.Block) envs.Block) S
	widen         func(s, next S) (S, bool)
	narrow        func(s, next S) (S, bool)
}

func abilitiesOf[S lattice.Mergeable[S]](ch Checker[S], opts *Options) (a abilities[S]) {
	a.caller, _ = ch.(Caller[S])
	a.enterer, _ = ch.(Enterer[S])
	a.indirect, _ = ch.(IndirectEnterer[S])
	a.hearer, _ = ch.(Hearer[S])
	a.brancher, _ = ch.(Brancher[S])
	a.contexter, _ = ch.(Contexter[S])
	if a.brancher == nil && a.enterer == nil && a.contexter == nil {
		a.skipper, _ = ch.(Skipper[S])
	}
	a.thrower, _ = ch.(Thrower[S])
	a.ender, _ = ch.(Ender[S])
	a.interrupter, _ = ch.(interface{ Interrupted(*envs.Op, S) S })
	_, a.entersThreads = ch.(interface{ EntersThreads() })
	_, a.unhurried = ch.(Unhurried)
	a.unhurried = a.unhurried && a.enterer != nil
	if as := viewed[S, RegisterHolder[S]](); as != nil {
		a.drop = func(s S, dead func(envs.Reg) bool) S { return as(s).DropRegisters(dead) }
	}
	if as := viewed[S, lattice.Recycler[S]](); as != nil {
		a.cloneInto = func(s, spare S) S { return as(s).CloneInto(spare) }
	}
	if as := viewed[S, BlockHolder[S]](); as != nil {
		a.mapBlocks = func(s S, f func(envs.Block) envs.Block) S { return as(s).MapBlocks(f) }
	}
	if as := viewed[S, lattice.Widener[S]](); as != nil {
		a.widen = func(s, next S) (S, bool) { return as(s).Widen(next) }
	}
	if as := viewed[S, lattice.ThresholdWidener[S]](); as != nil {
		th := opts.Thresholds
		a.widen = func(s, next S) (S, bool) { return as(s).WidenTo(next, th) }
	}
	if as := viewed[S, lattice.Narrower[S]](); as != nil {
		a.narrow = func(s, next S) (S, bool) { return as(s).Narrow(next) }
	}
	return a
}

// viewed gives a conversion of states to I, or nil if they have not got that
// ability. States that are no pointers go through one variable, because an
// interface made of them would be allocated each time: a result is valid until the
// next conversion, so the ability must not lead to another use of itself.
func viewed[S, I any]() func(S) I {
	cell := new(S)
	if _, ok := any(*cell).(I); !ok {
		return nil
	}
	if view, ok := any(cell).(I); ok {
		return func(s S) I {
			*cell = s
			return view
		}
	}
	return func(s S) I { return any(s).(I) }
}
