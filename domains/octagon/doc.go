// Package octagon is the domain of octagons: conjunctions of bounds of variables and
// of sums and differences of two, ±x ± y ≤ c, over the integers.
//
// A State stands for the assignments of integers to variables that satisfy it. It is
// a half matrix of int64 (A. Miné, "The octagon abstract domain", Higher-Order and
// Symbolic Computation 19, 2006), always in its least form: closed, and tightened to
// what integers allow (R. Bagnara, P. Hill, E. Zaffanella, "Weakly-relational
// shapes for numeric abstractions", Formal Methods in System Design 35, 2009). So
// order, equality and join look at each entry once, bounds are read off, and an
// assignment fills in the rows of one variable. A test takes time quadratic in
// the number of variables (A. Chawdhary, E. Robbins, A. King, "Incrementally
// closing octagons", Formal Methods in System Design 54, 2018); only widening, and
// meets that change bounds of several variables, close the whole matrix.
//
// Bounds are kept up to a magnitude of 2^50 for sums and differences, and of 2^49
// for variables. A larger one is rounded: to none, or to that magnitude where it is
// very negative. Each State describes what it should and perhaps more; nothing
// wraps. Within these limits, the laws of a lattice hold exactly.
//
// A program's integers that wrap around are for the caller to consider: an
// expression may be assigned if it cannot leave the range of its type.
//
// Many variables, few of which are related, are better held in packs: see package
// pack.
package octagon
