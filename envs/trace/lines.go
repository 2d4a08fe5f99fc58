package trace

import (
	"bufio"
	"bytes"
	"io"
)

// maxLine is how many bytes a line has at most that is read, with its end.
const maxLine = 256 << 10

// lines splits a text.
type lines struct {
	r      *bufio.Reader // of maxLine bytes, once there was a line for which it had no room
	rest   []byte        // what r has buffered behind the line given last
	line   int64         // the number of that line
	offset int64         // and its own
	ahead  int64         // the offset of rest
}

// linesOf are the lines of a text, of which a part may be buffered.
func linesOf(in *bufio.Reader) lines {
	rest, _ := in.Peek(in.Buffered())
	return lines{r: in, rest: rest}
}

// next gives the next line without its end; nil at the end of the text. The line is valid until the next call. Of
// one that is too long it gives maxLine bytes at least.
func (l *lines) next() ([]byte, error) {
	for {
		if i := bytes.IndexByte(l.rest, '\n'); i >= 0 {
			return l.take(l.rest[:i], i+1), nil
		}
		switch err := l.fill(); {
		case err == bufio.ErrBufferFull && l.r.Size() < maxLine:
			l.r, l.rest = bufio.NewReaderSize(l.r, maxLine), nil // reads the rest again
		case err == bufio.ErrBufferFull:
			return l.long(), nil
		case err == io.EOF && len(l.rest) > 0:
			return l.take(l.rest, len(l.rest)), nil
		case err == io.EOF:
			return nil, nil
		case err != nil:
			return nil, err
		}
	}
}

// take gives a line that takes n bytes with its end.
func (l *lines) take(line []byte, n int) []byte {
	l.line++
	l.offset = l.ahead
	l.ahead += int64(n)
	l.rest = l.rest[n:]
	return line
}

// fill reads more behind the rest.
func (l *lines) fill() error {
	l.r.Discard(l.r.Buffered() - len(l.rest))
	_, err := l.r.Peek(len(l.rest) + 1)
	l.rest, _ = l.r.Peek(l.r.Buffered())
	return err
}

// long passes over a line that is too long and gives its beginning.
func (l *lines) long() []byte {
	head := l.take(bytes.Clone(l.rest), len(l.rest))
	for l.fill() == nil {
		i := bytes.IndexByte(l.rest, '\n') + 1
		n := i
		if i == 0 {
			n = len(l.rest)
		}
		l.ahead += int64(n)
		l.rest = l.rest[n:]
		if i > 0 {
			break
		}
	}
	return head
}
