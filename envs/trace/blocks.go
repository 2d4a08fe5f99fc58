package trace

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// blocks reads the binary format.
type blocks struct {
	r      *Reader
	in     *bufio.Reader
	file   io.ReadSeeker // beneath in, if it is one
	offset int64         // of the block
	ahead  int64         // of what follows it
	first  uint64
	buf    []byte

	run  *Run
	held *blockHeader // a block that was read too early, with its contents in buf
	over bool
	err  error

	defs    definitions
	pass    int64 // events in blocks that need not be read
	track   bool  // frames are followed
	lost    bool  // events of the run were, or were passed over
	damaged bool  // and perhaps definitions
	tracker tracker
	decoder decoder
}

// begin reads up to the header.
func (b *blocks) begin() error {
	var m [len(magic)]byte
	if _, err := io.ReadFull(b.in, m[:]); err != nil {
		return b.error("the file is cut off here: want the %d bytes with which a trace begins", len(magic))
	}
	if string(m[:]) != magic {
		b.offset = 4
		return b.error("the trace has version %d of the format, want %d: record it again",
			binary.BigEndian.Uint32(m[4:]), binary.BigEndian.Uint32([]byte(magic[4:])))
	}
	b.ahead = int64(len(magic))
	b.defs.init()
	b.defs.prog = b.r.prog
	b.tracker.init(b)
	h, contents, err := b.block()
	switch {
	case err != nil:
		return err
	case h.kind == headerBlock:
		b.r.header = json.RawMessage(append([]byte(nil), contents...))
		return nil
	}
	if err := b.defect(0, "a block of kind %q, want the header of the file", h.kind); err != nil {
		return err
	}
	b.hold(h)
	return nil
}

// hold keeps a block for the next call of block. The zero header is the end of the file.
func (b *blocks) hold(h blockHeader) {
	if h.kind != 0 {
		b.held = &h
		b.first = h.first
	}
}

func (b *blocks) error(format string, args ...any) *Error {
	return &Error{File: b.r.name, Offset: b.offset, Msg: fmt.Sprintf(format, args...)}
}

// defect is for one of the block, or behind the last one.
func (b *blocks) defect(events int64, format string, args ...any) error {
	err := b.fail(b.error(format, args...), events)
	if err == nil {
		b.lost, b.damaged = true, true
	}
	return err
}

// fail is defect for one that lost nothing but those events, or that has a place of its own.
func (b *blocks) fail(err *Error, events int64) error {
	if err := b.r.defect(err, events); err != nil {
		b.err, b.over = err, true
		return err
	}
	return nil
}

// block gives the next block that is whole; one of no kind at the end. The contents are
// valid until the next call.
func (b *blocks) block() (h blockHeader, contents []byte, err error) {
	if b.held != nil {
		h, b.held = *b.held, nil
		b.first = h.first + uint64(h.events)
		return h, b.buf[:h.length], nil
	}
	for !b.over {
		b.offset = b.ahead
		h, err := b.header()
		if err != nil {
			return h, nil, err
		}
		if h.kind == 0 {
			continue
		}
		passed := h.kind == eventBlock && int64(h.events) <= b.pass
		if passed {
			err = b.seek(int64(h.length))
		} else {
			err = b.fill(int(h.length))
		}
		if err != nil {
			return blockHeader{}, nil, b.cut(int64(h.events), err)
		}
		b.ahead += int64(h.length)
		if err := b.follow(h); err != nil {
			return h, nil, err
		}
		if h.first < b.first {
			continue
		}
		b.first += uint64(h.events)
		if passed || checksum(b.buf) == h.sum {
			return h, b.buf, nil
		}
		if err := b.defect(int64(h.events), "the block is damaged: its checksum is wrong"); err != nil {
			return h, nil, err
		}
	}
	return blockHeader{}, nil, b.err
}

// header reads up to the contents of the next block. It has no kind where the header is damaged or the file is cut off.
func (b *blocks) header() (blockHeader, error) {
	head, err := b.in.Peek(headerSize)
	if err != nil {
		return blockHeader{}, b.cut(0, err)
	}
	if h, ok := parseHeader(head); ok && h.length <= maxBlock {
		b.discard(headerSize)
		return h, nil
	}
	if err := b.defect(0, "want the header of a block, found none that is whole"); err != nil {
		return blockHeader{}, err
	}
	return blockHeader{}, b.search()
}

// follow takes in how many events come before a block. They may have come already, or be missing.
func (b *blocks) follow(h blockHeader) error {
	switch {
	case h.first < b.first:
		return b.defect(0, "a block for the events from %d on, of which all up to %d have come: want each block once",
			h.first, b.first)
	case h.first > b.first:
		missing := h.first - b.first
		if err := b.defect(int64(missing), "%d events are missing here", missing); err != nil {
			return err
		}
		b.first = h.first
	}
	return nil
}

func (b *blocks) discard(n int) {
	n, _ = b.in.Discard(n)
	b.ahead += int64(n)
}

// seek passes over bytes, without reading them if that is possible.
func (b *blocks) seek(n int64) error {
	if left := n - int64(b.in.Buffered()); b.file != nil && left > 0 {
		if _, err := b.file.Seek(left, io.SeekCurrent); err == nil {
			b.in.Reset(b.file)
			return nil
		}
		b.file = nil // a pipe
	}
	_, err := b.in.Discard(int(n))
	return err
}

// fill reads the contents of a block, and has zeros behind them. It reads in steps, so that a length that is wrong
// costs no more than what is there.
func (b *blocks) fill(n int) error {
	b.buf = b.buf[:0]
	for len(b.buf) < n {
		at, step := len(b.buf), min(n-len(b.buf), 1<<20)
		if cap(b.buf) < at+step {
			b.buf = append(b.buf, make([]byte, step)...)
		}
		b.buf = b.buf[:at+step]
		if _, err := io.ReadFull(b.in, b.buf[at:]); err != nil {
			return err
		}
	}
	b.buf = append(b.buf, make([]byte, padding)...)[:n]
	return nil
}

// cut is the end of a file before the end of what it holds.
func (b *blocks) cut(events int64, err error) error {
	e := b.error("cannot be read on: %v", err)
	e.Err = err
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		e.Msg = fmt.Sprintf("the file is cut off here: "+
			"want the rest of a block, or the end of the file as a block of kind %q", fileEndBlock)
	}
	err = b.fail(e, events)
	b.over = true
	return err
}

// search goes to what may be the next block.
func (b *blocks) search() error {
	b.discard(1)
	for {
		head, err := b.in.Peek(headerSize)
		if err != nil {
			b.offset = b.ahead
			return b.cut(0, err)
		}
		if _, ok := parseHeader(head); ok {
			return nil
		}
		n := strings.IndexByte(string(head[1:]), blockMark[0]) + 1
		if n == 0 {
			n = len(head)
		}
		b.discard(n)
	}
}
