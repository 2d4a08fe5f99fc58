package envs

// A Block is a token for a monitor block (thesis, sections 2.3.4 and 4.2). It
// is what one thread executes between two changes of the set of locks held,
// such as acquisitions. Re-entrant acquisitions open no block. Nested
// acquisitions open a block of their own, and their release leads back to the
// block outside.
//
// Blocks are immutable and are compared through MustBe only; Go's == does not
// apply to them. The zero Block is "no lock is held".
type Block struct {
	_  [0]func() // not comparable: use MustBe
	id int64
}

const (
	looseID     = -1
	inheritedID = -2
)

// Loose is the top of the flat lattice of blocks: some block or none, it is not
// certain which. It is not certainly the same as anything, itself included.
func Loose() Block { return Block{id: looseID} }

// OuterBlock is, in a frame whose caller holds locks, the block that was current before the innermost depth of them
// were taken. OuterBlock(0) is current at the frame's entry.
func OuterBlock(depth int) Block { return Block{id: inheritedID - int64(depth)} }

// OpenedBlock is the block with the environment's number n > 0. It is for those
// who write a driver: a number stands for one block of a run, or for one class
// of places that open blocks.
func OpenedBlock(n int64) Block { return Block{id: n} }

// None reports that no lock is held, for certain.
func (b Block) None() bool { return b.id == 0 }

// IsLoose reports that it is not certain which block b is.
func (b Block) IsLoose() bool { return b.id == looseID }

// MustBe reports whether b and c are one block, for certain.
func (b Block) MustBe(c Block) bool { return b.id == c.id && b.id != looseID }

// Join is the least upper bound in the flat lattice, and whether it lies above
// b: equal blocks join to themselves, all others to Loose.
func (b Block) Join(c Block) (Block, bool) {
	if b.id == c.id || b.id == looseID {
		return b, false
	}
	return Loose(), true
}

// String is for debugging: "none", "loose", "inherited" or "block 3".
func (b Block) String() string {
	switch b.id {
	case 0:
		return "none"
	case looseID:
		return "loose"
	case inheritedID:
		return "inherited"
	}
	if b.id < 0 {
		return "outer " + itoa(inheritedID-b.id)
	}
	return "block " + itoa(b.id)
}

// Compare gives blocks a fixed order that means nothing: for sorting and for
// equality of states, never for deciding whether two blocks are one.
func (b Block) Compare(c Block) int {
	switch {
	case b.id < c.id:
		return -1
	case b.id > c.id:
		return 1
	}
	return 0
}

// A Thread is a token for a thread. A run numbers its threads from 1, and gives no
// number twice, not even after a thread has ended; 0 is no thread. Statically a thread
// stands for all that one place starts.
type Thread int64
