// Package recording keeps the events of runs in a file.
//
// A file is a sequence of sections, each complete in itself, so that a file that
// was cut off can be read up to its last whole section and the place of the cut be
// told:
//
//	magic    8 bytes, "plxt" and the version of the format
//	section  kind (1 byte), length (uvarint), contents, CRC-32C of all these
//
//	kind     contents
//	'H'      the Header, as JSON; the first section
//	'R'      the name of a run that begins here
//	'E'      events of the run
//	'X'      the RunEnd of the run, as JSON
//	'Z'      the FileEnd, as JSON; the last section
//
// An event is one byte (kind in bits 0–1, then done, direct, "has an object", "of
// the same thread as the event before", "the operation that follows the one
// before" and "a fault", which replaces the kind) and, as far as they apply, the thread (uvarint), the function (uvarint),
// the differences to the index of the operation before and to the object before
// (varints). What comes before the first operation of a section or a function has
// index -1, and before the first object of a section is 0. A step straight on takes
// one byte. A fault has its function, operation, check and number of values
// (uvarints) and each value's kind (1 byte) and bits (varint).
//
// The events are those of envs.Run, so runs of all environments are kept alike, and
// a recording can be checked without what made it. Events name operations by number:
// whoever reads a file compares its Fingerprint with that of the program at hand.
package recording
