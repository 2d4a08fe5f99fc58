package trace

import (
	"encoding/binary"
	"hash/crc32"
)

// The binary format. A file is eight bytes, "plxt", three zeros and the version 4, and then
// blocks. Numbers of fixed size have their least byte first; uvarint and varint are
// those of encoding/binary; text is a uvarint length and that many bytes. A block is a
// header of 36 bytes and its contents:
//
//	 0  4  0xd7 "blk"
//	 4  1  its kind
//	 5  3  zeros
//	 8  4  the run that it belongs to, from 1; 0 if to none
//	12  4  how many events it has
//	16  8  how many events all blocks before it have
//	24  4  the length of the contents
//	28  4  CRC-32C of the contents
//	32  4  CRC-32C of the 32 bytes before
//
//	kind  contents                                            where
//	'H'   JSON of the writer's choice                         first
//	'R'   the name of a run                                   begins a run
//	'D'   definitions                                         before the events that need them
//	'E'   events                                              in a run
//	'X'   RunEnd as JSON                                      ends a run
//	'Z'   fileEnd as JSON                                     last
//
// A header says how to get to the next block, and how many events lie behind. So any event is found
// without a look at contents other than definitions. A block with events needs no other block but
// definitions. A block that is damaged costs its own events. If the header is damaged, the next one
// is found by its first bytes and its checksum.
//
// # Definitions
//
// A definition is one byte for its sort, a uvarint for its length, its number (uvarint) and its
// fields, uvarints if nothing else is said. A reader passes over fields that follow those it knows.
// The numbers of a sort go up from 0 through the file. The exceptions are those of functions, which
// are envs.FuncIDs, and of threads, which last for a run. "x?" is 0 for none, otherwise one more
// than the number of an x.
//
//	sort  defines    fields
//	's'   a string   its bytes, to the end
//	'l'   a Loc      class, flags (1 Final, 2 Variable, 4 Apart, 8 Unbuffered), name (string)
//	'p'   a Path     root, register (varint), global, steps, text (strings), within (path?), if there is more
//	'c'   a Callee   name (string), full name (string?), flags (1 Open, 2 Quiet, 4 Still), first argument,
//	                 number of Funcs, each, number of Args, each (path?)
//	'f'   a Func     name (string), flags (1 a root, 2 Strict, 4 Atomic, 8 Exported), registers, results, number of
//	                 parameters, each, position, number of named registers, each with its name
//	                 (string), number of Ops, of each its kind (byte), Handler and, if it is a
//	                 Jump, Branch or Switch, To; number of Lists, of each its length, and each
//	'o'   an Op      function, index, kind, flags, results, first result, Defer's number, number of
//	                 Uses, each, Loc?, Path?, Callee?, position, base (path?), and of its
//	                 first Step: object, flags (1 Done, 2 Func is its function)
//	't'   a thread   its name (string)
//	'q'   order      flags (1 accesses have events in the order in which they were made)
//
// A position is a file (string), a line (varint) and a column; column 0 says that the line
// is a number that stands for a place. Steps of an operation are like the first one unless
// they say otherwise.
//
// # Events
//
// The contents of an 'E' block begin with the frames of the threads in it. First comes a uvarint
// for the length in bytes of all that. For each thread that has frames before its first event in
// the block, its number and how many frames it has follow. If these are at most 64, the function of
// each follows, outermost first. Only a reader that has lost events needs them.
//
// Then come events. What an event may be relative to is forgotten at the beginning of a block:
//
//   - the thread of the event before (0)
//   - for each of 64 classes of threads with equal number modulo 64, the operation of its last Step
//     (0)
//   - the last object that was written in full (0)
//   - the recent objects, one (0) for each of 256 slots
//
// The slot of an object is the highest byte of its product with 0x9e3779b97f4a7c15. An event begins
// with a byte:
//
//	0tooxxzz  Step. t: the thread follows (uvarint), otherwise it is that of the event
//	          before. The number of the operation is relative to the last one of its class,
//	          zig-zag as a varint is: zz are the two lowest bits, the others are in xx bytes
//	          that follow, the least first. oo: the object is 0 that of the operation's
//	          first Step, 1 the recent one in a slot that follows (byte), 2 or 3 one that is
//	          written in full: what it is more than the last such one (varint), modulo 2^64.
//	          Done is as in the first Step with 0 to 2, and the contrary with 3.
//	1t0sdkkk  kkk is 0 Enter, 1 Leave, 2 End, 3 Signal, 4 Observe, 6 Forget. d: Direct of an
//	          Enter, Done of the others. The thread, as above; of an Enter the function
//	          (uvarint); of the last three the object, in a slot if s, otherwise in full.
//	10000101  any event: kind (byte), 1 Done + 2 Direct (byte), thread, function, index, check
//	          (varints), object (uvarint), number of values, each a kind (byte) and bits (uvarint);
//	          and of a Halt its text. A Halt without check, values and text has no Failure.
//	10000111  an event of a later version: its sort and the length of what follows (uvarints).
//
// Thread, operation, slot and so on follow in the order in which they stand here. The
// order of the fields of a Step is thread, operation, object.
//
// # Versions
//
// The version in the first bytes changes when a reader of the version before would
// misunderstand a file. What it can pass over, new definitions, fields and events, comes
// without a new version.
const magic = "plxt\x00\x00\x00\x04"

// The kinds of blocks.
const (
	headerBlock  = 'H'
	runBlock     = 'R'
	defBlock     = 'D'
	eventBlock   = 'E'
	runEndBlock  = 'X'
	fileEndBlock = 'Z'
)

// The sorts of definitions.
const (
	stringDef = 's'
	locDef    = 'l'
	pathDef   = 'p'
	calleeDef = 'c'
	funcDef   = 'f'
	opDef     = 'o'
	threadDef = 't'
	orderDef  = 'q'
)

// Bits and codes of the first byte of an event.
const (
	otherEvent = 0x80
	threadBit  = 0x40

	objShift = 4 // of a Step
	ownObj   = 0
	slotObj  = 1
	fullObj  = 2
	doneObj  = 3 // in full too
	lenShift = 2
	lowBits  = 0x03
	maxStep  = 1<<26 - 1 // the largest relative number of an operation
	padding  = 64        // more than a Step takes

	slotBit  = 0x10 // of others
	flagBit  = 0x08
	anyCode  = 5
	newCode  = 7
	codeBits = 0x07

	enterCode   = 0
	leaveCode   = 1
	endCode     = 2
	signalCode  = 3
	observeCode = 4
	forgetCode  = 6
)

const (
	blockSize  = 64 << 10 // the size at which a block is written
	maxBlock   = 1 << 28  // the size above which none is read
	maxFrames  = 64       // as many frames of a thread are kept for a reader that has lost events
	threadMask = 63

	blockMark  = "\xd7blk"
	headerSize = 36
)

func slotOf(obj uint64) byte { return byte(obj * 0x9e3779b97f4a7c15 >> 56) }

// context is what events of a block are relative to.
type context struct {
	ops    [threadMask + 1]uint32
	obj    uint64
	recent [256]uint64
}

func zigzag(d int64) uint64   { return uint64(d<<1 ^ d>>63) }
func unzigzag(z uint64) int64 { return int64(z>>1) ^ -int64(z&1) }

// blockHeader is what precedes the contents of a block, but for the mark and its own checksum.
type blockHeader struct {
	kind   byte
	run    uint32
	events uint32
	first  uint64
	length uint32
	sum    uint32
}

// append writes a header of headerSize bytes.
func (h *blockHeader) append(b []byte) []byte {
	from := len(b)
	b = append(append(b, blockMark...), h.kind, 0, 0, 0)
	b = binary.LittleEndian.AppendUint32(b, h.run)
	b = binary.LittleEndian.AppendUint32(b, h.events)
	b = binary.LittleEndian.AppendUint64(b, h.first)
	b = binary.LittleEndian.AppendUint32(b, h.length)
	b = binary.LittleEndian.AppendUint32(b, h.sum)
	return binary.LittleEndian.AppendUint32(b, checksum(b[from:]))
}

// parseHeader reports whether b, of headerSize bytes, is a whole header.
func parseHeader(b []byte) (h blockHeader, ok bool) {
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
	h = blockHeader{b[4], word(8), word(12), binary.LittleEndian.Uint64(b[16:]), word(24), word(28)}
	return h, string(b[:4]) == blockMark && word(32) == checksum(b[:32])
}

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// fileEnd ends a file.
type fileEnd struct {
	Runs        int  `json:"runs"`
	Interrupted bool `json:"interrupted,omitempty"` // more runs were to follow
}
