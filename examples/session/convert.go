package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

// Convert writes the runs of a trace in the format of recordings, or as a text in the STD format, which holds one
// run. The result has the runs that were written. A text cannot say everything; lost tells what was left out.
func (t *Trace) Convert(ctx context.Context, w io.Writer, text bool) (r *Result, lost string, err error) {
	r = &Result{}
	if text {
		lost, err = t.asText(ctx, w, r)
	} else {
		err = t.asBinary(ctx, w, r)
	}
	r.Program, r.Skipped = &Program{Code: t.r.Program(), Name: t.r.Name()}, t.r.Skipped()
	var e *trace.Error
	if errors.As(err, &e) {
		err = t.placed(err)
	}
	return r, lost, err
}

// asText writes the one run that a text has room for.
func (t *Trace) asText(ctx context.Context, w io.Writer, r *Result) (lost string, err error) {
	run, err := t.r.Next()
	if err != nil || run == nil {
		return "", err
	}
	x := trace.NewTextWriter(w, t.r.Program())
	if err := r.copyRun(ctx, run, x.Event); err != nil {
		return "", err
	}
	if next, err := t.r.Next(); err != nil {
		return "", err
	} else if next != nil {
		one := "schedule"
		if h, err := headerOf(t.r); err == nil && len(h.Patterns) > 0 {
			one = "package"
		}
		return "", fmt.Errorf("%s has several runs, and a text holds one: record one %s", t.r.Name(), one)
	}
	if err := x.Close(); err != nil {
		return "", err
	}
	n, what := x.Omitted()
	if n == 0 {
		return "", nil
	}
	lost = "a text cannot say: " + what + "; these events were left out"
	if x.OrderLost() {
		lost += ", and with them order between threads was lost, which channels, groups, atomic variables and " +
			"readers' locks (RLock) bring about: races that are found in the text may be none"
	}
	return lost, nil
}

// asBinary writes all runs.
func (t *Trace) asBinary(ctx context.Context, w io.Writer, r *Result) error {
	var h any
	if t.r.Header() != nil {
		h = json.RawMessage(t.r.Header())
	}
	x, err := trace.NewWriter(w, t.r.Program(), h)
	if err != nil {
		return err
	}
	for {
		run, err := t.r.Next()
		if err != nil {
			return err
		}
		if run == nil {
			return x.Close(t.r.Interrupted())
		}
		if err := x.Begin(run.Name); err != nil {
			return err
		}
		if err := r.copyRun(ctx, run, x.Event); err != nil {
			return err
		}
		end := trace.RunEnd{}
		if run.End() != nil {
			end = *run.End()
		}
		if err := x.End(end); err != nil {
			return err
		}
	}
}

// copyRun hands on the events of a run.
func (r *Result) copyRun(ctx context.Context, run *trace.Run, write func(*envs.Event) error) (err error) {
	info := RunInfo{Name: run.Name}
	read := run.Each(func(ev *envs.Event) bool {
		if err = write(ev); err != nil {
			return false
		}
		if info.count(ev); info.Events&0xffff == 0 {
			err = ctx.Err()
		}
		return err == nil
	})
	r.Runs = append(r.Runs, info)
	if err != nil {
		return err
	}
	return read
}
