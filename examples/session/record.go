package session

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

// Record writes the events of the runs that cfg asks for, which Replay reads. If ctx is done, it writes what came
// before. The result is nil if nothing could be run, or if w fails; else the error is about the runs.
func (p *Program) Record(ctx context.Context, w io.Writer, cfg RunConfig) (*Result, error) {
	cfg.recorded = true
	p.prepare(&cfg)
	out, err := trace.NewWriter(w, p.Code, p.header())
	if err != nil {
		return nil, err
	}
	r := p.result(cfg.checkers)
	trouble, err := p.each(ctx, &cfg, func(x *Execution, name string, trouble *tally) error {
		return r.record(ctx, out, x, name, trouble)
	})
	if err == nil {
		err = out.Close(ctx.Err() != nil)
	}
	if err != nil {
		return nil, err
	}
	return r, errors.Join(cfg.unmade, trouble.err(), ctx.Err())
}

// record writes one run. The error is of the file.
func (r *Result) record(ctx context.Context, w *trace.Writer, x *Execution, name string, trouble *tally) error {
	run := RunInfo{Name: name}
	if err := w.Begin(name); err != nil {
		return err
	}
	var failed error // of the file
	err := x.each(func(ev *envs.Event) error {
		if failed = w.Event(ev); failed != nil {
			return failed
		}
		if run.count(ev); run.Events&0xfff == 0 {
			r.Program.session.progress("%s: %d events", name, run.Events)
			return ctx.Err()
		}
		return nil
	})
	exit, waitErr := x.Wait()
	if failed != nil {
		return failed
	}
	run.Exit = exit
	seen := len(r.Kept)
	r.note(run, x)
	end := trace.RunEnd{Exit: exit}
	if kept := r.Kept[seen:]; len(kept) > 0 {
		info, err := json.Marshal(runInfo{kept})
		if err != nil {
			return err
		}
		end.Info = info
	}
	for _, p := range Problems(errors.Join(err, waitErr)) {
		end.Errors = append(end.Errors, envs.InputError{Pos: p.Pos, Message: p.Message})
	}
	if ctx.Err() == nil {
		trouble.ended(name, err, waitErr, exit)
	}
	return w.End(end)
}
