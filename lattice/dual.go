package lattice

// Dual returns a lattice upside down: the order is the other one's reversed, joins
// are meets, and bottom is top. It turns a may-analysis into a must-analysis:
// over the dual of a powerset, merging two paths keeps what holds on both.
//
// Neither widening nor narrowing survives the reversal. Widening gives upper
// bounds of its operands, and the dual would need lower ones. A Dual therefore
// promises finite ascending chains, which means that descending chains of
// the original must be finite.
func Dual[E any](l Lattice[E]) Lattice[E] { return dual[E]{newAlgebra(l)} }

type dual[E any] struct{ of *algebra[E] }

// Bottom returns the top of the original.
func (l dual[E]) Bottom() E { return l.of.Top() }

// Top returns the bottom of the original.
func (l dual[E]) Top() E { return l.of.Bottom() }

// Leq reports b ≤ a in the original.
func (l dual[E]) Leq(a, b E) bool { return l.of.Leq(b, a) }

// Equal is equality of the original.
func (l dual[E]) Equal(a, b E) bool { return l.of.Equal(a, b) }

// Join is the meet of the original.
func (l dual[E]) Join(a, b E) E { return l.of.Meet(a, b) }

// Meet is the join of the original.
func (l dual[E]) Meet(a, b E) E { return l.of.Join(a, b) }
