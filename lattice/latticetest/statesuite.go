package latticetest

import (
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// StateSuite is the laws of a Mergeable state. Only States is needed.
type StateSuite[S lattice.Mergeable[S]] struct {
	// States generates states. Each drawn state must be independent of those
	// drawn before.
	States *rapid.Generator[S]

	// Leq is the order. If it is nil, the method Leq(S) bool of the states is
	// used. If there is none, a lies below b if merging it into b gives b.
	Leq func(a, b S) bool

	// Equal is equality. If it is nil, the method Equal(S) bool of the states is
	// used. If there is none, it is Leq both ways, if there is an order other than
	// the one derived from merging. Otherwise it is equality of fingerprints,
	// which asks for states that represent equal things equally.
	Equal func(a, b S) bool

	// Transfers are functions that change a state they own and return it, as
	// the operations of an analysed program would. They must be monotone, and
	// their chains of widenings must stabilise. Give one that makes states grow, such
	// as adding 1: drawn states alone settle, even under a widening that never stops.
	Transfers []func(S) S

	// Steps is the number of changes that a chain of widenings or narrowings
	// may see before it must be stable; 100 if zero. With thresholds, each of
	// the at most maxThresholds thresholds adds as many again.
	Steps int

	// Approximate says that merging gives some upper bound and not the least
	// one, so that the order of merging may matter.
	Approximate bool

	// Shares says that the states are persistent, and that merging a state with
	// one that lies below it allocates nothing. Either way round it gives the
	// upper one back.
	Shares bool

	// PrintsAll says that the methods String and MarshalJSON tell unequal states
	// apart, as those of a domain should. Those of a checker may leave out what it
	// keeps for itself.
	PrintsAll bool

	// Allocates is the reason, if there is one, why the methods Leq and Equal of
	// the states cannot keep from allocating. It is a sentence for who reads the
	// test. It does away with the laws leq/allocates-nothing and
	// equal/allocates-nothing.
	Allocates string

	// Fingerprint tells states apart to detect that one was changed; Dump if
	// nil. Give one if states hold caches that may change.
	Fingerprint func(S) string
}

// CheckState checks all laws that apply to a state on states drawn from states. That
// widening stops is seen with a StateSuite that has Transfers.
func CheckState[S lattice.Mergeable[S]](t *testing.T, states *rapid.Generator[S]) {
	t.Helper()
	StateSuite[S]{States: states}.Check(t)
}

// Check checks all laws of the suite.
func (s StateSuite[S]) Check(t *testing.T) {
	t.Helper()
	Run(t, s.Laws())
}

// Laws returns the laws that apply to the suite's states. Widening, thresholds,
// narrowing, recycling, and the methods Leq, Equal, Hash, String and MarshalJSON
// are checked if S has them.
func (s StateSuite[S]) Laws() []Law {
	if s.Steps == 0 {
		s.Steps = 100
	}
	if s.Fingerprint == nil {
		s.Fingerprint = func(e S) string { return dump(e) }
	}
	s.resolveOrder()
	v := states[S]{s}
	laws := append(v.cloning(), v.recycling()...)
	laws = append(laws, v.merging()...)
	if !s.Approximate {
		laws = append(laws, v.least()...)
	}
	if s.Shares {
		laws = append(laws, v.sharing())
	}
	if s.Allocates == "" {
		laws = append(laws, v.comparing()...)
	}
	laws = append(laws, v.naming()...)
	laws = append(laws, v.widening()...)
	laws = append(laws, v.narrowing()...)
	for _, f := range s.Transfers {
		laws = append(laws, v.monotone(f))
	}
	return laws
}

func (s *StateSuite[S]) resolveOrder() {
	var zero S
	_, hasLeq := any(zero).(interface{ Leq(S) bool })
	if s.Leq == nil && hasLeq {
		s.Leq = func(a, b S) bool { return any(a).(interface{ Leq(S) bool }).Leq(b) }
	}
	_, hasEqual := any(zero).(lattice.Equaler[S])
	switch leq := s.Leq; {
	case s.Equal != nil:
	case hasEqual:
		s.Equal = func(a, b S) bool { return any(a).(lattice.Equaler[S]).Equal(b) }
	case leq != nil:
		s.Equal = func(a, b S) bool { return leq(a, b) && leq(b, a) }
	default:
		fingerprint := s.Fingerprint
		s.Equal = func(a, b S) bool { return fingerprint(a) == fingerprint(b) }
	}
	if s.Leq == nil {
		equal := s.Equal
		s.Leq = func(a, b S) bool {
			r, _ := b.Clone().Merge(a)
			return equal(r, b)
		}
	}
}
