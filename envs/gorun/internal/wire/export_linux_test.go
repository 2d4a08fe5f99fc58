package wire

import "sync/atomic"

type RingOptions = ringOptions

// NewRingOf makes a ring with other sizes than the usual ones.
var NewRingOf = newRing

// Writer is the process that took the ring, and the identity that its probes were built with; 0, 0 if none has yet.
func (r *Ring) Writer() (pid int, identity uint64) {
	pid = int(atomic.LoadUint64(r.word(offOwner)))
	return pid, atomic.LoadUint64(r.word(offIdentity))
}

// A RingStat counts what happened in a ring so far.
type RingStat struct {
	Goroutines uint64 // that were seen
	Chunks     uint64 // that are or were in use: the memory taken, in units of chunkBytes
	Skipped    uint64 // numbers whose records a killed program did not get to write
}

// Stat counts what happened so far.
func (r *Ring) Stat() RingStat {
	return RingStat{Goroutines: uint64(r.seen), Chunks: atomic.LoadUint64(r.word(offUsed)), Skipped: r.skipped}
}
