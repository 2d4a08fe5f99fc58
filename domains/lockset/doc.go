// Package lockset is the domain of the locks that a thread holds. A Must set
// tells the locks that are held for certain; in a run these are all that are held.
//
//	table, err := lockset.NewTable(lockset.Options[int]{})
//	must := table.Must()
//	held := must.Acquire(must.Empty(), mu, lockset.Write)
//	fmt.Println(held) // {mu}
//
// # What a set says
//
// A concrete thread holds each lock w times for writing and r times for reading. A
// mutex is a lock that is only held for writing; re-entrant monitors are held more than
// once, read sides of a sync.RWMutex too. A set has a Hold for each of its locks,
// with a bound for w, for r and for w + r:
//
//	w ≥ Write, r ≥ Read, w+r ≥ Any; nothing is said of other locks
//
// The sum is what joins need. A lock that is held for writing on one path and for
// reading on the other is held on both, and so protects what is read. Counts are
// capped: the greatest one stands for itself and all above, prints as "many", and makes
// all counters of loops finite.
//
// The zero value is bottom, "not reached". Sets grow in the order as they lose locks:
// joining intersects them, and the top is {}. Bottom is also the set of all locks from
// which Eraser's refinement starts (Savage et al., TOCS 1997, section 2.1). A must set
// with counts is that of Goblint's mutex analysis.
//
// # Representation
//
// A set is a pointer to an ascending slice of locks that its Table keeps once for
// each content. So equality is a comparison of pointers, joining equal sets costs
// nothing, and joins of different sets are remembered (RoadRunner does the same:
// Flanagan and Freund, PASTE 2010). The table holds its sets weakly: those that
// nobody uses any more are collected, so it grows with the sets in use. It is safe for
// concurrent use. Operations accept sets of another table with the same keys, and
// copy them first.
package lockset
