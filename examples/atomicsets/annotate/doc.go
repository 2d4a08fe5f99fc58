// Package annotate writes what atomicsets infers into the source of a module: as struct
// declarations with comments, to be read,
//
//	type List struct {
//		mu      sync.Mutex
//		length  int      // atomic set {entries, length} under mu
//		entries []string // atomic set {entries, length} under mu
//	}
//
//	// unit of work for List {entries, length}
//	// unit of work for List {entries, length} of other
//	func (l *List) AddAll(other *List)
//
// and as a patch that says the part of it that Go programs have annotations for: which lock
// protects a field, in the form of gVisor's checklocks.
//
//	 	mu      sync.Mutex
//	+	// +checklocks:mu
//	 	length  int
//
// The patch changes comments and blanks only, so the module means what it did. It leaves alone what is annotated
// already. It names what it cannot annotate, and why:
//
//   - fields of sets without one lock
//   - fields that are declared in a line with others that are not in the set
//   - types whose declaration is not in the module
//
// That a set has a lock is what was seen, not what is proved: a checker of the annotations, such as
// checklocks, is to be run after it.
package annotate
