// Package lockfamily is the domain of families of lock sets, of which only the minimal
// ones are kept. It is also the domain of the accesses of a variable as the
// multi-lockset algorithm records them.
//
// A lock-set checker that keeps one set of candidates for a variable takes two readers
// under different locks for unprotected. Yet a writer that holds both locks is kept
// apart from either. The multi-lockset algorithm ("Atomicity: run-time analysis",
// section 5.2.4) therefore keeps the sets of locks held at reads one by one, and
// intersects only those held at writes:
//
//	table, err := lockset.NewTable(lockset.Options[rune]{})
//	d, err := lockfamily.New(table, 8)
//	a := d.Accesses().Read(lockfamily.Accesses[rune]{}, table.Must().Of('a'))
//
// A Family stands for the lock sets S of which it has a subset. Whoever held S held at
// least the locks of one of its members. So sets with a subset in the family are
// redundant and dropped; the rest is an antichain, and equal families have equal
// members. A family grows as it gets more sets or smaller ones. The family with no set
// is bottom: no access was seen. The family {{}} is top: one was made without any lock.
// It is the disjunctive completion of the Must sets of package lockset, of which it
// takes over sides and counts.
//
// Joins are exact. Widen and Limit bound how many minimal sets a family has. The two
// sets with most in common become what they have in common, until the sets are few
// enough.
package lockfamily
