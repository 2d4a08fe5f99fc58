package atomtypes

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// A state is what a frame has done so far. Monitor blocks may begin in one frame and end in another, so
// its last three parts fit together with those of the frames around it: see Return.
type state struct {
	judged judged
	whole  part // since the frame began
	block  part // since the outermost lock was taken that is held, here or in a callee
	outer  part // since the frame began, if a block was open then, and still is
	tail   part // from there to the end of that block
	// given are locks that are held by what is declared, whether or not it can be seen. The slice is not
	// changed in place.
	given []envs.Guard
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

// Merge joins the parts one by one, and keeps what is given on both paths.
func (s *state) Merge(o *state) (*state, bool) {
	grew := false
	if judged := max(s.judged, o.judged); judged != s.judged {
		s.judged, grew = judged, true
	}
	for _, p := range [...]struct{ s, o *part }{{&s.whole, &o.whole}, {&s.block, &o.block}, {&s.outer, &o.outer},
		{&s.tail, &o.tail}} {
		if r := p.s.or(*p.o); r != *p.s {
			*p.s, grew = r, true
		}
	}
	lacks := func(g envs.Guard) bool { return !given(o.given, g.Path, !g.Read) }
	if slices.ContainsFunc(s.given, lacks) {
		var both []envs.Guard
		for _, g := range s.given {
			if g.Read = g.Read || !given(o.given, g.Path, true); !lacks(g) {
				both = append(both, g)
			}
		}
		s.given, grew = both, true
	}
	return s, grew
}

// given reports whether a lock is among some guards, on the exclusive side if it has to be alone.
func given(list []envs.Guard, p *envs.Path, alone bool) bool {
	return slices.ContainsFunc(list, func(g envs.Guard) bool { return p.Same(g.Path) && !(alone && g.Read) })
}

// assume notes that a lock is held by what is declared. What a register leads to is not kept: it may get another
// value.
func (s *state) assume(g envs.Guard) {
	if g.Path == nil || g.Path.Root == envs.AtReg || given(s.given, g.Path, !g.Read) {
		return
	}
	s.drop(g.Path)
	s.given = append(slices.Clip(s.given), g)
}

// drop notes that a lock is given back.
func (s *state) drop(p *envs.Path) {
	s.given = order.Without(s.given, func(g envs.Guard) bool { return p.Same(g.Path) })
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
