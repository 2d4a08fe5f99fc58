package waiting

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// made is a wait that a thread has made, as an edge of Follower.Waits.
type made struct {
	*Edge
	in any // which segment
}

// A waking is a place at which those are woken who wait for something.
type waking struct {
	what  Thing
	at    envs.Point
	under envs.LockSet // the locks that are certainly held, by the ways to them from what is waited for
}

// A pair is a waking and a wait before it. There are many, and all of them come up at each visit of each call. Of one
// of which all was told in a pass nothing is told again. All is told if no verdict about it is due yet, or if the
// verdict follows from complete facts: not while facts are gathered and judged at once.
type pair struct {
	made
	by waking
}

// maxMade and maxWoken are how many waits and wakings are kept of a frame: the last ones. When a first look at the
// whole program has told which of them may be part of a cycle, all of those are kept.
const (
	maxMade  = 32
	maxWoken = 16
)

// waited adds a wait. In a first pass it is in the stead of an earlier one that differs in its segment at most.
func (s *State) waited(f *Follower, w made) *State {
	if slices.Contains(s.of().made, w) {
		return s
	}
	s = s.own(f)
	if f.passes == 0 {
		s.made = slices.DeleteFunc(s.made, func(v made) bool { return v.Edge == w.Edge })
		if len(s.made) == maxMade {
			s.made = slices.Delete(s.made, 0, 1)
		}
	}
	s.made = append(s.made, w)
	return s
}

// wakes adds a waking.
func (s *State) wakes(f *Follower, w waking) *State {
	if slices.Contains(s.of().woken, w) {
		return s
	}
	s = s.own(f)
	s.woken = append(s.woken, w)
	if n := len(s.woken) - maxWoken; n > 0 && f.passes == 0 {
		s.woken = s.woken[n:]
	}
	return s
}

// sends adds channels to which the frame sends.
func (s *State) sends(f *Follower, xs ...Thing) *State {
	if sent, grew := union(s.of().sent, xs); grew {
		s = s.own(f)
		s.sent = sent
	}
	return s
}

// maySend reports whether the frame or a caller may have sent to a channel.
func (s *State) maySend(x Thing) bool {
	return slices.Contains(s.of().sent, x) || slices.Contains(s.of().before, x)
}

// called is the state after a callee that ended with exit.
func (s *State) called(f *Follower, exit *State) *State {
	if f.passes > 0 { // nothing is in the stead of anything
		if all, grew := joined(s.of().made, exit.of().made); grew {
			s = s.own(f)
			s.made = all
		}
	} else {
		for _, w := range exit.of().made {
			s = s.waited(f, w)
		}
	}
	for _, w := range exit.of().woken {
		s = s.wakes(f, w)
	}
	return s.sends(f, exit.of().sent...)
}
