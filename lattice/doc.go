// Package lattice is the algebra of abstract interpretation: what it takes for
// facts about a program to be compared, merged and brought to a fixpoint.
//
// # Two views of one thing
//
// An engine sees states. All it does with one is to keep it and to merge it with
// another that reaches the same point. So it asks for no more than Mergeable. A state
// may be changed in place; it has one owner.
//
// A domain sees elements of a lattice: values that are never changed, ordered by how
// much they leave open, with joins and meets. A Lattice is an object that carries these
// operations for elements of any type. So elements can be plain values, and lattices
// can be combined into larger ones.
//
// States turns every lattice into states. Who needs speed or side tables writes
// a state directly.
//
// # Words
//
//	an element     what is known of something: of a number, that it lies from 0 to 9
//	it describes   the values of which it is true, its concretization: here ten numbers
//	order, a ≤ b   b describes all that a does, and so says no more
//	bottom, ⊥      describes nothing: no execution comes here
//	top, ⊤         describes everything: nothing is known
//	join, a ⊔ b    the least that lies above both: what is known where two paths meet
//	meet, a ⊓ b    the greatest that lies below both: what is known if both are true
//	transfer       the effect of an operation on elements: n+1 makes [1, 10] of [0, 9]
//	sound          says of a transfer that it covers whatever the operation may do
//	monotone       says of it that for more it gives more: of a ≤ b, f(a) ≤ f(b)
//	chain          elements that only grow, as at the head of a loop: [0, 0], [0, 1], ...
//	fixpoint       where one more turn adds nothing: it is true after any number of turns
//	widening       a join that leaps, so that chains end: of [0, 0] and [0, 1], [0, max]
//	narrowing      a way back from what widening gave up: i < 10 gives [0, 10] again
//
// # What there is
//
//	interface            asks for                              is it compulsory
//	Mergeable            Clone, Merge                          for a state
//	Widener              Widen                                 if chains of states are infinite
//	Narrower             Narrow                                no
//	Differ               DiffersIn                             no, for what does not converge
//	Recycler             CloneInto                             no, for speed
//	Equaler              Equal                                 no, for speed
//	Unbounded            Leq, Equal, Join, Meet                for an order that is to be lifted
//	Lattice              Unbounded and Bottom, Top             for a lattice
//	Widening             Widen                                 if chains of elements are infinite
//	Narrowing            Narrow                                no
//	Merging              Merge: join and comparison in one     no, for speed
//	Hashing              Hash                                  no, for interning
//
//	lattice              elements             order
//	Product[A, B]        Pair[A, B]           both parts at once
//	Lexicographic[A, B]  Pair[A, B]           the first part, and the second where that is equal
//	Vector[E]            []E                  n parts of one kind at once
//	Lift[E]              Lifted[E]            as before, with an added bottom, top or both
//	Flat[T]              Lifted[T]            none between values, with bottom and top
//	Powerset[T]          Set[T]               inclusion; top above a limit
//	MayMap[K, V]         Keyed[K, V]          key by key; absent is bottom; joins unite keys
//	MustMap[K, V]        Keyed[K, V]          key by key; absent is top; joins intersect keys
//	Dual[E]              E                    the reverse
//
//	state                changed in place     for
//	State[E]             no                   an element of any lattice
//	Dense[V]             yes                  a fixed, small number of variables
//
//	structure            is
//	Map[K, V]            a persistent map from integers whose merge skips what is shared
//
// Dense, Dual, Flat, Lexicographic, Lift and Vector are the rest of the algebra. No
// checker of this module uses them: they are for lattices of your own, and each has an
// example that runs.
//
// # Which map to take
//
//	keys are                       and the map                               take
//	numbers from 0, some dozens    has all of them                           Dense
//	integers                       is merged, with versions of itself        Map, or MayMap and MustMap
//	anything, up to some hundreds  is merged                                 a sorted slice that is copied
//	anything                       has versions, and they are never merged   immutable.Map or SortedMap
//	anything                       has no versions                           a Go map
//
// Package github.com/benbjohnson/immutable has no merge: two maps are merged key
// by key, whatever they share. So it is for scopes (package ir keeps labels in
// one) and not for states. BenchmarkTextKeys and BenchmarkMergeTenOfMany say by
// how much, here in microseconds. The keys of Map are integers, those of the
// others texts; merged maps differ in one key, and those of 100,000 in ten.
//
//	            keys    sorted slice   immutable   Map
//	set a key      4             0.1         0.6
//	              32             0.5         0.5
//	             300             6           0.4
//	            3000            70           0.9
//	merge          4             0.3         0.5
//	              32             0.9         2.6
//	             300            11          27
//	            3000           130        1300
//	          100000                     18000       3.5
//
// States of checkers that are no Maps have few entries. In the analysis of net/http and
// go/types nearly all have at most 8, and the largest 311.
//
// # Abilities
//
// Widening, thresholds and narrowing are optional. A lattice without widening promises
// that its ascending chains are finite, and is joined; a lattice without narrowing
// keeps what it has. Every combinator passes on the abilities of its parts by these
// rules. So a product of an interval and a set widens the one and joins the other. A
// part without hashing has the number 0, and the other parts tell elements apart.
// Abilities are looked up when a combinator is built (OperatorsOf), never while an
// analysis runs.
//
// # Sharing
//
// Most merges of an analysis change nothing, because a path comes back with what
// is known already. The merge of ordered operands is therefore one of the
// operands, and not a copy of it: Merge says by its Side which operand the
// result is, combinators and maps pass that on, and nothing is allocated. Map
// merges in time proportional to what differs.
//
// # Printing
//
// Elements and states print themselves, for a person by String and for a machine
// by MarshalJSON, and equal ones alike, unequal ones not. What they consist of
// must do so too.
//
// # Laws
//
// The comments of Mergeable and Lattice state the laws, and package
// lattice/latticetest checks them on a domain of your own in three lines. Every
// lattice and state of this package is held to them in its tests.
//
// The notions are those of Cousot and Cousot, "Abstract interpretation: a unified
// lattice model", POPL 1977. They are also those of "Systematic design of program
// analysis frameworks", POPL 1979, section 10 for products and powersets.
package lattice
