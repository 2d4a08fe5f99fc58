// Package domains is the place of abstract values: numbers, relations between
// them, locks, views, strings, heaps. Each domain is a package of its own below
// this one. A domain knows its order, its operations and how it prints; it
// imports lattice and nothing else of the module, so that it can be used, and
// held to the laws of lattice/latticetest, without any program to analyse.
//
// The stale-value checker needs none: its values are origins, which only it
// understands. The first domains come with the checkers that need them.
package domains
