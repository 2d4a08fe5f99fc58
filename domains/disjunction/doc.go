// Package disjunction is the disjunctive completion of a value domain, with a
// limit: instead of one element that covers two cases it keeps both.
//
//	d, err := disjunction.New(intervals, compare, 4)
//	s := d.Join(d.Of(zero), d.Of(ten)) // {0, 10}, where intervals give [0, 10]
//
// A set of elements describes what any of them describes. An element below another adds
// nothing and is left out, so a set is an antichain. Its order is that of what it
// describes, as far as single elements can tell. This is the lower, or Hoare, powerset
// order: a lies below b if each element of a lies below one of b. Sets are kept
// ascending in a total order that the user gives. So equal sets are equal slices, and
// nothing depends on how one came about.
//
// Without a limit this is a distributive lattice, the free one over the base. A limit
// bounds what a join may keep: a join that would have more elements merges some, as a
// rule says, until they are few enough. Such a join is an upper bound, commutative and
// idempotent. There is no least set of bounded size above two others, so it is not
// associative, nor monotone. Meets are exact, and may exceed the limit until the next
// join.
//
// Widening first pairs what is new with what it grew out of, and then widens pair by
// pair. It never makes more elements than there were, so each chain loses elements
// finitely often. Between two losses it is as many chains of the base.
//
// Sources: Cousot and Cousot, "Systematic design of program analysis frameworks", POPL
// 1979, section 9.2; Bagnara, Hill and Zaffanella, "Widening operators for powerset
// domains", STTT 8, 2006. Sections 4 and 5 of the latter treat widenings that connect
// the elements of one set with those of the other, and that bound their number.
package disjunction
