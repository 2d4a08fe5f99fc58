package recording

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/seed38182bad/parallax/envs"
)

// magic begins a file; its last byte is the version of the format.
const magic = "plxt\x00\x00\x00\x03"

// The kinds of sections.
const (
	headerSection = 'H'
	runSection    = 'R'
	eventSection  = 'E'
	runEndSection = 'X'
	endSection    = 'Z'
)

// sectionSize is the size at which a section of events is written.
const sectionSize = 64 << 10

// Header says which program the runs are of.
type Header struct {
	Sort        string   `json:"sort"`               // "go" or "plx"
	Name        string   `json:"name"`               // the patterns or the file, for people
	Text        string   `json:"text,omitempty"`     // plx: the program
	Dir         string   `json:"dir,omitempty"`      // go: the folder in which patterns are resolved
	Patterns    []string `json:"patterns,omitempty"` // go
	Tags        string   `json:"tags,omitempty"`     // go: build tags
	Build       []string `json:"build,omitempty"`    // go: other build flags
	Tests       bool     `json:"tests,omitempty"`    // go: whether tests were loaded
	Deps        bool     `json:"deps,omitempty"`     // go: whether imports were followed
	Fingerprint string   `json:"fingerprint"`        // of the program; see Fingerprint
	Checkers    []string `json:"checkers,omitempty"` // go: which the events are enough for
}

// RunEnd says how a run ended.
type RunEnd struct {
	Exit   int           `json:"exit"`
	Events int64         `json:"events"`
	Kept   []Kept        `json:"kept,omitempty"`
	Errors []PlacedError `json:"errors,omitempty"`
}

// Kept is a function that was not watched.
type Kept struct {
	Func   string        `json:"func"`
	Pos    envs.Position `json:"pos"`
	Reason string        `json:"reason"`
}

// PlacedError is something that went wrong in a run.
type PlacedError struct {
	Pos     envs.Position `json:"pos,omitzero"`
	Message string        `json:"message"`
}

// FileEnd ends a file.
type FileEnd struct {
	Runs        int  `json:"runs"`
	Interrupted bool `json:"interrupted,omitempty"` // more runs were to follow
}

// A Writer writes a file: NewWriter, then for each run Begin, Event and End, and
// last Close. Errors are those of the underlying writer; after one the Writer
// does nothing more and returns it again.
type Writer struct {
	w      io.Writer
	err    error
	runs   int
	events int64
	buf    []byte
	frame  []byte
	thread envs.Thread
	pc     int32
	obj    uint64
}

// NewWriter begins a file.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	x := &Writer{w: w}
	x.write([]byte(magic))
	x.json(headerSection, h)
	return x, x.err
}

// Begin begins a run.
func (w *Writer) Begin(name string) error {
	w.section(runSection, []byte(name))
	w.runs++
	w.events = 0
	return w.err
}

// Event adds an event to the run.
func (w *Writer) Event(ev *envs.Event) error {
	if len(w.buf) == 0 {
		w.thread, w.pc, w.obj = 0, before, 0
	}
	b := byte(ev.Kind) & kindBits
	if ev.Kind == envs.Fault {
		b = faultBit
	}
	if ev.Done {
		b |= doneBit
	}
	if ev.Direct {
		b |= directBit
	}
	if ev.Obj != 0 {
		b |= objBit
	}
	if ev.Thread == w.thread {
		b |= sameBit
	}
	if ev.Kind == envs.Step && ev.PC == w.pc+1 {
		b |= nextBit
	}
	w.buf = append(w.buf, b)
	if ev.Thread != w.thread {
		w.buf = binary.AppendUvarint(w.buf, uint64(ev.Thread))
		w.thread = ev.Thread
	}
	switch ev.Kind {
	case envs.Enter:
		w.buf = binary.AppendUvarint(w.buf, uint64(ev.Func))
		w.pc = before
	case envs.Step:
		if b&nextBit == 0 {
			w.buf = binary.AppendVarint(w.buf, int64(ev.PC)-int64(w.pc))
		}
		w.pc = ev.PC
	case envs.Fault:
		w.fault(ev)
	}
	if ev.Obj != 0 {
		w.buf = binary.AppendVarint(w.buf, int64(ev.Obj-w.obj))
		w.obj = ev.Obj
	}
	w.events++
	if len(w.buf) >= sectionSize {
		w.flush()
	}
	return w.err
}

// End ends the run. It fills in end.Events.
func (w *Writer) End(end RunEnd) error {
	w.flush()
	end.Events = w.events
	w.json(runEndSection, end)
	return w.err
}

// Close ends the file; it does not close the underlying writer.
func (w *Writer) Close(interrupted bool) error {
	w.flush()
	w.json(endSection, FileEnd{Runs: w.runs, Interrupted: interrupted})
	return w.err
}

func (w *Writer) flush() {
	if len(w.buf) > 0 {
		w.section(eventSection, w.buf)
		w.buf = w.buf[:0]
	}
}

func (w *Writer) json(kind byte, v any) {
	text, err := json.Marshal(v)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("write a section of kind %q: %w", kind, err)
	}
	w.section(kind, text)
}

func (w *Writer) section(kind byte, contents []byte) {
	w.frame = append(w.frame[:0], kind)
	w.frame = binary.AppendUvarint(w.frame, uint64(len(contents)))
	w.frame = append(w.frame, contents...)
	w.frame = binary.LittleEndian.AppendUint32(w.frame, crc32.Checksum(w.frame, castagnoli()))
	w.write(w.frame)
}

func (w *Writer) write(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

const (
	kindBits  = 3
	doneBit   = 1 << 2
	directBit = 1 << 3
	objBit    = 1 << 4
	sameBit   = 1 << 5
	nextBit   = 1 << 6
	faultBit  = 1 << 7 // the kind is Fault, which the other bits have no room for
)

func (w *Writer) fault(ev *envs.Event) {
	w.buf = binary.AppendUvarint(w.buf, uint64(ev.Func))
	w.buf = binary.AppendUvarint(w.buf, uint64(ev.PC))
	w.buf = binary.AppendUvarint(w.buf, uint64(ev.Check))
	w.buf = binary.AppendUvarint(w.buf, uint64(len(ev.Values)))
	for _, v := range ev.Values {
		w.buf = append(w.buf, byte(v.Kind()))
		w.buf = binary.AppendVarint(w.buf, int64(v.Bits()))
	}
}

// before comes before the first operation of a function.
const before = -1
