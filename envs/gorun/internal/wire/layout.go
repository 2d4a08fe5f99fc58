package wire

import "github.com/seed38182bad/parallax/envs"

// version is the version of the record and ring layouts in this file. Programs and observers of different
// versions do not understand each other.
const version = 5

// EnvVar is the environment variable with the place of the ring, for a program with probes.
const EnvVar = "PARALLAX_RING"

// A tag says what a record is about. It is never zero: a zero word is one that has not been written yet.
type tag uint8

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
//	Note        see below         what           three words
//
// A stack grows away from its base, so a frame has a larger distance than the frame that called it, and keeps its
// distance when the stack is moved. A record of a frame says that all frames with a larger distance are gone, however
// they ended; an Enter says so of its own distance too.
//
// A Recover is of the frame, with probes or not, whose deferred call stopped a panic.
//
// The size of a frame is its distance from the frame that called it, in the upper 10 bits of the argument; 0 if it does
// not fit. It distinguishes a function that was called by one with probes from one that was called by something in
// between.
//
// A Fault is written where a check of the operation's Detail does not hold, which may be some way before the operation.
//
// An Object of the operation of a Fork comes before it, and is the group that waits for the end of the goroutine.
//
// A Fork that is withdrawn, after it was written, has not started a goroutine itself. An Observe with its flag is a
// Signal that replaces, too; one that is the last, in its argument, ends what was signalled.
//
// Numbers are given out to Lock, Fork, Signal and Observe records, and to Collected ones, without gaps and for the
// whole program, from 1. They are given while a lock is held, or before a goroutine is started. Next and End are the
// last records of a chunk and are not part of a recorded file.
//
// Identities are addresses; the package comment says how it is known when they mean something else. For that there are
// Notes of what the garbage collector freed. The others are about goroutines that wait, and those that never go on:
//
//	What       frame  flag  words
//	Freed      size   –     an address, a mask of those gone of it and the 63 objects after it, number.
//	Collected  –      –     –, –, number; comes after all that was freed at once.
//	Epoch      –      –     –, –, number; in other streams, where addresses from before Collected end.
//	Await      yes    –     identity, 1 + operation or 0, 1 + case or 0.
//	Await      –      yes   –, –, –; the goroutine goes on.
//	Line       –      –     line at which a frame is, with probes or not, FNV-1a hash of the file's name, –.
//	Text       –      –     24 bytes of text.
//	Halt       –      –     –, –, number; after Lines and Texts.
//
// The operation of an Await that has a case is that with which the select begins.
const (
	tagEnter tag = 1 + iota
	tagEnterPanic
	tagLeave
	tagBlock
	tagObject
	tagLock
	tagFork
	tagStart
	tagEnd
	tagNext
	tagRecover
	tagFault
	tagSignal
	tagObserve
	tagNote
)

// What a Note says, in its argument.
const (
	noteFreed = iota
	noteCollected
	noteEpoch
	noteAwait
	noteLine
	noteText
	noteHalt
	noteTurn
)

// lastObserve, in the argument of an Observe, says that the object is not observed again before it is signalled anew.
const lastObserve = 1

// reverseBit marks, in the identity of a Signal or Observe, the other of two objects that have one address.
const reverseBit = 1 << 63

// sharedSide marks, in the address of a Lock record, that the operation is on the shared side of the lock. Locks have
// even addresses.
const sharedSide = 1

// lockingBit marks, in the identity of a Signal or Observe, that they are about the order in which a lock is taken.
const lockingBit = 1 << 62

// MaxTerms is how many values a Fault has room for.
const MaxTerms = 4

// How a program may have ended.
const (
	endAsleep   = 1 // no goroutine could go on
	endTimedOut = 2 // its tests took too long
)

// MaxCases is how many cases of a select are told for which a goroutine waits.
const MaxCases = 8

var tagNames = [16]string{
	"nothing", "enter", "enter while panicking", "leave", "block", "object", "lock", "fork", "start", "end", "next",
	"recover", "fault", "signal", "observe", "note",
}

// Bits in the argument of a Lock record. Without them the argument is an operation.
const (
	deferredLock  = 1 << 31 // the other bits are the number of a deferred lock operation of the function
	unwindingLock = 1 << 30 // with DeferredLock: it ran since the frame is being unwound
)

// String gives the tag's name in lower case.
func (t tag) String() string { return tagNames[t&15] }

// lengths has the length of each record in words, 0 for what is no record.
var lengths = [16]uint8{
	tagEnter: 1, tagEnterPanic: 2, tagLeave: 1, tagBlock: 1, tagObject: 2, tagLock: 3, tagFork: 2, tagStart: 4,
	tagEnd: 1, tagNext: 1, tagRecover: 1, tagFault: 2 + MaxTerms, tagSignal: 3, tagObserve: 3, tagNote: 4,
}

// A head is the first word of a record.
type head uint64

const (
	frameShift = 4
	frameMask  = 1<<27 - 1
	flagBit    = 1 << 31
	argShift   = 32
	sizeShift  = 54
)

// maxFuncs is how many functions a program with probes can have.
const maxFuncs = 1 << (sizeShift - argShift)

// tag is the kind of record.
func (h head) tag() tag { return tag(h & 15) }

// frame is the distance of the record's frame from the base of its stack.
func (h head) frame() uint32 { return uint32(h>>frameShift) & frameMask }

// flag is the record's flag.
func (h head) flag() bool { return h&flagBit != 0 }

// arg is the record's argument.
func (h head) arg() uint32 { return uint32(h >> argShift) }

// callee is the function that an Enter or EnterPanic is about.
func (h head) callee() uint32 { return h.arg() % maxFuncs }

// caller is the distance of the frame that called the one of an Enter; false if it is not known.
func (h head) caller() (uint32, bool) {
	size := uint32(h >> sizeShift)
	return h.frame() - size, size != 0
}

// length is the number of words of the record, its head included; 0 if h is not the head of a record.
func (h head) length() int { return int(lengths[h&15]) }

// The ring: a file that the program maps and the observer maps. It starts with a page of words, each that is written
// often on a cache line of its own, and goes on with chunks of chunkBytes. The file is as long as all chunks together
// but only those in use take memory.
//
// A goroutine writes to a chunk of its own from the second word on. The head of a record is the last of its words to be
// written; where nothing has been written the chunk is zero. When a chunk is full, its last record is Next, which names
// the chunk where the goroutine goes on; when the goroutine ends, the last record is End. The observer reads along,
// clears a chunk that it has read to the end and gives it back. The chunks that nobody uses are a list, and so are the
// first chunks of goroutines that the observer has not seen yet. The first word of a chunk holds the next of its list.
// Chunks are numbered from 1.
const (
	magic      = 0x31584c4c41524150 // "PARALLX1"
	chunkBytes = 4096

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
	offEnd      = 448 // how it has ended, if it says so

	// Of programs that may be perturbed.
	offSeed      = 512  // seed of the run; 0 if it is not perturbed
	offDelays    = 576  // how often a goroutine was to be delayed so far
	offDelayed   = 584  // for how long in all, in microseconds; 1 if it only lets others run
	offSuggested = 2048 // a bit for each operation before which delays were suggested, by suggestedBit

	headerBytes = 4096
)

// suggestedBit is the bit of an operation. Several may share one.
func suggestedBit(p envs.Point) uint64 {
	return (uint64(p.Func())<<32 | uint64(p.PC())) * suggestedFactor >> suggestedShift
}

const (
	suggestedFactor = 0x9e3779b97f4a7c15
	suggestedShift  = 64 - 14 // of 14 bits: headerBytes - offSuggested bytes have so many bits
)

// Layout gives the numbers above by name, for the program's side of the ring, which cannot import this package; perturb
// is whether the program may be perturbed.
func Layout(perturb bool) map[string]uint64 {
	nums := map[string]uint64{
		"Version": version, "Magic": magic, "ChunkBytes": chunkBytes, "HeaderBytes": headerBytes,
		"OffMagic": offMagic, "OffVersion": offVersion, "OffChunks": offChunks, "OffLimit": offLimit,
		"OffOwner": offOwner, "OffIdentity": offIdentity, "OffFree": offFree, "OffNew": offNew,
		"OffHanded": offHanded, "OffFreed": offFreed, "OffUsed": offUsed, "OffLost": offLost, "OffEnd": offEnd,
		"Asleep": endAsleep, "TimedOut": endTimedOut,
		"FrameShift": frameShift, "FlagBit": flagBit, "ArgShift": argShift, "SizeShift": sizeShift,
		"Enter": uint64(tagEnter), "EnterPanic": uint64(tagEnterPanic), "Leave": uint64(tagLeave), "Block": uint64(tagBlock),
		"Object": uint64(tagObject), "Lock": uint64(tagLock), "Fork": uint64(tagFork), "Start": uint64(tagStart),
		"DeferredLock": deferredLock, "UnwindingLock": unwindingLock, "End": uint64(tagEnd), "Recover": uint64(tagRecover),
		"Fault": uint64(tagFault), "Next": uint64(tagNext), "Signal": uint64(tagSignal), "Observe": uint64(tagObserve),
		"Note": uint64(tagNote), "Freed": noteFreed, "Collected": noteCollected, "Epoch": noteEpoch,
		"Await": noteAwait, "Line": noteLine, "Text": noteText, "Halt": noteHalt, "Turn": noteTurn,
		"Reverse": reverseBit, "Locking": lockingBit, "Last": lastObserve,
	}
	if perturb {
		nums["OffSeed"], nums["OffDelays"], nums["OffDelayed"] = offSeed, offDelays, offDelayed
		nums["OffSuggested"], nums["SuggestedShift"] = offSuggested, suggestedShift
		nums["SuggestedFactor"] = suggestedFactor
	}
	return nums
}
