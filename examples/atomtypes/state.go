package atomtypes

import "github.com/seed38182bad/parallax/envs"

// A state is what a frame has done so far. Monitor blocks may begin in one frame and end in another, so
// its last three parts fit together with those of the frames around it: see Return.
type state struct {
	judged judged
	whole  part // since the frame began
	block  part // since the outermost lock was taken that is held, here or in a callee
	outer  part // since the frame began, if a block was open then, and still is
	tail   part // from there to the end of that block
}

// judged says which transactions end in a frame.
type judged uint8

const (
	nothing judged = iota
	blocks         // monitor blocks
	frames         // the frame itself
)

func (s *state) Clone() *state {
	c := *s
	return &c
}

// CloneInto is Clone, into the memory of a state that nobody uses.
func (s *state) CloneInto(spare *state) *state {
	*spare = *s
	return spare
}

// Merge joins the parts one by one.
func (s *state) Merge(o *state) (*state, bool) {
	r := state{
		max(s.judged, o.judged), s.whole.or(o.whole), s.block.or(o.block), s.outer.or(o.outer), s.tail.or(o.tail),
	}
	if r == *s {
		return s, false
	}
	*s = r
	return s, true
}

// after is the state after an operation that is about no lock.
func (s *state) after(o part, at envs.Point) {
	s.whole, s.block, s.outer = s.whole.then(o, at), s.block.then(o, at), s.outer.then(o, at)
}

// take is the state after a lock was taken, which begins a block unless another one is held.
func (s *state) take(o part, at envs.Point, begins bool) {
	s.after(o, at)
	if begins {
		s.block = s.block.or(o)
	}
}

// give is the state after a lock was given back: with it a block may end, or certainly does.
func (s *state) give(o part, at envs.Point, may, must bool) {
	if may {
		s.tail = s.tail.or(s.outer.then(o, at))
	}
	s.after(o, at)
	if must {
		s.block, s.outer = part{}, part{}
	}
}

// wait is the state after a wait for a condition, which gives a lock back and takes it again.
func (s *state) wait(give, take part, at envs.Point) {
	s.tail = s.tail.or(s.outer.then(give, at))
	s.whole = s.whole.then(give, at).then(take, at)
	s.block, s.outer = take, part{}
}

// call is the state after a callee that ended in exit.
func (s *state) call(exit *state, at envs.Point) {
	tail := exit.tail.called(at)
	s.tail = s.tail.or(s.outer.then(tail, at))
	whole, outer := exit.whole.called(at), exit.outer.called(at)
	s.whole, s.outer = s.whole.then(whole, at), s.outer.then(outer, at)
	s.block = s.block.then(outer, at).or(exit.block.called(at))
}
