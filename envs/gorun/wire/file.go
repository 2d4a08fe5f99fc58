package wire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// A recorded file is a header, blocks, and an empty block that says how many there were:
//
//	header   "PXRUN\r\n\x1a", version, identity of the program, length of its name, name, checksum
//	block    length of the payload (4 bytes), its checksum (4 bytes), payload
//	end      0 (4 bytes), checksum of the rest (4 bytes), blocks and records (8 bytes each)
//
// Numbers of fixed size are little-endian, checksums are CRC-32C. A payload holds batches: stream, number of records*2
// (+1 if the goroutine ended), records. A record is a byte with tag, flag and whether the frame is that of the record
// before, and then the differences to the record before, in the block, of frame, argument and further words, as
// varints. Each block can be read without the others.
const (
	fileMagic  = "PXRUN\r\n\x1a"
	blockBytes = 64 << 10
	maxBlock   = 1 << 20
	sameFrame  = 0x20
	flagged    = 0x10
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A Program says what program a recording is of.
type Program struct {
	Identity uint64 // a hash of all that points mean: modules, functions and their operations
	Name     string // for people
}

// A Recorder writes a file. What it writes has another name until Close, so that a file is whole or does not exist.
type Recorder struct {
	path    string
	f       *os.File
	w       *bufio.Writer
	buf     []byte
	prev    delta
	blocks  uint64
	records uint64
	err     error
}

type delta struct {
	frame, arg uint32
	words      [4]uint64 // object, number, and two of a Start
}

// Create begins a recording.
func Create(path string, p Program) (*Recorder, error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".part-*")
	if err != nil {
		return nil, fmt.Errorf("cannot record: %w", err)
	}
	r := &Recorder{path: path, f: f, w: bufio.NewWriterSize(f, 1<<16)}
	h := binary.LittleEndian.AppendUint32([]byte(fileMagic), Version)
	h = binary.LittleEndian.AppendUint64(h, p.Identity)
	h = binary.LittleEndian.AppendUint32(h, uint32(len(p.Name)))
	h = append(h, p.Name...)
	h = binary.LittleEndian.AppendUint32(h, crc32.Checksum(h, castagnoli))
	_, r.err = r.w.Write(h)
	return r, nil
}

// Add writes a batch.
func (r *Recorder) Add(b Batch) error {
	n := 0
	for i := 0; i < len(b.Words); n++ {
		l := Head(b.Words[i]).Len()
		if l == 0 || i+l > len(b.Words) {
			return fmt.Errorf("cannot record: goroutine %d, word %d: %#x is no whole record", b.Stream, i, b.Words[i])
		}
		i += l
	}
	end := uint64(0)
	if b.Ended {
		end = 1
	}
	r.records += uint64(n)
	buf := binary.AppendUvarint(r.buf, uint64(b.Stream))
	buf = binary.AppendUvarint(buf, uint64(n)*2+end)
	for i := 0; i < len(b.Words); {
		h := Head(b.Words[i])
		buf = r.prev.append(buf, h, b.Words[i+1:i+h.Len()])
		i += h.Len()
	}
	if r.buf = buf; len(buf) >= blockBytes {
		r.flush()
	}
	return r.err
}

func (d *delta) append(buf []byte, h Head, rest []uint64) []byte {
	at := len(buf)
	buf = append(buf, byte(h.Tag()))
	if h.Flag() {
		buf[at] |= flagged
	}
	if h.Frame() == d.frame {
		buf[at] |= sameFrame
	} else {
		buf = binary.AppendVarint(buf, int64(h.Frame())-int64(d.frame))
		d.frame = h.Frame()
	}
	if h.Tag() != Leave {
		buf = binary.AppendVarint(buf, int64(h.Arg())-int64(d.arg))
		d.arg = h.Arg()
	}
	for i, x := range rest {
		w := d.word(h.Tag(), i)
		buf = binary.AppendVarint(buf, int64(x-*w))
		*w = x
	}
	return buf
}

// word is where the last value of a record's further word i is kept.
func (d *delta) word(t Tag, i int) *uint64 {
	switch t {
	case Fork:
		return &d.words[1]
	case Start, EnterPanic:
		return &d.words[(i+2)%4]
	}
	return &d.words[i]
}

func (r *Recorder) flush() {
	if len(r.buf) == 0 || r.err != nil {
		return
	}
	var h [8]byte
	binary.LittleEndian.PutUint32(h[:], uint32(len(r.buf)))
	binary.LittleEndian.PutUint32(h[4:], crc32.Checksum(r.buf, castagnoli))
	r.w.Write(h[:])
	_, r.err = r.w.Write(r.buf)
	r.buf, r.prev = r.buf[:0], delta{}
	r.blocks++
}

// Close ends the recording and gives the file its name.
func (r *Recorder) Close() error {
	r.flush()
	tail := binary.LittleEndian.AppendUint64(nil, r.blocks)
	tail = binary.LittleEndian.AppendUint64(tail, r.records)
	r.w.Write(binary.LittleEndian.AppendUint32(make([]byte, 4), crc32.Checksum(tail, castagnoli)))
	r.w.Write(tail)
	err := errors.Join(r.err, r.w.Flush(), r.f.Chmod(0o644), r.f.Close())
	if err == nil {
		err = os.Rename(r.f.Name(), r.path)
	}
	if err != nil {
		os.Remove(r.f.Name())
		return fmt.Errorf("cannot record: %w", err)
	}
	return nil
}

// Abort gives the recording up.
func (r *Recorder) Abort() {
	r.f.Close()
	os.Remove(r.f.Name())
}

// A File is a recording that is read.
type File struct {
	Program
	name string
	r    *bufio.Reader
	c    io.Closer
	at   int64 // bytes read
}

// Open opens a recording. Close it after use.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	rec, err := NewFile(f, path)
	if err != nil {
		f.Close()
		return nil, err
	}
	rec.c = f
	return rec, nil
}

// NewFile reads a recording from r; the name is for errors.
func NewFile(r io.Reader, name string) (*File, error) {
	f := &File{name: name, r: bufio.NewReaderSize(r, 1<<16)}
	h := make([]byte, 24)
	if n, err := io.ReadFull(f.r, h); err != nil {
		return nil, fmt.Errorf("%s: %d bytes are too few for a recorded run: %w", name, n, cut(err))
	}
	if string(h[:8]) != fileMagic {
		return nil, fmt.Errorf("%s: this is not a recorded run: it begins with %q, want %q", name, h[:8], fileMagic)
	}
	if v := binary.LittleEndian.Uint32(h[8:]); v != Version {
		return nil, fmt.Errorf("%s: the recording has format version %d, this program reads version %d; record the run again", name, v, Version)
	}
	f.Identity = binary.LittleEndian.Uint64(h[12:])
	n := binary.LittleEndian.Uint32(h[20:])
	if n > maxBlock {
		return nil, fmt.Errorf("%s: the header is damaged", name)
	}
	h = append(h, make([]byte, n+4)...)
	if _, err := io.ReadFull(f.r, h[24:]); err != nil {
		return nil, fmt.Errorf("%s: cut off in the header: %w", name, cut(err))
	}
	body, sum := h[:24+n], binary.LittleEndian.Uint32(h[24+n:])
	if crc32.Checksum(body, castagnoli) != sum {
		return nil, fmt.Errorf("%s: the header is damaged", name)
	}
	f.Name = string(body[24:])
	f.at = int64(len(h))
	return f, nil
}

// Is is an error if the recording is of another program than p.
func (f *File) Is(p Program) error {
	if f.Identity == p.Identity {
		return nil
	}
	return fmt.Errorf("%s: the recording is of %s (%016x), not of %s (%016x) as it is now; check out the sources that were recorded, or record again",
		f.name, f.Name, f.Identity, p.Name, p.Identity)
}

// Close closes the file.
func (f *File) Close() error {
	if f.c == nil {
		return nil
	}
	return f.c.Close()
}

func cut(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
