package trace

import (
	"bytes"
	"io"
)

const (
	lineBuffer = 128 << 10
	maxLine    = 1 << 20 // the length of the longest line that is read
	slack      = 8       // how many bytes of a buffer may be looked at from the end of a line on
)

// lines splits a text.
type lines struct {
	r      io.Reader
	buf    []byte
	pos    int   // where the next line begins
	end    int   // of what was read
	base   int64 // the offset of buf in the text
	line   int64 // the number of the line given last
	offset int64 // and its own
	err    error // of the text, after what was read
}

// next gives the next line without its end; nil at the end of the text. The line is valid
// until the next call, and has a capacity of at least slack. One that is too long is cut, and
// does not parse.
func (l *lines) next() ([]byte, error) {
	from := l.pos // what lies before has no end of line
	for {
		if i := bytes.IndexByte(l.buf[from:l.end], '\n'); i >= 0 {
			return l.take(from+i, 1), nil
		}
		if l.err != nil {
			break
		}
		seen := l.end - l.pos
		if seen > maxLine {
			return l.long()
		}
		l.fill()
		from = l.pos + seen
	}
	switch {
	case l.err != io.EOF:
		return nil, l.err
	case l.pos < l.end:
		return l.take(l.end, 0), nil
	}
	return nil, nil
}

func (l *lines) take(end, newline int) []byte {
	line := l.buf[l.pos:end]
	l.line++
	l.offset = l.base + int64(l.pos)
	l.pos = end + newline
	return line
}

// fill reads more, behind what is left.
func (l *lines) fill() {
	if l.pos > 0 {
		copy(l.buf, l.buf[l.pos:l.end])
		l.base += int64(l.pos)
		l.pos, l.end = 0, l.end-l.pos
	}
	if l.end+slack >= len(l.buf) {
		l.buf = append(l.buf, make([]byte, max(lineBuffer, len(l.buf)))...)
	}
	for range 100 {
		n, err := l.r.Read(l.buf[l.end : len(l.buf)-slack])
		l.end += n
		if n > 0 || err != nil {
			l.err = err
			return
		}
	}
	l.err = io.ErrNoProgress
}

// long passes over a line that is too long and gives its beginning.
func (l *lines) long() ([]byte, error) {
	head := bytes.Clone(l.buf[l.pos : l.pos+maxLine])
	offset := l.base + int64(l.pos)
	for {
		i := bytes.IndexByte(l.buf[l.pos:l.end], '\n')
		if i >= 0 {
			l.pos += i + 1
			break
		}
		l.pos = l.end
		if l.err != nil {
			break
		}
		l.fill()
	}
	l.line++
	l.offset = offset
	return head, nil
}
