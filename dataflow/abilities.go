package dataflow

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// abilities are a checker's optional methods, looked for once.
type abilities[S any] struct {
	caller    Caller[S]
	enterer   Enterer[S]
	brancher  Brancher[S]
	contexter Contexter[S]
	skipper   Skipper[S]
	thrower   thrower[S]
	drop      func(S, func(envs.Reg) bool) S
	cloneInto func(s, spare S) S
	mapBlocks func(S, func(envs.Block) envs.Block) S
	widen     func(s, next S) (S, bool)
	narrow    func(s, next S) (S, bool)
}

func abilitiesOf[S lattice.Mergeable[S]](ch Checker[S], opts *Options) (a abilities[S]) {
	a.caller, _ = ch.(Caller[S])
	a.enterer, _ = ch.(Enterer[S])
	a.brancher, _ = ch.(Brancher[S])
	a.contexter, _ = ch.(Contexter[S])
	if a.brancher == nil && a.enterer == nil && a.contexter == nil {
		a.skipper, _ = ch.(Skipper[S])
	}
	a.thrower, _ = ch.(thrower[S])
	var zero S
	if _, ok := any(zero).(RegisterHolder[S]); ok {
		a.drop = func(s S, dead func(envs.Reg) bool) S { return any(s).(RegisterHolder[S]).DropRegisters(dead) }
	}
	if _, ok := any(zero).(lattice.Recycler[S]); ok {
		a.cloneInto = func(s, spare S) S { return any(s).(lattice.Recycler[S]).CloneInto(spare) }
	}
	switch any(zero).(type) {
	case BlockHolder[S]:
		a.mapBlocks = func(s S, f func(envs.Block) envs.Block) S { return any(s).(BlockHolder[S]).MapBlocks(f) }
	}
	switch any(zero).(type) {
	case lattice.ThresholdWidener[S]:
		th := opts.Thresholds
		a.widen = func(s, next S) (S, bool) { return any(s).(lattice.ThresholdWidener[S]).WidenTo(next, th) }
	case lattice.Widener[S]:
		a.widen = func(s, next S) (S, bool) { return any(s).(lattice.Widener[S]).Widen(next) }
	}
	if _, ok := any(zero).(lattice.Narrower[S]); ok {
		a.narrow = func(s, next S) (S, bool) { return any(s).(lattice.Narrower[S]).Narrow(next) }
	}
	return a
}

// A thrower follows exceptions out of callees; only the lower stratum needs to.
type thrower[S any] interface {
	// Thrown is the caller's state when an exception leaves a callee in state
	// thrown; s is the state before the call.
	Thrown(env envs.Env, call *envs.Op, thrown, s S) S
}
