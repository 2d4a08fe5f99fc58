package lockfamily

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice"
)

// Accesses is what the multi-lockset algorithm keeps of the accesses of a variable. First
// has the minimal sets of locks that protected a read. Second has the locks that protected
// every write, bottom if there was none. The zero Accesses is bottom: none was seen.
type Accesses[K lattice.Integer] = lattice.Pair[Family[K], lockset.Must[K]]

// AccessDomain is the lattice of Accesses, ordered in both parts at once.
type AccessDomain[K lattice.Integer] struct {
	lattice.Product[Family[K], lockset.Must[K]]
	families Domain[K]
}

// Accesses returns the domain of the accesses of a variable.
func (d Domain[K]) Accesses() AccessDomain[K] {
	return AccessDomain[K]{lattice.NewProduct[Family[K], lockset.Must[K]](d, d.locks), d}
}

// Read returns a with a read under these locks.
func (d AccessDomain[K]) Read(a Accesses[K], held lockset.Must[K]) Accesses[K] {
	a.First = d.families.Add(a.First, d.families.locks.Guards(held, lockset.Read))
	return a
}

// Write returns a with a write under these locks.
func (d AccessDomain[K]) Write(a Accesses[K], held lockset.Must[K]) Accesses[K] {
	a.Second = d.families.locks.Join(a.Second, d.families.locks.Guards(held, lockset.Write))
	return a
}

// Limit returns accesses above a with at most as many sets of reads as the domain
// allows.
func (d AccessDomain[K]) Limit(a Accesses[K]) Accesses[K] {
	a.First = d.families.Limit(a.First)
	return a
}

// Common returns the locks that protected every access: those that are left of the set of
// candidates of Savage and others ("Eraser", TOCS 1997).
func (d AccessDomain[K]) Common(a Accesses[K]) lockset.Must[K] {
	all := a.Second
	for s := range a.First.All() {
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
	case a.Second.IsBottom():
		return NotWritten, reading
	case a.Second.IsTop():
		return WritesUnprotected, reading
	}
	reading, _, protected := d.families.Apart(a.First, d.families.Of(a.Second))
	if !protected {
		return ReadUnprotected, reading
	}
	return Protected, lockset.Must[K]{}
}
