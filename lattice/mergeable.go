package lattice

// Mergeable is what an engine needs of an abstract state S: to keep a state
// while another is worked on, and to bring two states together where paths
// meet. A type that is its own state implements Mergeable of itself:
//
//	func (s *Counts) Clone() *Counts
//	func (s *Counts) Merge(other *Counts) (*Counts, bool)
//
// A state has one owner. Merge and the other operators may change the state
// they are called on and return it. They never change their argument. The
// result may share structure with the argument only if neither of them is
// changed in place later. That is so if the state is persistent, or if Merge
// copies.
//
// Laws. Write a ⊔ b for a.Clone().Merge(b), and a ≤ b for "b.Clone().Merge(a)
// does not grow".
//
//   - Independence: changing a.Clone() never changes a, nor the other way round.
//   - Upper bound: a ≤ a⊔b and b ≤ a⊔b. The least upper bound is best, but any
//     sound bound will do.
//   - Exactness of the flag: grew is true if and only if the result differs
//     from what the receiver was. A flag that is true too often keeps an engine
//     from stopping; one that is false too often makes it stop too early.
//   - Idempotence: a.Merge(a.Clone()) does not grow.
//   - Order: ≤ is transitive.
//   - Sharing (wherever promised): when a ≤ b, merging either way gives b
//     back without allocating.
//
// Package latticetest checks them all; see latticetest.CheckState.
type Mergeable[S any] interface {
	// Clone returns a state that is independent of the receiver. A
	// persistent state, which is never changed in place, returns itself.
	Clone() S

	// Merge returns an upper bound of the receiver and other, and whether it
	// lies strictly above what the receiver was. It may change and return the
	// receiver; it never changes other.
	Merge(other S) (result S, grew bool)
}

// Widener is the ability of a state to be extrapolated at a loop head. So even
// a state space with infinite ascending chains is left in finitely many steps
// (Cousot and Cousot, POPL 1977, section 9). A state without it promises that
// its ascending chains are finite; Merge then serves.
type Widener[S any] interface {
	// Widen is like Merge, with the receiver as the old state of the loop head and
	// next as the state that arrives now. It also stabilises: in every sequence s,
	// s.Widen(n1), s.Widen(n1).Widen(n2), … only finitely many steps report that
	// they grew. The state next need not lie above the receiver. Where it lies
	// below, the result is the receiver, which has not grown.
	//
	// Thresholds are landmarks at which widening may stop: before a numeric bound
	// is given up it is moved to the nearest threshold that still bounds both
	// operands. Programs compare with constants, so the constants of a loop's
	// conditions are the thresholds worth having (Blanchet et al., PLDI 2003,
	// section 7.1.2). They ascend strictly and are the same ones throughout a
	// sequence; Widen must not keep or change the slice.
	Widen(next S, thresholds ...int64) (result S, grew bool)
}

// Narrower is the ability to win back precision after widening. Once a loop is
// stable, the states are computed again, and each may shrink towards what was
// computed.
type Narrower[S any] interface {
	// Narrow takes a next that lies below the receiver and returns a state
	// between the two, and whether that differs from what the receiver was. It
	// stabilises: along every sequence of narrowings only finitely many steps
	// report a change. It may change and return the receiver; it never
	// changes next.
	Narrow(next S) (result S, changed bool)
}

// Differ is the ability to name what differs from another state, for the report that an analysis does not converge.
type Differ[S any] interface {
	// DiffersIn names the components in which the receiver differs from old: "variable i".
	DiffersIn(old S) string
}

// Recycler is the ability of a state to be cloned into memory that another state has
// left. So an engine need not allocate at every fork of a path. It is for states that
// are changed in place; a persistent one must not have it.
type Recycler[S any] interface {
	// CloneInto is like Clone, but may use the memory of spare and return it.
	// Nobody uses spare any more. It may be any state that Clone, Merge or the
	// client's own functions have returned, of another size, or one that all of
	// them share. What is shared must be left alone.
	CloneInto(spare S) S
}

// Equaler is the ability of a state to say that it is the same as another one.
type Equaler[S any] interface{ Equal(S) bool }

// View gives a conversion of states to I, or nil if states are no I. States that are no pointers go through one
// variable, because an interface made of them would be allocated each time. A result is valid until the next
// conversion, so its methods must not lead to another use of the conversion.
func View[S, I any]() func(S) I {
	cell := new(S)
	if _, ok := any(*cell).(I); !ok {
		return nil
	}
	if view, ok := any(cell).(I); ok {
		return func(s S) I {
			*cell = s
			return view
		}
	}
	return func(s S) I { return any(s).(I) }
}
