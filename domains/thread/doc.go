// Package thread is the domain of thread identities by creation history: a thread
// is known by the sites at which it and its ancestors were created.
//
//	d := thread.Domain[int]{}
//	main := d.Main()
//	worker := d.Fork(main, 7, false) // main⟨7⟩: the one thread that main creates at 7
//	again := d.Fork(main, 7, true)   // main⟨7…⟩: any of several
//
// # What an identity says
//
// The history of a concrete thread is the sequence of the sites of creation from the
// main thread to it. Each site comes with the number of threads that the same parent
// had created there before. The history of the main thread is empty. An identity is a
// prefix, and two sets of sites, Must ⊆ May. It describes the histories that
//
//   - begin with the prefix, the first creation of each of its sites by that parent,
//   - go on with creations, any number of times, at sites of May only,
//   - and at each site of Must at least once.
//
// Where May is empty, that is one thread: the identity is unique. Otherwise there may be
// several. A site never occurs twice in a prefix: as soon as it recurs, by recursion of
// threads, the prefix is cut there. So a program with finitely many sites has finitely
// many identities, and nothing has to be widened.
//
// The prefix and set are those of Schwarz, Saan, Seidl, Erhard and Vojdani, "Clustered
// relational thread-modular abstract interpretation with local traces", ESOP 2023,
// section 5, as Goblint has them. There the identities are a flat lattice. With Must
// apart from May they have joins that keep what they can: the common prefix, and which
// sites lie behind it.
//
// The zero ID is bottom, no thread; top is any thread.
package thread
