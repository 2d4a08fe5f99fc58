package trace

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strconv"

	"github.com/seed38182bad/parallax/envs"
)

// std reads the STD format. What follows the thread in a line is its statement. It is looked up as a whole: only one
// that has not come before is parsed.
type std struct {
	r    *Reader
	in   lines
	done bool

	threadNames *names
	threads     []*stdThread           // by number, from 1
	locks       []heldLock[*stdThread] // by number, from 1
	recent      [256]recentThread

	texts  *names // of statements
	stmts  []stmt
	vocab  vocabulary
	ev     envs.Event
	f      func(*envs.Event) bool
	active bool // f wants more
}

type stdThread struct {
	id     envs.Thread
	fn     envs.FuncID // of the topmost frame
	state  threadState
	frames []envs.FuncID // of begins
}

// recentThread is a thread with its name and a bar, as one word. To look up such a word first, and the name only where
// it is another one, makes reading a text a third faster. It takes 28 ns an event, and 43 without.
type recentThread struct {
	word uint64
	t    *stdThread
}

type threadState uint8

const (
	unknown threadState = iota
	forked              // but has not done anything
	running
	joined
)

func newSTD(r *Reader, in *bufio.Reader) *std {
	s := &std{r: r, in: linesOf(in), threadNames: newNames(), texts: newNames()}
	s.vocab.init(r.prog, r.name)
	return s
}

func (s *std) next() (*Run, error) {
	if s.done {
		return nil, nil
	}
	s.done = true
	return &Run{Name: s.r.name, r: s.r}, nil
}

func (s *std) skip(*Run, int64) (int64, error) { return 0, nil }

func (s *std) each(run *Run, f func(*envs.Event) bool) error {
	s.f, s.active = f, true
	for s.active {
		line, err := s.in.next()
		if err != nil || line == nil {
			return s.broken(err)
		}
		t, st, msg := s.statement(line)
		if msg == "" && (st.verb >= acquire || t.state != running) {
			msg = s.unfit(t, st)
		}
		if msg != "" {
			err := &Error{File: s.r.name, Line: s.in.line, Offset: s.in.offset, Msg: msg}
			if err := s.r.defect(err, 1); err != nil {
				return err
			}
			continue
		}
		if t.state != running {
			t.state = running
			s.emit(envs.Event{Kind: envs.Enter, Thread: t.id, Func: rootFunc})
		}
		if st.fn != t.fn {
			st.fn, st.pc = t.fn, s.vocab.locate(t.fn, st)
		}
		switch st.verb {
		case acquire:
			s.locks[st.obj].acquire(t)
		case fork:
			s.threads[st.obj-1].state = forked
		case join:
			s.ended(s.threads[st.obj-1])
		case begin, end:
			s.frame(t, st)
			continue
		}
		if s.active {
			s.ev.Thread, s.ev.PC, s.ev.Obj = t.id, st.pc, st.obj
			s.active = f(&s.ev)
		}
	}
	run.over = true
	return nil
}

// statement gives the thread and the statement of a line, or says what is wrong with the line.
func (s *std) statement(line []byte) (t *stdThread, st *stmt, msg string) {
	if len(line) >= maxLine {
		return nil, nil, fmt.Sprintf("the line is too long: want at most %d bytes", maxLine-1)
	}
	word, n := firstWord(line)
	recent := &s.recent[word*0x9e3779b97f4a7c15>>56]
	if recent.word == word && word != 0 {
		t = recent.t
	} else {
		if n = bytes.IndexByte(line, '|'); n <= 0 {
			return nil, nil, "want thread|operation|place, got " + quote(line)
		}
		if i := s.threadNames.find(line[:n]); i >= 0 {
			t = s.threads[i]
		}
	}
	i := s.texts.find(line[n+1:])
	if i < 0 {
		parsed, msg := s.parse(line[:n], line[n+1:])
		if msg != "" {
			return nil, nil, msg
		}
		i = s.texts.add(line[n+1:])
		s.stmts = append(s.stmts, parsed)
	}
	if t == nil {
		t = s.thread(line[:n])
	}
	if recent.t != t && word != 0 {
		*recent = recentThread{word, t}
	}
	return t, &s.stmts[i], ""
}

// firstWord gives what comes before the first bar of a line, with the bar, as a word, and its
// length without. The word is 0 if it does not fit.
func firstWord(line []byte) (word uint64, n int) {
	const ones = 0x0101010101010101
	if cap(line) < 8 {
		return 0, 0
	}
	word = binary.LittleEndian.Uint64(line[:8])
	x := word ^ '|'*ones
	n = bits.TrailingZeros64((x-ones)&^x&(0x80*ones)) / 8 // the lowest byte that is zero in x
	if n >= len(line) || n == 8 {
		return 0, 0
	}
	return word << (56 - 8*n) >> (56 - 8*n), n
}

// emit delivers what is no plain Step of an operation.
func (s *std) emit(ev envs.Event) {
	if s.active {
		s.ev = ev
		s.active = s.f(&s.ev)
		s.ev = envs.Event{}
	}
}

// frame delivers a begin or end.
func (s *std) frame(t *stdThread, st *stmt) {
	s.emit(envs.Event{Thread: t.id, PC: st.pc})
	if st.verb == begin {
		t.frames = append(t.frames, t.fn)
		t.fn = envs.FuncID(st.arg)
		s.emit(envs.Event{Kind: envs.Enter, Thread: t.id, Func: t.fn, Direct: true})
		return
	}
	n := len(t.frames) - 1
	t.fn, t.frames = t.frames[n], t.frames[:n]
	s.emit(envs.Event{Kind: envs.Leave, Thread: t.id, Done: true})
}

// ended delivers the end of a thread that is joined.
func (s *std) ended(t *stdThread) {
	if t.state == running {
		for range len(t.frames) + 1 {
			s.emit(envs.Event{Kind: envs.Leave, Thread: t.id})
		}
		s.emit(envs.Event{Kind: envs.End, Thread: t.id, Done: true})
	}
	t.state, t.frames = joined, nil
}

// unfit says why a thread cannot execute a statement now.
func (s *std) unfit(t *stdThread, st *stmt) string {
	if t.state == joined {
		return s.named(t) + " does something after it was joined: want no event of it after the join"
	}
	switch st.verb {
	case acquire:
		for uint64(len(s.locks)) <= st.obj {
			s.locks = append(s.locks, heldLock[*stdThread]{})
		}
		// What a thread that is joined held is free again.
		if l := s.locks[st.obj]; l.times > 0 && l.by != t && l.by.state != joined {
			return fmt.Sprintf("%s acquires %s, which %s holds: want a rel of that thread before it",
				s.named(t), s.lockName(st.obj), s.named(l.by))
		}
	case release:
		if st.obj >= uint64(len(s.locks)) || !s.locks[st.obj].release(t) {
			return fmt.Sprintf("%s releases %s, which it does not hold: want an acq before each rel",
				s.named(t), s.lockName(st.obj))
		}
	case end:
		if len(t.frames) == 0 {
			return s.named(t) + " ends what it did not begin: want a begin before each end"
		}
	case fork:
		if o := s.threads[st.obj-1]; o.state != unknown || o == t {
			return fmt.Sprintf("%s forks %s, which is there already: want the fork before all it does",
				s.named(t), s.named(o))
		}
	case join:
		if o := s.threads[st.obj-1]; o.state == unknown || o == t {
			return fmt.Sprintf("%s joins %s, which is no other thread that was forked or did anything",
				s.named(t), s.named(o))
		}
	}
	return ""
}

func (s *std) lockName(lock uint64) string { return printable([]byte(s.vocab.locks.texts[lock-1])) }

func (s *std) named(t *stdThread) string {
	return "thread " + printable([]byte(s.threadNames.texts[t.id-1]))
}

// thread gives the thread of a name.
func (s *std) thread(name []byte) *stdThread {
	i, fresh := s.threadNames.number(name)
	if fresh {
		t := &stdThread{id: envs.Thread(i + 1), fn: rootFunc}
		s.threads = append(s.threads, t)
		s.r.prog.nameThread(t.id, string(name))
	}
	return s.threads[i]
}

// broken is what becomes of an error of the file; nil is its end.
func (s *std) broken(err error) error {
	s.active = false
	if err == nil {
		return nil
	}
	e := &Error{
		File: s.r.name, Line: s.in.line + 1, Offset: s.in.ahead,
		Msg: "cannot be read on: " + err.Error(), Err: err,
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		e.Msg = "the file is cut off here: want the rest of what was packed"
	}
	return s.r.defect(e, 0)
}

// maxQuote is about how long a quotation may be, its escapes included.
const maxQuote = 60

func quote(b []byte) string {
	n := min(len(b), maxQuote)
	q := strconv.Quote(string(b[:n]))
	for len(q) > maxQuote+2 {
		n -= (len(q) - maxQuote + 7) / 10 // the longest escape, of a rune
		q = strconv.Quote(string(b[:n]))
	}
	if n < len(b) {
		q += "..."
	}
	return q
}

// printable is a name as it is, or quoted if it is long or cannot be printed.
func printable(name []byte) string {
	if q := quote(name); q != `"`+string(name)+`"` {
		return q
	}
	return string(name)
}
