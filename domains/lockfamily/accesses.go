package lockfamily

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice"
)

// Accesses is what the multi-lockset algorithm keeps of the accesses of a variable.
// The zero Accesses is bottom: none was seen.
type Accesses[K lattice.Integer] struct {
	// Reads has the minimal sets of locks that protected a read.
	Reads Family[K] `json:"reads"`
	// Writes has the locks that protected every write, bottom if there was none.
	Writes lockset.Must[K] `json:"writes"`
}

// String is such as "reads {{a}, {b}}, writes {a, b}".
func (a Accesses[K]) String() string { return fmt.Sprintf("reads %v, writes %v", a.Reads, a.Writes) }

// AccessDomain is the lattice of Accesses, ordered in both parts at once.
type AccessDomain[K lattice.Integer] struct{ families Domain[K] }

// Accesses returns the domain of the accesses of a variable.
func (d Domain[K]) Accesses() AccessDomain[K] { return AccessDomain[K]{d} }

// Bottom returns no accesses.
func (d AccessDomain[K]) Bottom() Accesses[K] { return Accesses[K]{} }

// Top returns reads and writes under no lock.
func (d AccessDomain[K]) Top() Accesses[K] {
	return Accesses[K]{d.families.Top(), d.families.locks.Top()}
}

// Leq compares both parts.
func (d AccessDomain[K]) Leq(a, b Accesses[K]) bool {
	return d.families.locks.Leq(a.Writes, b.Writes) && d.families.Leq(a.Reads, b.Reads)
}

// Equal compares both parts.
func (d AccessDomain[K]) Equal(a, b Accesses[K]) bool {
	return d.families.locks.Equal(a.Writes, b.Writes) && d.families.Equal(a.Reads, b.Reads)
}

// Join joins both parts.
func (d AccessDomain[K]) Join(a, b Accesses[K]) Accesses[K] {
	switch {
	case d.Leq(b, a):
		return a
	case d.Leq(a, b):
		return b
	}
	return Accesses[K]{d.families.Join(a.Reads, b.Reads), d.families.locks.Join(a.Writes, b.Writes)}
}

// Meet meets both parts.
func (d AccessDomain[K]) Meet(a, b Accesses[K]) Accesses[K] {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	return Accesses[K]{d.families.Meet(a.Reads, b.Reads), d.families.locks.Meet(a.Writes, b.Writes)}
}

// Widen returns old if next adds nothing, and joins the writes and widens the reads
// otherwise.
func (d AccessDomain[K]) Widen(old, next Accesses[K], _ ...int64) Accesses[K] {
	if d.Leq(next, old) {
		return old
	}
	return Accesses[K]{d.families.Widen(old.Reads, next.Reads), d.families.locks.Join(old.Writes, next.Writes)}
}

// Read returns a with a read under these locks.
func (d AccessDomain[K]) Read(a Accesses[K], held lockset.Must[K]) Accesses[K] {
	a.Reads = d.families.Add(a.Reads, d.families.locks.Guards(held, lockset.Read))
	return a
}

// Write returns a with a write under these locks.
func (d AccessDomain[K]) Write(a Accesses[K], held lockset.Must[K]) Accesses[K] {
	a.Writes = d.families.locks.Join(a.Writes, d.families.locks.Guards(held, lockset.Write))
	return a
}

// Limit returns accesses above a with at most as many sets of reads as the domain
// allows.
func (d AccessDomain[K]) Limit(a Accesses[K]) Accesses[K] {
	a.Reads = d.families.Limit(a.Reads)
	return a
}

// Common returns the locks that protected every access: those that are left of the set of
// candidates of Savage and others ("Eraser", TOCS 1997).
func (d AccessDomain[K]) Common(a Accesses[K]) lockset.Must[K] {
	all := a.Writes
	for s := range a.Reads.All() {
		all = d.families.locks.Join(all, s)
	}
	return all
}

// A Verdict is what the locks held at the accesses of a variable say of it.
type Verdict uint8

// The verdicts, from the best to the worst. Larger accesses have no better one.
const (
	NotWritten        Verdict = iota // there is no write
	Protected                        // writes have a lock in common, and each read holds one of those
	ReadUnprotected                  // a read holds none of the locks that all writes hold
	WritesUnprotected                // the writes have no lock in common
)

// String says the verdict in words.
func (v Verdict) String() string {
	switch v {
	case NotWritten:
		return "not written"
	case Protected:
		return "protected"
	case ReadUnprotected:
		return "read without a lock of the writes"
	case WritesUnprotected:
		return "written without a common lock"
	}
	return fmt.Sprintf("verdict(%d)", uint8(v))
}

// Judge says whether locks protect the variable, which is a potential data race if
// they do not and if threads share it. Of ReadUnprotected it gives the locks of the
// first read that is at fault.
func (d AccessDomain[K]) Judge(a Accesses[K]) (v Verdict, reading lockset.Must[K]) {
	switch {
	case a.Writes.IsBottom():
		return NotWritten, reading
	case a.Writes.IsTop():
		return WritesUnprotected, reading
	}
	reading, _, protected := d.families.Apart(a.Reads, d.families.Of(a.Writes))
	if !protected {
		return ReadUnprotected, reading
	}
	return Protected, lockset.Must[K]{}
}
