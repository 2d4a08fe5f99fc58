package trace

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/seed38182bad/parallax/envs"
)

func (b *blocks) next() (*Run, error) {
	if b.run != nil && !b.run.over { // pass over the rest of it
		b.run.started = true
		if err := b.each(b.run, nil); err != nil {
			return nil, err
		}
	}
	for {
		h, contents, err := b.block()
		if err != nil {
			return nil, err
		}
		switch h.kind {
		case 0:
			return nil, nil
		case runBlock:
			return b.enter(h.run, string(contents)), nil
		case eventBlock, runEndBlock:
			if err := b.defect(0, "a block of kind %q between runs: want the beginning of run %d", h.kind, h.run); err != nil {
				return nil, err
			}
			b.enter(h.run, "")
			b.hold(h)
			b.lost = true
			return b.run, nil
		case fileEndBlock:
			b.over = true
			b.r.end = &fileEnd{}
			if err := b.unmarshal(contents, b.r.end); err != nil {
				return nil, err
			}
			return nil, b.last()
		default:
			if err := b.other(h, contents); err != nil {
				return nil, err
			}
		}
	}
}

// last is called behind the end of what the file holds, where nothing may follow: another trace would be passed over
// in silence. What is packed says only there whether it was damaged.
func (b *blocks) last() error {
	b.offset = b.ahead
	switch _, err := b.in.Peek(1); {
	case err == nil:
		return b.fail(b.error("something follows the end of the trace: want one trace in a file, and nothing behind it"), 0)
	case errors.Is(err, io.EOF):
		return nil
	default:
		return b.cut(0, err)
	}
}

func (b *blocks) enter(number uint32, name string) *Run {
	b.run = &Run{Name: name, r: b.r, number: number}
	b.lost, b.track = false, b.r.opts.Lenient
	b.r.prog.threads = nil
	b.tracker.init(b)
	return b.run
}

// other takes in a block that is as good outside of runs.
func (b *blocks) other(h blockHeader, contents []byte) error {
	switch h.kind {
	case defBlock:
		if msg := b.defs.read(contents, b.damaged); msg != "" {
			return b.defect(0, "%s", msg)
		}
		return nil
	case headerBlock:
		return b.defect(0, "a second header of the file")
	}
	return b.defect(int64(h.events), "a block of kind %q, which is not known: it is of a later version of the format",
		h.kind)
}

// each passes over the run if f is nil.
func (b *blocks) each(run *Run, f func(*envs.Event) bool) error {
	if b.track && f != nil {
		f = untilStopped(f)
	}
	for !run.over {
		h, contents, err := b.block()
		if err != nil {
			run.over = true
			return err
		}
		mine := h.run == run.number
		switch {
		case h.kind == eventBlock && mine:
			if f == nil {
				continue
			}
			if more, err := b.events(h, contents, f); err != nil || !more {
				return err // if it was stopped, next passes over the rest
			}
		case h.kind == runEndBlock && mine:
			run.over = true
			end := &RunEnd{}
			if err := b.unmarshal(contents, end); err != nil {
				return err
			}
			run.end = end
		case h.kind == 0:
			run.over = true
		case h.kind == eventBlock || h.kind == runEndBlock || h.kind == runBlock || h.kind == fileEndBlock:
			run.over = true
			if err := b.defect(0, "a block of kind %q of run %d: want the rest of run %d", h.kind, h.run,
				run.number); err != nil {
				return err
			}
			b.hold(h)
		default:
			if err := b.other(h, contents); err != nil {
				run.over = true
				return err
			}
		}
	}
	return nil
}

// skip passes over blocks of the run with n events at most, and says how many they had.
func (b *blocks) skip(run *Run, n int64) (skipped int64, err error) {
	defer func() { b.pass = 0 }()
	for {
		b.pass = n - skipped
		h, contents, err := b.block()
		switch {
		case err != nil:
			run.over = true
			return skipped, err
		case h.kind == eventBlock && h.run == run.number && int64(h.events) <= b.pass:
			skipped += int64(h.events)
			b.lost, b.track = true, true
		case h.kind == defBlock:
			if err := b.other(h, contents); err != nil {
				run.over = true
				return skipped, err
			}
		default:
			b.hold(h)
			return skipped, nil
		}
	}
}

// untilStopped asks f no more once it returned false.
func untilStopped(f func(*envs.Event) bool) func(*envs.Event) bool {
	more := true
	return func(ev *envs.Event) bool {
		more = more && f(ev)
		return more
	}
}

func (b *blocks) unmarshal(contents []byte, v any) error {
	if err := json.Unmarshal(contents, v); err != nil {
		return b.defect(0, "%v", err)
	}
	return nil
}
