package wire

// Version is the version of the record and ring layouts in this file. Programs and observers of different
// versions do not understand each other.
const Version = 3

// EnvVar names the environment variable that tells a program with probes where its ring is.
const EnvVar = "PARALLAX_RING"

// A Tag says what a record is about. It is never zero: a zero word is one that has not been written yet.
type Tag uint8

// The records. Each is a head word, and for some further words that are written before the head:
//
//	bits  0–3   tag
//	bits  4–30  frame: distance of the frame from the base of its stack, in words
//	bit   31    flag
//	bits 32–63  argument
//
//	Tag         frame  flag       argument       further words
//	Enter       yes    –          function, size –
//	EnterPanic  yes    –          function, size frame whose deferred call this is <<32 | frame of the panic
//	Leave       yes    unwound    –              –
//	Block       yes    –          operation      –
//	Object      yes    –          operation      identity
//	Lock        yes    taken      operation      identity, number
//	Fork        yes    withdrawn  operation      number
//	Start       –      –          –              goroutine, its parent, number of the Fork or 0
//	End         –      –          –              –
//	Next        –      –          chunk          –
//	Recover     yes    –          –              –
//	Fault       yes    –          operation      number of the check, values of its terms
//	Signal      –      replaces   –              identity, number
//	Observe     –      signals    last           identity, number
//	Heap        –      –          what           two words, number
//
// A stack grows away from its base, so a frame has a larger distance than the frame that called it, and keeps its
// distance when the stack is moved. A record of a frame says that all frames with a larger distance are gone, however
// they ended; an Enter says so of its own distance too.
//
// A Recover is of the frame, with probes or not, whose deferred call stopped a panic.
//
// The size of a frame is its distance from the frame that called it, in the upper 10 bits of the argument; 0 if it does
// not fit. It tells a function that was called by one with probes from one that was called by something in between.
//
// A Fault is written where a check of the operation's Detail does not hold, which may be some way before the operation.
//
// An Object of the operation of a Fork comes before it, and is the group that the end of the goroutine is told.
//
// A Fork that is withdrawn, after it was written, has not started a goroutine itself. An Observe with its flag is a
// Signal that replaces, too; one that is the last, in its argument, ends what was signalled.
//
// Numbers are given out to Lock, Fork, Signal and Observe records, and to Collected ones, without gaps and for the whole
// program, from 1: while a lock is held, or before a goroutine is started. Next and End are the last records of a chunk and
// are not part of a recorded file.
//
// Identities are addresses; the package comment tells how it is known when they mean something else. For that the Heap
// records say what the garbage collector freed: Freed has an address, a mask of those among it and the 63 objects after it
// that are no more, and the size of each; Collected comes after all that was freed at once, and Epoch, in every other
// stream, where addresses that were written before Collected end.
const (
	Enter Tag = 1 + iota
	EnterPanic
	Leave
	Block
	Object
	Lock
	Fork
	Start
	End
	Next
	Recover
	Fault
	Signal
	Observe
	Heap
)

// What a Heap record says, in its argument.
const (
	Freed = iota
	Collected
	Epoch
)

// Last, in the argument of an Observe, says that the object is not observed again before it is signalled anew.
const Last = 1

// Reverse marks, in the identity of a Signal or Observe, the other of two objects that have one address.
const Reverse = 1 << 63

// SharedSide marks, in the address of a Lock record, that the operation is on the shared side of the lock. Locks have
// even addresses.
const SharedSide = 1

// Locking marks, in the identity of a Signal or Observe, that they are about the order in which a lock is taken.
const Locking = 1 << 62

// MaxTerms is how many values a Fault has room for.
const MaxTerms = 4

var tagNames = [16]string{
	"nothing", "enter", "enter while panicking", "leave", "block", "object", "lock", "fork", "start", "end", "next",
	"recover", "fault", "signal", "observe", "heap",
}

// Bits in the argument of a Lock record. Without them the argument is an operation.
const (
	DeferredLock  = 1 << 31 // the other bits are the number of a deferred lock operation of the function
	UnwindingLock = 1 << 30 // with DeferredLock: it ran since the frame is being unwound
)

// String gives the tag's name in lower case.
func (t Tag) String() string { return tagNames[t&15] }

// lengths has the length of each record in words, 0 for what is no record.
var lengths = [16]uint8{
	Enter: 1, EnterPanic: 2, Leave: 1, Block: 1, Object: 2, Lock: 3, Fork: 2, Start: 4, End: 1, Next: 1, Recover: 1,
	Fault: 2 + MaxTerms, Signal: 3, Observe: 3, Heap: 4,
}

// A Head is the first word of a record.
type Head uint64

const (
	frameShift = 4
	frameMask  = 1<<27 - 1
	flagBit    = 1 << 31
	argShift   = 32
	sizeShift  = 54
)

// MaxFuncs is how many functions a program with probes can have.
const MaxFuncs = 1 << (sizeShift - argShift)

// MakeHead puts a head together.
func MakeHead(t Tag, frame uint32, flag bool, arg uint32) Head {
	h := Head(t) | Head(frame&frameMask)<<frameShift | Head(arg)<<argShift
	if flag {
		h |= flagBit
	}
	return h
}

// Tag is the kind of record.
func (h Head) Tag() Tag { return Tag(h & 15) }

// Frame is the distance of the record's frame from the base of its stack.
func (h Head) Frame() uint32 { return uint32(h>>frameShift) & frameMask }

// Flag is the record's flag.
func (h Head) Flag() bool { return h&flagBit != 0 }

// Arg is the record's argument.
func (h Head) Arg() uint32 { return uint32(h >> argShift) }

// Func is the function that an Enter or EnterPanic is about.
func (h Head) Func() uint32 { return h.Arg() % MaxFuncs }

// Caller is the distance of the frame that called the one of an Enter; false if it is not known.
func (h Head) Caller() (uint32, bool) {
	size := uint32(h >> sizeShift)
	return h.Frame() - size, size != 0
}

// Len is the number of words of the record, its head included; 0 if h is not the head of a record.
func (h Head) Len() int { return int(lengths[h&15]) }

// The ring: a file that the program maps and the observer maps. It starts with a page of words, each that is written
// often on a cache line of its own, and goes on with chunks of ChunkBytes. The file is as long as all chunks together
// but only those in use take memory.
//
// A goroutine writes to a chunk of its own from the second word on. The head of a record is the last of its words to be
// written; where nothing has been written the chunk is zero. When a chunk is full, its last record is Next, which
// names the chunk where the goroutine goes on; when the goroutine ends, the last record is End. The observer reads along,
// clears a chunk that it has read to the end and gives it back. The chunks that nobody uses are a list, and so are the
// first chunks of goroutines that the observer has not seen yet: the first word of a chunk holds the next of its list.
// Chunks are numbered from 1.
const (
	Magic      = 0x31584c4c41524150 // "PARALLX1"
	ChunkBytes = 4096

	offMagic    = 0
	offVersion  = 8   // Version, ChunkBytes<<32
	offChunks   = 16  // number of chunks in the file
	offLimit    = 24  // handed-over chunks the observer may be behind before the program waits
	offOwner    = 32  // process that writes; 0 until one has come
	offIdentity = 40  // identity of the program that writes
	offFree     = 64  // list of free chunks: first chunk, count of changes<<32
	offNew      = 128 // list of goroutines the observer has not seen
	offHanded   = 192 // chunks handed over to the observer so far
	offFreed    = 256 // chunks given back by the observer so far
	offUsed     = 320 // chunks that were ever used
	offLost     = 384 // records lost because there was no chunk left
	headerBytes = 4096
)

// Layout gives the numbers above by name, for the program's side of the ring, which cannot import this package.
func Layout() map[string]uint64 {
	return map[string]uint64{
		"Version": Version, "Magic": Magic, "ChunkBytes": ChunkBytes, "HeaderBytes": headerBytes,
		"OffMagic": offMagic, "OffVersion": offVersion, "OffChunks": offChunks, "OffLimit": offLimit,
		"OffOwner": offOwner, "OffIdentity": offIdentity, "OffFree": offFree, "OffNew": offNew,
		"OffHanded": offHanded, "OffFreed": offFreed, "OffUsed": offUsed, "OffLost": offLost,
		"FrameShift": frameShift, "FlagBit": flagBit, "ArgShift": argShift, "SizeShift": sizeShift,
		"Enter": uint64(Enter), "EnterPanic": uint64(EnterPanic), "Leave": uint64(Leave), "Block": uint64(Block),
		"Object": uint64(Object), "Lock": uint64(Lock), "Fork": uint64(Fork), "Start": uint64(Start),
		"DeferredLock": DeferredLock, "UnwindingLock": UnwindingLock, "End": uint64(End), "Recover": uint64(Recover),
		"Fault": uint64(Fault), "Next": uint64(Next), "Signal": uint64(Signal), "Observe": uint64(Observe),
		"Heap": uint64(Heap), "Freed": Freed, "Collected": Collected, "Epoch": Epoch, "Reverse": Reverse, "Locking": Locking, "Last": Last,
	}
}
