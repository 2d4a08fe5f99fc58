package balance

import "github.com/seed38182bad/parallax/envs"

// maxCount bounds how often a lock is counted as taken.
const maxCount = 3

// Of a lock that is as it was at the entry, what is known tells whether something is wrong. The effect of an operation
// is that on a lock of which nothing is known. So it is monotone.

// take is the effect of taking a lock, and the kind of what is wrong with it. again says that a holder may take it
// again.
func (s *situation) take(l lock, of string, read, again bool, at envs.Point) (wrong string) {
	b := balance{of: l, class: of, need: free}
	switch {
	case again:
		b.need = apart
	case read:
		b.need = readable
	}
	if known := s.find(l); known != nil {
		if known.heldAlone() && !again || !read && known.heldRead() {
			wrong, s.doubt = Twice, true
		}
		if !known.level() {
			b = *known
		}
	}
	b.at = at
	if read {
		b.read = min(b.read+1, maxCount)
	} else {
		b.alone = min(b.alone+1, maxCount)
	}
	s.put(b)
	return wrong
}

// refused is the case after a lock could not be taken. One that the frame has not used is not held by it.
func (s *situation) refused(l lock, of string) *situation {
	if !s.isLoose(of) && s.find(l) == nil {
		s.put(balance{of: l, class: of, need: denied})
	}
	return s
}

// give is the effect of giving a lock back, and the kind of what is wrong with it.
func (s *situation) give(l lock, of string, read bool) (wrong string) {
	b := balance{of: l, class: of, need: lent, alone: -1}
	if read {
		b = balance{of: l, class: of, need: shared, read: -1}
	}
	if known := s.find(l); known != nil {
		wrong = known.givenOn(read)
		if !known.level() {
			b = known.given(read, wrong)
		}
	}
	s.doubt = s.doubt || wrong != ""
	s.put(b)
	return wrong
}

// givenOn is what is wrong with giving the lock back on a side.
func (b *balance) givenOn(read bool) (wrong string) {
	held, otherwise := b.heldAlone(), b.heldRead()
	if read {
		held, otherwise = otherwise, held
	}
	switch {
	case held:
		return ""
	case otherwise:
		return Side
	}
	return Unheld
}

// given is the lock after it was given back on a side.
func (b *balance) given(read bool, wrong string) balance {
	n := *b
	switch {
	case wrong == Unheld:
	case read == (wrong == ""):
		n.read--
	default:
		n.alone--
	}
	return n
}

// meet is the effect of a callee that has done e to a lock, and the kind of what is wrong with it.
func (s *situation) meet(e balance, at envs.Point) (wrong string) {
	known := s.find(e.of)
	switch {
	case known == nil:
	case e.need == free && known.heldRead(), (e.need == free || e.need == readable) && known.heldAlone():
		wrong = Twice
	case e.need == lent || e.need == shared:
		wrong = known.givenOn(e.need == shared)
	}
	s.doubt = s.doubt || wrong != ""
	b := e
	b.at = envs.Point{}
	if known != nil && !known.level() {
		b = *known
		switch wrong {
		case "":
			b.alone = max(-1, min(b.alone+e.alone, maxCount))
			b.read = max(-1, min(b.read+e.read, maxCount))
		case Side:
			b.alone, b.read = b.alone+min(e.read, 0), b.read+min(e.alone, 0)
		}
	}
	if e.took() {
		b.at = at
	}
	switch {
	case known != nil || !b.level():
		s.put(b)
	case e.need == free || e.need == readable:
		b.inside = true
		s.put(b)
	}
	return wrong
}
