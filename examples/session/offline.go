package session

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"runtime"
	"time"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

// A spool keeps the events of one run in a temporary file, from which they can be read again and again.
type spool struct {
	prog   envs.Program
	file   *os.File
	buf    *bufio.Writer
	w      *trace.Writer
	events int64
	lost   int64 // before which event some are missing; -1 if none are
	doubt  func()
}

// newSpool begins a spool, which ends with remove.
func newSpool(prog envs.Program, doubt func()) (*spool, error) {
	file, err := os.CreateTemp("", "events-*.plxt")
	if err != nil {
		return nil, fmt.Errorf("there is no place for the events of the run, which is looked at when it is over: %w; "+
			"TMPDIR says where temporary files go", err)
	}
	if runtime.GOOS != "windows" {
		os.Remove(file.Name()) // the file lives as long as it is open, and no longer if this process is killed
	}
	s := &spool{prog: prog, file: file, buf: bufio.NewWriterSize(file, 1<<16), lost: -1, doubt: doubt}
	if s.w, err = trace.NewWriter(s.buf, prog, nil); err == nil {
		err = s.w.Begin("")
	}
	if err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

func (s *spool) remove() {
	s.file.Close()
	os.Remove(s.file.Name())
}

// add keeps an event.
func (s *spool) add(ev *envs.Event) error {
	s.events++
	return s.w.Event(ev)
}

// miss says that events are missing from here on.
func (s *spool) miss() {
	if s.lost < 0 {
		s.lost = s.events
	}
}

// end writes what is left to be written.
func (s *spool) end() error {
	err := s.w.End(trace.RunEnd{})
	if err == nil {
		err = s.w.Close(false)
	}
	if err == nil {
		err = s.buf.Flush()
	}
	if err != nil {
		return fmt.Errorf("the events of the run, which is looked at when it is over, cannot be kept: %w", err)
	}
	return nil
}

// Events reads the events from the first to the last.
func (s *spool) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		var run *trace.Run
		r, err := trace.NewReader(io.NewSectionReader(s.file, 0, math.MaxInt64), s.file.Name(), trace.Options{})
		if err == nil {
			defer r.Close()
			run, err = r.Next()
		}
		n, more := int64(0), true
		if err == nil {
			err = run.Each(func(ev *envs.Event) bool {
				if n == s.lost {
					s.doubt()
				}
				n++
				more = yield(*ev, nil)
				return more
			})
		}
		if err != nil && more {
			const text = "the events of the run, which is looked at when it is over, cannot be read again: %w"
			yield(envs.Event{}, fmt.Errorf(text, err))
		}
	}
}

// lookBack shows the checkers a run that is over. If that was interrupted, they are shown for a moment what there is
// of it.
func (list watches) lookBack(ctx context.Context, run envs.Run) error {
	if ctx.Err() != nil {
		var done context.CancelFunc
		ctx, done = context.WithTimeout(context.WithoutCancel(ctx), time.Second/2)
		defer done()
	}
	return list.each(func(w *dataflow.Watch) error { return Guard(func() error { return w.RunWhole(ctx, run) }) })
}
