package reduction

import (
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/dataflow/waiting"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
)

type (
	path  = mover.Path[envs.Lock, envs.Point]
	paths = mover.Paths[envs.Lock, envs.Point]
)

// unit is the path of no step.
var unit = path{Body: mover.Const}

// A state is what is known of a frame at a point. What a frame does is a part of the transactions
// of its callers, of which it knows nothing: they put it after what they have done themselves.
type state struct {
	at transactions.State
	fn envs.FuncID // of the frame
	// call is all that the frame has done.
	call paths
	// block is what was done since the monitor block began that is a transaction and open, if it began in
	// this frame or in one that it has called.
	block paths
	// inside says that the frame may have begun in a block of its callers that is still open. Then all of call
	// continued that block. ended is what was done up to the end of such blocks.
	inside bool
	ended  paths

	waits *waiting.State // for deadlocks
}

// Clone returns a copy.
func (s *state) Clone() *state {
	c := *s
	c.waits = s.waits.Clone()
	return &c
}

// CloneInto returns a copy in memory that another state has left.
func (s *state) CloneInto(spare *state) *state {
	*spare = *s
	spare.waits = s.waits.Clone()
	return spare
}

// Merge joins what may be on two paths.
func (s *state) Merge(o *state) (_ *state, grew bool) {
	merge := func(p *paths, q paths) {
		var more bool
		*p, more = p.Merge(q)
		grew = grew || more
	}
	s.at, grew = s.at.Merge(o.at)
	grew = grew || o.inside && !s.inside
	s.inside = s.inside || o.inside
	merge(&s.call, o.call)
	merge(&s.block, o.block)
	merge(&s.ended, o.ended)
	waits, more := s.waits.Merge(o.waits)
	s.waits, grew = waits, grew || more
	return s, grew
}

// whole reports whether it matters what the frame does as a whole.
func (s *state) whole() bool { return s.inside || s.at.MayBeCall() }
