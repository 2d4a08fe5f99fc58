package trace

import (
	"encoding/json"
	"errors"
	"iter"

	"github.com/seed38182bad/parallax/envs"
)

// Options say what becomes of defects. The zero value ends the reading at the first one.
type Options struct {
	// Lenient goes on after the line or block that is to blame.
	Lenient bool
	// Problem, if not nil, is called with each defect after which reading went on.
	Problem func(error)
}

// A Reader reads a trace: Next for each run in it, and the run's Each or Events. It is not
// safe for concurrent use.
type Reader struct {
	name    string
	opts    Options
	prog    *Program
	header  json.RawMessage
	src     source
	end     *fileEnd
	run     *Run
	skipped int64
	close   []func() error
}

// source is a format.
type source interface {
	// next goes to the next run, past what is left of the one before; nil at the end.
	next() (*Run, error)
	// skip is for Run.Skip.
	skip(*Run, int64) (int64, error)
	// each reads the events of the run.
	each(*Run, func(*envs.Event) bool) error
}

// Name is the name of the trace.
func (r *Reader) Name() string { return r.name }

// Program is the program of the trace, as far as it was read.
func (r *Reader) Program() *Program { return r.prog }

// Header is the header that the writer of the trace gave it, as JSON; nil if it has none, as a text has none.
func (r *Reader) Header() json.RawMessage { return r.header }

// Skipped is how many events were left out so far because of defects. What lay behind the place where a file is cut off
// is not counted.
func (r *Reader) Skipped() int64 { return r.skipped }

// Interrupted reports whether the file says at its end, where Next has found it, that more runs were to follow.
func (r *Reader) Interrupted() bool { return r.end != nil && r.end.Interrupted }

// Next returns the next run, nil after the last one. It passes over unread events of the run before.
func (r *Reader) Next() (*Run, error) {
	run, err := r.src.next()
	r.run = run
	return run, err
}

// Close closes what Open opened.
func (r *Reader) Close() error {
	var err error
	for i := len(r.close) - 1; i >= 0; i-- {
		err = errors.Join(err, r.close[i]())
	}
	r.close = nil
	return err
}

// A Run is one run in a trace. It implements envs.Run. Its events can be read once,
// before the next run is asked for.
type Run struct {
	Name string

	r       *Reader
	end     *RunEnd
	number  uint32
	started bool
	over    bool
}

// RunEnd says how a run ended.
type RunEnd struct {
	Exit   int   `json:"exit"`
	Events int64 `json:"events"` // how many it had
	// Errors are what went wrong in the run, each where in the program, if that is known.
	Errors []envs.InputError `json:"errors,omitempty"`
	// Info is what the writer of the trace adds.
	Info json.RawMessage `json:"info,omitempty"`
}

// End says how the run ended. It is nil before all events were read, if the file is cut off, and for a text.
func (run *Run) End() *RunEnd { return run.end }

// Skip passes over the next n events at most, in whole blocks, and returns how many it passed over. It seeks if the
// file can. It has to be called before Each, which then enters the frames of a thread before its first event, if these
// are at most 64. The events of a thread with more frames count as skipped for as long as it has them. A text has no
// blocks, so Skip passes over nothing. The command reads runs whole; Skip is for programs that look at the end of a
// long one.
func (run *Run) Skip(n int64) (int64, error) {
	if run.started || run.r.run != run {
		return 0, errors.New("trace: events can be skipped before those of the run are read")
	}
	return run.r.src.skip(run, n)
}

// Each calls f for each event, until it returns false. The event is valid during the
// call and must not be changed.
func (run *Run) Each(f func(*envs.Event) bool) error {
	if run.started || run.r.run != run {
		return errors.New("trace: the events of a run can be read once, before the next run")
	}
	run.started = true
	return run.r.src.each(run, f)
}

// Events is Each as an iterator, with a copy of each event.
func (run *Run) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		stopped := false
		err := run.Each(func(ev *envs.Event) bool {
			stopped = !yield(*ev, nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(envs.Event{}, err)
		}
	}
}

// defect is the error to return, nil if reading goes on. It counts the events that are
// left out.
func (r *Reader) defect(err *Error, events int64) error {
	if !r.opts.Lenient {
		return err
	}
	r.skipped += events
	if r.opts.Problem != nil {
		r.opts.Problem(err)
	}
	return nil
}

var _ envs.Run = (*Run)(nil)
