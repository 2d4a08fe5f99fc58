package fixpoint

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// rounds is how many values of what grows an error tells of.
const rounds = 3

// diverges explains why there is no fixpoint at pc: it goes round once more and
// records what grows.
func (e *Engine[S]) diverges(f *Frame[S], pc int32) error {
	err := &DivergenceError{Place: envs.PlaceOf(e.prog, envs.At(f.fn.ID, pc)), Visits: int(f.at(pc).grows)}
	grew := false // in one of the rounds
	old := f.at(pc).state.Clone()
	for range rounds {
		err.Last = append(err.Last, clip(fmt.Sprint(any(old)), 400))
		limit := e.visits + 1_000_000
		for next := pc; e.visits < limit; next = f.queue.pop() {
			if werr := e.from(f, next); werr != nil {
				return werr
			}
			if f.at(pc).queued || len(f.queue) == 0 {
				break
			}
		}
		k := f.at(pc)
		if d, ok := any(k.state).(lattice.Differ[S]); ok {
			err.Grows = d.DiffersIn(old)
		}
		err.Same = unchanged(k.state, old)
		grew = grew || err.Same == ""
		old = k.state.Clone()
	}
	if grew {
		err.Same = ""
	}
	return err
}

// enteredEndlessly is the error of a function with too many contexts.
func (e *Engine[S]) enteredEndlessly() error {
	fn := e.endless[0].fn
	err := &DivergenceError{Place: envs.PlaceOf(e.prog, envs.At(fn, 0)), Contexts: e.contexts[fn]}
	for _, k := range e.endless {
		err.Last = append(err.Last, clip(k.context, 400))
	}
	return err
}

// unchanged says how it is known that a state is what it was; empty if it is not.
func unchanged[S lattice.Mergeable[S]](s, old S) string {
	if as := lattice.View[S, lattice.Equaler[S]](); as != nil {
		if as(s).Equal(old) {
			return "Equal to what it was"
		}
		return ""
	}
	if fmt.Sprintf("%#v", any(s)) == fmt.Sprintf("%#v", any(old)) {
		return "printed as before"
	}
	return ""
}

func clip(s string, n int) string {
	if len(s) > n {
		return s[:n] + "..."
	}
	return s
}
