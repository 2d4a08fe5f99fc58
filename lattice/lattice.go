package lattice

// Unbounded is an order with binary joins and meets that need not have a least
// or a greatest element. Such are the integers under ≤ with max and min. Lift
// turns it into a Lattice.
type Unbounded[E any] interface {
	// Leq reports a ≤ b: b describes everything that a describes. It allocates
	// nothing, as an engine asks it wherever paths meet; nor does Equal.
	Leq(a, b E) bool

	// Equal reports that a and b are the same element; it agrees with
	// Leq(a, b) && Leq(b, a), and is separate because it is usually cheaper.
	Equal(a, b E) bool

	// Join returns the least upper bound of a and b. If they are ordered, that is
	// the larger operand itself, the same in memory, and nothing is allocated.
	Join(a, b E) E

	// Meet returns the greatest lower bound of a and b; if they are ordered, the
	// smaller operand itself.
	Meet(a, b E) E
}

// Lattice carries the operations of a bounded lattice whose elements are of
// type E. It is an object beside the elements, so that elements can be plain
// values (an integer, a slice) and one type of element can carry several
// orders. A Lattice is stateless: its operations never change an operand, they
// may return one, and they are safe for concurrent use.
//
// Smaller means more precise. Bottom stands for "no behaviour at all", Top for
// "anything".
//
// Laws, for all a, b, c, where = is Equal, ≤ is Leq, ⊔ is Join and ⊓ is Meet:
//
//   - order: a ≤ a; a ≤ b and b ≤ a imply a = b; a ≤ b and b ≤ c imply a ≤ c
//   - bounds: ⊥ ≤ a ≤ ⊤
//   - join: a ≤ a⊔b, b ≤ a⊔b, and a⊔b ≤ c whenever a ≤ c and b ≤ c
//   - meet: a⊓b ≤ a, a⊓b ≤ b, and c ≤ a⊓b whenever c ≤ a and c ≤ b
//
// From these follow idempotence, commutativity, associativity, absorption and
// a ≤ b ⇔ a⊔b = b ⇔ a⊓b = a. Suite of package latticetest checks the laws and
// these consequences one by one. A faulty implementation breaks some of them in
// ways that are easier to read than others.
//
// Abilities that only some lattices have are the interfaces Widening,
// Narrowing, Merging and Hashing. Combinators look for them once,
// when they are built (see OperatorsOf).
type Lattice[E any] interface {
	Unbounded[E]

	// Bottom returns the least element.
	Bottom() E

	// Top returns the greatest element.
	Top() E
}

// Widening is the ability of a Lattice to extrapolate (compare Widener, the
// same ability of a state). A Lattice without it promises that its ascending
// chains are finite: Join then serves as widening.
type Widening[E any] interface {
	// Widen returns an upper bound of old and next. Every sequence in which each
	// element is widened by an arbitrary next one is finally constant. next need
	// not lie above old. Where it lies below, nothing has grown, and the result is
	// old: Widen must not give up more than it is shown. Combinators and states
	// rely on that and skip what has not grown.
	//
	// The thresholds ascend strictly and stay the same throughout a sequence. A
	// numeric bound that is to be given up may stop at one; see Widener.
	Widen(old, next E, thresholds ...int64) E
}

// Narrowing is the ability of a Lattice to win back precision. A Lattice
// without it keeps the old value, which is always sound.
type Narrowing[E any] interface {
	// Narrow returns an element between next and old, for next ≤ old, such
	// that every sequence of narrowings is finally constant. A Lattice whose
	// descending chains are finite returns next.
	Narrow(old, next E) E
}

// Merging is the ability of a Lattice to join two elements and say in the same
// step how the result relates to the operands. It is for lattices where that is
// cheaper than to ask Leq twice before joining.
type Merging[E any] interface {
	// Merge returns the join of a and b and which of the operands it equals.
	// If side has Left, the result is a itself; if it has only Right, b itself.
	Merge(a, b E) (result E, side Side)
}

// Hashing is the ability of a Lattice to number its elements so that they can be
// interned or looked up.
type Hashing[E any] interface {
	// Hash returns the same number for elements that are Equal, in every run of a
	// program, and different ones for most elements that are not.
	Hash(e E) uint64
}
