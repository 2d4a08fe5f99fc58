// Package mhp is the domain of what a thread knows of others at a point of its program.
// From that follows whether two points may happen in parallel.
//
//	d := mhp.Domain[int]{}
//	main := d.Main()
//	main, worker := d.Fork(main, 7)
//	may, why := d.MayHappenInParallel(main, worker)
//
// A Fact has three parts, and describes the states of threads for which they hold:
//
//   - who is there: an identity by creation history (package thread);
//   - whom it may have created so far: all its children are among these identities;
//   - who has ended for certain: threads that were joined, by this thread or by one
//     before it, each known by a unique identity.
//
// A thread that is an ancestor of another one, and has not created it nor any thread on
// the way to it, runs before it. A thread that has ended runs before whoever knows it.
// That main is alone before it creates its first thread is the simplest case. Both come
// from Goblint (analyses mhp, threadJoins and threadid; Schwarz et al., ESOP 2023,
// section 5).
//
// The zero Fact is bottom, for a point that is not reached. Facts grow as they know
// less: other identities, more children, fewer joins. With finitely many sites of creation
// chains are finite. Identities of children are kept in an antichain, only the largest
// ones.
package mhp
