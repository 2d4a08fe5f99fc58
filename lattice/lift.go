package lattice

// Lifted is an element of Lift and Flat: a value, or the added bottom, or the
// added top. The zero Lifted is the added bottom; the lattice gives the top. Two are
// == if they are equal and E's values are compared with ==.
type Lifted[E any] struct {
	level level
	value E
}

type level uint8

const (
	levelBottom level = iota
	levelValue
	levelTop
)

// Just returns the element that holds e.
func Just[E any](e E) Lifted[E] { return Lifted[E]{levelValue, e} }

// liftedTop returns the added top.
func liftedTop[E any]() Lifted[E] { return Lifted[E]{level: levelTop} }

// Get returns the value, and false for the added bottom and top.
func (e Lifted[E]) Get() (E, bool) { return e.value, e.level == levelValue }

// IsBottom reports whether e is the added bottom.
func (e Lifted[E]) IsBottom() bool { return e.level == levelBottom }

// IsTop reports whether e is the added top.
func (e Lifted[E]) IsTop() bool { return e.level == levelTop }

// String returns ⊥, ⊤ or the value; in ⌊ and ⌋ if the value itself prints as
// one of these.
func (e Lifted[E]) String() string {
	switch e.level {
	case levelBottom:
		return "⊥"
	case levelTop:
		return "⊤"
	}
	return inBrackets(show(e.value))
}

// Lift adds a bottom and a top to an order that may lack them: below and
// above all the values there are. Where the order has a bottom of its own, an
// added one says something different, such as "not reached" below "reached with
// nothing known".
func Lift[E any](of Unbounded[E]) Lattice[Lifted[E]] {
	return newLift(of, Lifted[E]{}, liftedTop[E]())
}

// LiftBottom adds a bottom; the top is the order's own.
func LiftBottom[E any](of interface {
	Unbounded[E]
	Top() E
}) Lattice[Lifted[E]] {
	return newLift(of, Lifted[E]{}, Just(of.Top()))
}

// LiftTop adds a top; the bottom is the order's own.
func LiftTop[E any](of interface {
	Unbounded[E]
	Bottom() E
}) Lattice[Lifted[E]] {
	return newLift(of, Just(of.Bottom()), liftedTop[E]())
}

type lift[E any] struct {
	of          Unbounded[E]
	ops         Operators[E]
	bottom, top Lifted[E]
}

func newLift[E any](of Unbounded[E], bottom, top Lifted[E]) lift[E] {
	return lift[E]{of, OperatorsOf(of), bottom, top}
}

// Bottom returns the added bottom, or the order's own.
func (l lift[E]) Bottom() Lifted[E] { return l.bottom }

// Top returns the added top, or the order's own.
func (l lift[E]) Top() Lifted[E] { return l.top }

// Leq compares values in their order, and puts all others below or above.
func (l lift[E]) Leq(a, b Lifted[E]) bool {
	if a.level == levelValue && b.level == levelValue {
		return l.of.Leq(a.value, b.value)
	}
	return a.level <= b.level
}

// Equal reports whether a and b are the same added element or equal values.
func (l lift[E]) Equal(a, b Lifted[E]) bool {
	return a.level == b.level && (a.level != levelValue || l.of.Equal(a.value, b.value))
}

// Join joins values; otherwise it is the higher operand.
func (l lift[E]) Join(a, b Lifted[E]) Lifted[E] { return upper(a, b, l.of.Join) }

func upper[E any](a, b Lifted[E], op func(x, y E) E) Lifted[E] {
	switch {
	case a.level == levelValue && b.level == levelValue:
		return Just(op(a.value, b.value))
	case a.level < b.level:
		return b
	}
	return a
}

// Meet meets values; otherwise it is the lower operand.
func (l lift[E]) Meet(a, b Lifted[E]) Lifted[E] {
	switch {
	case a.level == levelValue && b.level == levelValue:
		return Just(l.of.Meet(a.value, b.value))
	case b.level < a.level:
		return b
	}
	return a
}

// Merge is Join, and says which operand the result is.
func (l lift[E]) Merge(a, b Lifted[E]) (Lifted[E], Side) {
	switch {
	case a.level == levelValue && b.level == levelValue:
		v, side := l.ops.Merge(a.value, b.value)
		return Just(v), side
	case a.level == b.level:
		return a, Both
	case a.level < b.level:
		return b, Right
	}
	return a, Left
}

// Widen widens values; otherwise it is the higher operand.
func (l lift[E]) Widen(old, next Lifted[E], thresholds ...int64) Lifted[E] {
	return upper(old, next, func(x, y E) E { return l.ops.Widen(x, y, thresholds...) })
}

// Narrow narrows values; an added top gives way to next, and an added bottom in
// next is taken.
func (l lift[E]) Narrow(old, next Lifted[E]) Lifted[E] {
	if old.level == levelValue && next.level == levelValue {
		return Just(l.ops.Narrow(old.value, next.value))
	}
	return l.Meet(old, next)
}
