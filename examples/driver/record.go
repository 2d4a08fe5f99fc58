package driver

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/seed38182bad/parallax/envs/trace"
)

// record is the verb that keeps events for later.
func (in *invocation) record() error {
	if in.opts.output == "" {
		return errors.New("record: say with -o FILE where the events go")
	}
	cfg := in.runConfig(in.opts.test)
	if err := in.wantRunnable(&cfg); err != nil {
		return err
	}
	targets := in.load(in.args, cfg.Test, true)
	switch {
	case len(targets) == 0:
		return nil // what is missing has been noted
	case len(targets) > 1:
		return errors.New("record: a file holds the runs of one program: name one .plx file, or Go packages only")
	}
	t := targets[0]
	plan, err := t.runs.Plan(in.ctx, cfg)
	if err != nil {
		return in.instead(err)
	}

	all := len(plan) * t.times(cfg)
	trouble := &tally{all: all}
	err = in.write(func(out io.Writer) error {
		w, err := trace.NewWriter(out, t.prog, in.header(t, cfg))
		if err != nil {
			return err
		}
		for n := range all {
			i := n % len(plan)
			name := plan[i]
			if in.ctx.Err() != nil {
				break
			}
			cfg.Last = n >= all-len(plan)
			s, err := t.runs.Start(in.ctx, cfg, i)
			if err != nil {
				trouble.add(name, err)
				continue
			}
			if err := in.keep(w, s, name, trouble); err != nil {
				return fmt.Errorf("%s cannot be written: %s", in.opts.output, cause(err))
			}
		}
		return w.Close(in.ctx.Err() != nil)
	})
	if err != nil {
		return err
	}
	in.out.Errors = append(in.out.Errors, trouble.problems()...)
	if in.ctx.Err() != nil {
		in.problem(in.ctx.Err())
	}
	return nil
}

// keep writes one run.
func (in *invocation) keep(w *trace.Writer, s session, name string, trouble *tally) error {
	run := RunInfo{Name: name}
	if err := w.Begin(name); err != nil {
		return err
	}
	var failed error // of the file
	_, err := guarded2(func() (struct{}, error) {
		for ev, err := range s.Events() {
			if err != nil {
				return struct{}{}, err
			}
			if failed = w.Event(&ev); failed != nil {
				return struct{}{}, nil
			}
			if run.count(&ev); run.Events&0xfff == 0 {
				if in.ctx.Err() != nil {
					return struct{}{}, in.ctx.Err()
				}
				in.progress.show("%s: %d events", name, run.Events)
			}
		}
		return struct{}{}, nil
	})
	exit, waitErr := s.Wait()
	if failed != nil {
		return failed
	}
	run.Exit = exit
	in.out.Runs = append(in.out.Runs, run)
	in.out.Kept = append(in.out.Kept, s.Kept()...)
	end := trace.RunEnd{Exit: exit}
	if kept := s.Kept(); len(kept) > 0 {
		if end.Info, err = json.Marshal(runInfo{kept}); err != nil {
			return err
		}
	}
	for _, p := range problemsOf(errors.Join(err, waitErr)) {
		end.Errors = append(end.Errors, trace.PlacedError{Pos: p.Pos, Message: p.Message})
	}
	if in.ctx.Err() == nil {
		trouble.ended(name, err, waitErr, exit)
	}
	return w.End(end)
}
