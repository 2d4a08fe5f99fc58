package lattice

// States makes states out of the elements of a lattice, so that any lattice
// can be run by an engine that asks for Mergeable. Build it once and make all
// states of an analysis with it.
type States[E any] struct{ algebra *algebra[E] }

type algebra[E any] struct {
	Lattice[E]
	Operators[E]
	merging Merging[E] // Operators.Merge, one indirect call less
}

func newAlgebra[E any](l Lattice[E]) *algebra[E] {
	m, ok := l.(Merging[E])
	if !ok {
		m = byOrder[E]{l}
	}
	return &algebra[E]{l, OperatorsOf(l), m}
}

type byOrder[E any] struct{ Unbounded[E] }

func (l byOrder[E]) Merge(a, b E) (E, Side) { return mergeByOrder(l.Unbounded, a, b) }

// side says which of its operands the result of an operation is, and gives that
// operand itself back.
func (l *algebra[E]) side(result, a, b E) (E, Side) {
	switch isA, isB := l.Equal(result, a), l.Equal(result, b); {
	case isA && isB:
		return a, Both
	case isA:
		return a, Left
	case isB:
		return b, Right
	}
	return result, Neither
}

func (l *algebra[E]) meetSide(a, b E) (E, Side)        { return l.side(l.Meet(a, b), a, b) }
func (l *algebra[E]) narrowSide(old, next E) (E, Side) { return l.side(l.Narrow(old, next), old, next) }

// NewStates resolves the abilities of l and returns its maker of states.
func NewStates[E any](l Lattice[E]) States[E] { return States[E]{newAlgebra(l)} }

// Of returns the state that holds e.
func (m States[E]) Of(e E) State[E] { return State[E]{m.algebra, e} }

// Bottom returns the state that holds the least element.
func (m States[E]) Bottom() State[E] { return m.Of(m.algebra.Bottom()) }

// Top returns the state that holds the greatest element.
func (m States[E]) Top() State[E] { return m.Of(m.algebra.Top()) }

// State is an element of a lattice together with the lattice's operations. It
// is persistent: no method changes it, and merging ordered operands gives one
// of them back. It is Mergeable, and has widening, thresholds and narrowing as
// far as the lattice has them. Make one with States.
type State[E any] struct {
	algebra *algebra[E]
	value   E
}

// Value returns the element.
func (s State[E]) Value() E { return s.value }

// With returns the state of the same lattice that holds e.
func (s State[E]) With(e E) State[E] { return State[E]{s.algebra, e} }

// Leq reports whether s lies below other.
func (s State[E]) Leq(other State[E]) bool { return s.algebra.Leq(s.value, other.value) }

// Equal reports whether both states hold the same element.
func (s State[E]) Equal(other State[E]) bool { return s.algebra.Equal(s.value, other.value) }

// Clone returns s itself.
func (s State[E]) Clone() State[E] { return s }

// Merge returns the join.
func (s State[E]) Merge(other State[E]) (State[E], bool) {
	v, side := s.algebra.Merge(s.value, other.value)
	if side&Left != 0 {
		return s, false
	}
	return State[E]{s.algebra, v}, true
}

// Widen returns s where next adds nothing, else the lattice's widening.
func (s State[E]) Widen(next State[E], thresholds ...int64) (State[E], bool) {
	if s.algebra.Leq(next.value, s.value) {
		return s, false
	}
	return s.With(s.algebra.Widen(s.value, next.value, thresholds...)), true
}

// Narrow returns the lattice's narrowing.
func (s State[E]) Narrow(next State[E]) (State[E], bool) {
	v := s.algebra.Narrow(s.value, next.value)
	if s.algebra.Equal(v, s.value) {
		return s, false
	}
	return s.With(v), true
}
