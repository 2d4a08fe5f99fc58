// Package cycles finds cycles in a directed graph that grows edge by edge.
//
//	g.Add(rules, a, b, label, occurrence) // an edge from a to b
//	for cycle := range g.Through(rules, step) {
//
// An edge has two nodes and a label, which tells edges between the same nodes apart, and it may occur several times. A
// step is one occurrence of an edge. Which steps make a cycle is up to Rules, so that a cycle can stand for something
// that may come about. Such are steps of different threads that may be made at the same time.
//
// A node is a name. Rules say which names may be of one thing, in which case a step to the one
// may be followed by a step from the other. That relation need not be transitive.
//
// Nothing depends on the order of maps. Edges are looked at in the order of their nodes and labels, and occurrences in
// the order in which they came. Shorter cycles come before longer ones. The search is cut off after a number of steps;
// before that each cycle through a step is found, none of whose nodes but the first name comes twice.
//
// There are faster ways to know only whether a graph has a cycle, and in which order its nodes can be sorted (Bender,
// Fineman, Gilbert and Tarjan, "A new approach to incremental cycle detection", 2016). They do not list cycles, and
// rules that do not allow some of them are beyond them.
package cycles
