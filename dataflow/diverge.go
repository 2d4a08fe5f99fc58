package dataflow

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
)

// diverges explains why there is no fixpoint at pc: it goes round once more and
// records what grows.
func (e *engine[S]) diverges(in *instance[S], pc int32) error {
	err := &DivergenceError{Place: placeOf(e.prog, envs.At(in.fn.ID, pc)), Visits: int(in.at(pc).grows)}
	const rounds = 3
	old := in.at(pc).state.Clone()
	for range rounds {
		err.Last = append(err.Last, clip(fmt.Sprint(any(old)), 400))
		limit := e.visits + 1_000_000
		for next := pc; e.visits < limit; next = in.queue.pop() {
			if werr := e.from(in, next); werr != nil {
				return werr
			}
			if in.at(pc).queued || len(in.queue) == 0 {
				break
			}
		}
		k := in.at(pc)
		if d, ok := any(k.state).(Differ[S]); ok {
			err.Grows = d.Diff(old)
		}
		old = k.state.Clone()
	}
	return err
}

func clip(s string, n int) string {
	if len(s) > n {
		return s[:n] + "..."
	}
	return s
}
