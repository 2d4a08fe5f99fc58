package recording

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// An Error is a defect of a file, with the place: the offset of the section that
// is cut off or damaged.
type Error struct {
	Offset int64
	Msg    string
}

func (e *Error) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Msg) }

// maxSection is the largest section that is read: a damaged length must not
// exhaust memory.
const maxSection = 1 << 28

// A Reader reads a file: NewReader, then Next for each run, and its Events.
type Reader struct {
	Header Header

	r      *bufio.Reader
	offset int64 // of the section read last
	next   int64
	run    *Run
	end    *FileEnd
	err    error
}

// NewReader reads the beginning of a file. An *Error says that it is no recording,
// or that it ends or is damaged there.
func NewReader(r io.Reader) (*Reader, error) {
	x := &Reader{r: bufio.NewReaderSize(r, 1<<16)}
	var m [len(magic)]byte
	if _, err := io.ReadFull(x.r, m[:]); err != nil || string(m[:4]) != magic[:4] {
		return nil, &Error{0, "this is no recording: it does not begin with " + magic[:4]}
	}
	if string(m[:]) != magic {
		return nil, &Error{4, fmt.Sprintf("the file has version %d of the format, want %d: record again", m[7], magic[7])}
	}
	x.next = int64(len(magic))
	kind, contents, err := x.section()
	if err != nil {
		return nil, err
	}
	if kind != headerSection {
		return nil, x.bad("section of kind %q, want the header", kind)
	}
	return x, x.unmarshal(contents, &x.Header)
}

// A Run is one run in a file. It implements envs.Run; its events can be read
// once, before the next run is asked for.
type Run struct {
	Name string
	r    *Reader
	end  *RunEnd
	over bool
}

// Next gives the next run, nil after the last one. Events of the run before that
// were not read are skipped.
func (r *Reader) Next() (*Run, error) {
	if r.run != nil && !r.run.over {
		for _, err := range r.run.Events() {
			if err != nil {
				return nil, err
			}
		}
	}
	if r.err != nil || r.end != nil {
		return nil, r.err
	}
	kind, contents, err := r.section()
	if err != nil {
		return nil, err
	}
	switch kind {
	case runSection:
		r.run = &Run{Name: string(contents), r: r}
		return r.run, nil
	case endSection:
		r.end = &FileEnd{}
		return nil, r.unmarshal(contents, r.end)
	}
	return nil, r.bad("section of kind %q between runs", kind)
}

// End is the end of the file, nil before Next found it.
func (r *Reader) End() *FileEnd { return r.end }

// End is how the run ended, nil before its events were read to the end.
func (run *Run) End() *RunEnd { return run.end }

// Events yields the events of the run. If the file ends before the run does, or
// is damaged, the last pair has an *Error.
func (run *Run) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		for !run.over {
			kind, contents, err := run.r.section()
			if err == nil {
				switch kind {
				case eventSection:
					var more bool
					if more, err = run.r.events(contents, yield); !more {
						return
					}
				case runEndSection:
					run.over = true
					run.end = &RunEnd{}
					err = run.r.unmarshal(contents, run.end)
				default:
					err = run.r.bad("section of kind %q inside a run", kind)
				}
			}
			if err != nil {
				run.over = true
				yield(envs.Event{}, err)
				return
			}
		}
	}
}

// events decodes a section; more is false if the consumer stopped.
func (r *Reader) events(b []byte, yield func(envs.Event, error) bool) (more bool, err error) {
	var thread envs.Thread
	pc := int32(before)
	var obj uint64
	ok := true
	uvarint := func() uint64 {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			ok, b = false, nil
			return 0
		}
		b = b[n:]
		return v
	}
	for len(b) > 0 {
		bits := b[0]
		b = b[1:]
		ev := envs.Event{Kind: envs.EventKind(bits & kindBits), Done: bits&doneBit != 0, Direct: bits&directBit != 0}
		if bits&faultBit != 0 {
			ev.Kind = envs.Fault
		}
		if bits&sameBit == 0 {
			thread = envs.Thread(uvarint())
		}
		ev.Thread = thread
		switch ev.Kind {
		case envs.Enter:
			ev.Func = envs.FuncID(uvarint())
			pc = before
		case envs.Step:
			d, n := int64(1), 0
			if bits&nextBit == 0 {
				if d, n = binary.Varint(b); n <= 0 {
					return true, r.bad("an event is cut off")
				}
			}
			b = b[n:]
			pc += int32(d)
			ev.PC = pc
		case envs.Fault:
			ev.Func, ev.PC, ev.Check = envs.FuncID(uvarint()), int32(uvarint()), int32(uvarint())
			n := uvarint()
			if n > uint64(len(b)) { // each value has two bytes at least
				return true, r.bad("an event is cut off")
			}
			for range n {
				k := machine.Kind(uvarint())
				if k != machine.NoKind && !k.Valid() {
					return true, r.bad("a value of kind %d", k)
				}
				d, size := binary.Varint(b)
				if size <= 0 {
					return true, r.bad("an event is cut off")
				}
				b = b[size:]
				ev.Values = append(ev.Values, k.Bitwise(uint64(d)))
			}
		}
		if bits&objBit != 0 {
			d, n := binary.Varint(b)
			if n <= 0 {
				return true, r.bad("an event is cut off")
			}
			b = b[n:]
			obj += uint64(d)
			ev.Obj = obj
		}
		if !ok {
			return true, r.bad("an event is cut off")
		}
		if !yield(ev, nil) {
			return false, nil
		}
	}
	return true, nil
}

func (r *Reader) section() (kind byte, contents []byte, err error) {
	if r.err != nil {
		return 0, nil, r.err
	}
	r.offset = r.next
	cut := func(err error) (byte, []byte, error) {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return 0, nil, r.bad("the file is cut off here")
		}
		r.err = err
		return 0, nil, err
	}
	if kind, err = r.r.ReadByte(); err != nil {
		return cut(err)
	}
	n, err := binary.ReadUvarint(r.r)
	if err != nil {
		return cut(err)
	}
	if n > maxSection {
		return 0, nil, r.bad("a section of %d bytes is too long", n)
	}
	// Read in steps: a length that is damaged costs no more than what is there.
	var body []byte
	for left := int(n) + 4; left > 0; {
		step := min(left, 1<<20)
		at := len(body)
		body = append(body, make([]byte, step)...)
		if _, err := io.ReadFull(r.r, body[at:]); err != nil {
			return cut(err)
		}
		left -= step
	}
	contents = body[:n]
	sum := crc32.Checksum(binary.AppendUvarint([]byte{kind}, n), castagnoli())
	if binary.LittleEndian.Uint32(body[n:]) != crc32.Update(sum, castagnoli(), contents) {
		return 0, nil, r.bad("the section is damaged: its checksum is wrong")
	}
	r.next = r.offset + 1 + int64(uvarintLen(n)) + int64(len(body))
	return kind, contents, nil
}

func uvarintLen(n uint64) int { return len(binary.AppendUvarint(nil, n)) }

func (r *Reader) unmarshal(contents []byte, v any) error {
	if err := json.Unmarshal(contents, v); err != nil {
		return r.bad("%v", err)
	}
	return nil
}

// bad ends the reading.
func (r *Reader) bad(format string, args ...any) error {
	r.err = &Error{r.offset, fmt.Sprintf(format, args...)}
	return r.err
}
