// Package starts follows where threads are started, for checkers that tell the story of a thread.
package starts

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// Starts knows where the threads of a run were started.
type Starts struct {
	meetings envs.Meetings
	at       map[envs.Thread]envs.Point
}

// Follow makes Starts, which is told of each Step.
func Follow(r *dataflow.Requires) *Starts {
	s := &Starts{meetings: world.Meetings.ForRuns(r), at: map[envs.Thread]envs.Point{}}
	r.Gather(s)
	return s
}

// Step takes in an operation that starts a thread.
func (s *Starts) Step(env envs.Env, op *envs.Op) {
	if op.Kind != envs.Fork {
		return
	}
	if t := s.meetings.Meeting(); t < 0 { // a thread has the negative of its number there
		s.at[envs.Thread(-t)] = env.Point()
	}
}

// Story is where a thread was started, nothing if that is not known.
func (s *Starts) Story(t envs.Thread) []envs.Evidence {
	if at, known := s.at[t]; known {
		return []envs.Evidence{{At: at, Text: "the thread is started"}}
	}
	return nil
}

// Known reports whether it is known where a thread was started.
func (s *Starts) Known(t envs.Thread) bool { return !s.at[t].IsZero() }

// Again is part of dataflow.Table: another pass tells nothing new.
func (s *Starts) Again() bool { return false }

// Forget forgets a run.
func (s *Starts) Forget(g dataflow.Gone) {
	if g.Run {
		clear(s.at)
	}
}
