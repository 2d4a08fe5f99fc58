package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// Batches reads the recording, once. A file that was cut off or is damaged gives all that comes before the first block
// that is not whole, and then an error that names the place and what was read before it.
func (f *File) Batches() Batches {
	return func(yield func(Batch, error) bool) {
		var payload []byte
		var out []uint64
		var blocks, records uint64
		lost := func(what string, err error) {
			yield(Batch{}, fmt.Errorf("%s: %s at byte %d: %w; %d blocks with %d records before it were read, the rest of the run is lost",
				f.name, what, f.at, err, blocks, records))
		}
		for {
			var h [8]byte
			if _, err := io.ReadFull(f.r, h[:]); err != nil {
				lost("cut off in a block", cut(err))
				return
			}
			n, sum := binary.LittleEndian.Uint32(h[:]), binary.LittleEndian.Uint32(h[4:])
			if n == 0 {
				if err := f.end(sum, blocks, records); err != nil {
					lost("bad end", err)
				}
				return
			}
			if n > maxBlock {
				lost("damaged block", fmt.Errorf("it claims %d bytes", n))
				return
			}
			if payload = payload[:0]; cap(payload) < int(n) {
				payload = make([]byte, 0, n)
			}
			payload = payload[:n]
			if _, err := io.ReadFull(f.r, payload); err != nil {
				lost("cut off in a block", cut(err))
				return
			}
			if crc32.Checksum(payload, castagnoli) != sum {
				lost("damaged block", errors.New("its checksum is wrong"))
				return
			}
			var prev delta
			for rest := payload; len(rest) > 0; {
				var b Batch
				var count uint64
				var err error
				if b, count, rest, err = prev.batch(rest, out[:0]); err != nil {
					lost("damaged block", err)
					return
				}
				out = b.Words
				records += count
				if !yield(b, nil) {
					return
				}
			}
			blocks++
			f.at += 8 + int64(n)
		}
	}
}

func (f *File) end(sum uint32, blocks, records uint64) error {
	var tail [16]byte
	if _, err := io.ReadFull(f.r, tail[:]); err != nil {
		return cut(err)
	}
	if crc32.Checksum(tail[:], castagnoli) != sum {
		return errors.New("its checksum is wrong")
	}
	b, n := binary.LittleEndian.Uint64(tail[:]), binary.LittleEndian.Uint64(tail[8:])
	if b != blocks || n != records {
		return fmt.Errorf("%d blocks with %d records were written", b, n)
	}
	return nil
}

var errRecord = errors.New("it holds what is no record")

func (d *delta) batch(p []byte, out []uint64) (b Batch, count uint64, rest []byte, err error) {
	s, n := binary.Uvarint(p)
	if n <= 0 || s == 0 || s > 1<<32-1 {
		return b, 0, nil, errRecord
	}
	c, m := binary.Uvarint(p[n:])
	if m <= 0 {
		return b, 0, nil, errRecord
	}
	p = p[n+m:]
	b.Stream, b.Ended = uint32(s), c&1 != 0
	for range c / 2 {
		if len(p) == 0 {
			return b, 0, nil, errRecord
		}
		first := p[0]
		p = p[1:]
		tag := Tag(first & 15)
		l := int(lengths[tag])
		if l == 0 || tag == Next || tag == End {
			return b, 0, nil, errRecord
		}
		if first&sameFrame == 0 {
			x, n := varint(p)
			if n <= 0 {
				return b, 0, nil, errRecord
			}
			p = p[n:]
			d.frame += uint32(x)
		}
		arg := uint32(0)
		if tag != Leave {
			x, n := varint(p)
			if n <= 0 {
				return b, 0, nil, errRecord
			}
			p = p[n:]
			d.arg += uint32(x)
			arg = d.arg
		}
		out = append(out, uint64(MakeHead(tag, d.frame, first&flagged != 0, arg)))
		for i := range l - 1 {
			x, n := varint(p)
			if n <= 0 {
				return b, 0, nil, errRecord
			}
			p = p[n:]
			w := d.word(tag, i)
			*w += uint64(x)
			out = append(out, *w)
		}
	}
	b.Words = out
	return b, c / 2, p, nil
}

func varint(p []byte) (int64, int) {
	if len(p) > 0 && p[0] < 0x80 {
		return int64(p[0]>>1) ^ -int64(p[0]&1), 1
	}
	return binary.Varint(p)
}
