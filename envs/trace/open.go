package trace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"unicode"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Open reads the trace in a file; the name "-" means the standard input.
func Open(name string, opts Options) (*Reader, error) {
	if name == "-" {
		return NewReader(os.Stdin, "standard input", opts)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	r, err := NewReader(f, name, opts)
	if err != nil {
		f.Close()
		return nil, err
	}
	r.close = append([]func() error{f.Close}, r.close...)
	return r, nil
}

// NewReader reads a trace in either format, which it recognises by the first bytes. The name is for positions and
// errors.
func NewReader(in io.Reader, name string, opts Options) (*Reader, error) {
	r := &Reader{name: name, opts: opts, prog: newProgram()}
	if err := r.detect(in); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// maxWindow is how far back what is packed with zstd may refer: as far as that command allows
// without being asked. It is kept in memory.
const maxWindow = 128 << 20

// detect looks at the first bytes, twice if they are packed.
func (r *Reader) detect(in io.Reader) error {
	file, _ := in.(io.ReadSeeker)
	buf := bufio.NewReaderSize(in, 16<<10)
	head, _ := buf.Peek(len(magic)) // the reader of the format finds the error again
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		z, err := gzip.NewReader(buf)
		if err != nil {
			return r.unpackable("gzip", err)
		}
		r.close = append(r.close, z.Close)
		buf, file = bufio.NewReaderSize(z, 64<<10), nil
		head, _ = buf.Peek(len(magic))
	case bytes.HasPrefix(head, zstdMagic):
		z, err := zstd.NewReader(buf, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return r.unpackable("zstd", err)
		}
		r.close = append(r.close, func() error { z.Close(); return nil })
		buf, file = bufio.NewReaderSize(z, 64<<10), nil
		head, _ = buf.Peek(len(magic))
	}
	first, _ := buf.Peek(min(buf.Buffered(), firstLine)) // without waiting for more
	if bytes.HasPrefix(head, []byte(magic[:4])) {
		b := &blocks{r: r, in: buf, file: file}
		r.src = b
		return b.begin()
	}
	if first, _, _ = bytes.Cut(first, []byte{'\n'}); bytes.ContainsFunc(first, isBinary) {
		return &Error{File: r.name, Msg: "it is neither text nor a recorded trace: want the STD text format or what " +
			"record writes, as it is or packed with gzip or zstd"}
	}
	r.src, r.prog.knows.Sequenced = newSTD(r, buf), true
	return nil
}

// firstLine is how many bytes of the first line are looked at.
const firstLine = 512

// isBinary reports whether a rune is in no text.
func isBinary(c rune) bool { return unicode.IsControl(c) && c != '\t' && c != '\r' }

func (r *Reader) unpackable(format string, err error) error {
	return &Error{File: r.name, Msg: fmt.Sprintf("it begins like %s but cannot be unpacked: %v", format, err)}
}
