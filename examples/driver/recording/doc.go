// Package recording keeps the events of runs in a file.
//
// A file is a sequence of sections, each complete in itself, so that a file that
// was cut off can be read as far as it goes and the place of the cut be told:
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
// An event is one byte (kind in bits 0–1, then done, direct, "has an object" and
// "of the same thread as the event before") and, as far as they apply, the thread
// (uvarint), the function (uvarint), the difference to the index of the operation
// before (varint) and the object (uvarint). Differences start from 0 in each
// section. A step of the same thread takes two to four bytes.
package recording
