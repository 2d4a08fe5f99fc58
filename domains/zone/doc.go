// Package zone is the domain of zones: conjunctions of bounds of variables and of
// differences of two, x - y ≤ c, over the integers. It says less than package
// octagon, which also has sums, and takes a quarter of the time.
//
// A State stands for the assignments of integers to variables that satisfy it. It is
// a difference bound matrix of int64 (A. Miné, "A new numerical abstract domain based
// on difference-bound matrices", PADO 2001), always closed. So order, equality and
// join look at each entry once, bounds are read off, and an assignment fills in
// the row and column of one variable. A test takes time quadratic in the number of
// variables; only widening, and meets that change bounds of several variables,
// close the whole matrix.
//
// Bounds are kept up to a magnitude of 2^50. A larger one is rounded: to none, or to
// that magnitude where it is very negative. Each State describes what it should
// and perhaps more; nothing wraps. Within these limits, the laws of a lattice
// hold exactly.
//
// A program's integers that wrap around are for the caller to consider: an
// expression may be assigned if it cannot leave the range of its type.
//
// Many variables, few of which are related, are better held in packs: see package
// pack.
package zone
