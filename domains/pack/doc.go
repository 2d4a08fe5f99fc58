// Package pack keeps a relational domain fast for many variables: it groups them
// into packs, and relates only variables of one pack to each other (P. Cousot et
// al., "Why does Astrée scale up?", Formal Methods in System Design 35, 2009,
// section 5.3; for packs that grow: G. Singh, M. Püschel, M. Vechev, "Fast
// polyhedra abstract domain", POPL 2017).
//
//	d, err := pack.New(octagon.New, pack.Options[int32]{Packs: [][]int32{{1, 2}, {3, 4, 5}}})
//	s := d.Top().Assign(1, linear.Var[int32](2).Add(1))
//
// A State stands for the assignments of integers to keys that satisfy the relations
// of all its packs. A key of no pack is a pack of its own: its bounds are always kept.
// An expression over several packs counts, in each of them, with the bounds that the
// others have for their part of it.
//
// States are persistent. An operation returns a new State, which shares with the old
// one all packs but those that it changed. The packs are in a tree keyed by the
// smallest key of each. Packs of which nothing is known are not stored. So copying
// costs nothing, and merging what differs.
//
// # Packs that grow
//
// With Options.Grow, assigning or testing an expression over several packs unites them,
// as long as the result has no more variables than that. A key that is assigned anew,
// or forgotten, leaves its pack. States with different packs are compared exactly, by
// what they describe. Merging and widening unite packs of the receiver that the other
// state has united, and project the other state onto them.
//
// With packs that are given, States are a lattice, and all operations are monotone. With
// packs that grow, merging gives an upper bound, though not always the least, and
// widening terminates. Operations are monotone unless
//
//   - packs have reached the limit: whether they can be united depends on what they have
//     grown to; or
//   - bounds are too large for the relation, such as 2^50 in octagons and zones. Where
//     x ≤ 2^50 and y ≥ 0 are two packs, x := x + 1 leaves no bound of x; in one
//     pack, the bound of x - y may remain.
package pack
