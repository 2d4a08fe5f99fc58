package driver

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

// convert is the verb that writes a trace in the other format.
func (in *invocation) convert() error {
	switch {
	case in.opts.output == "":
		return errors.New("convert: say with -o FILE where the trace goes; a text has a name like x.std, and - is the standard output")
	case len(in.args) != 1:
		return errors.New("convert: name one trace, or - for the standard input")
	}
	damaged := in.damaged()
	r, err := in.trace(trace.Options{Lenient: in.opts.lenient, Problem: func(err error) { in.problem(damaged(err)) }})
	if err != nil {
		return damaged(err)
	}
	defer r.Close()
	err = in.write(func(w io.Writer) error {
		if in.opts.output == "-" || filepath.Ext(in.opts.output) == ".std" {
			return in.asText(w, r)
		}
		return in.asBinary(w, r)
	})
	in.out.Skipped = r.Skipped()
	in.out.Functions += r.Program().NumFuncs()
	var e *trace.Error
	if errors.As(err, &e) {
		return damaged(err)
	}
	return err
}

// asText writes the one run that a text has room for, and tells what the text cannot say.
func (in *invocation) asText(w io.Writer, r *trace.Reader) error {
	run, err := r.Next()
	if err != nil || run == nil {
		return err
	}
	x := trace.NewTextWriter(w, r.Program())
	if err := in.copyRun(run, x.Event); err != nil {
		return err
	}
	if next, err := r.Next(); err != nil {
		return err
	} else if next != nil {
		return fmt.Errorf("convert: %s has several runs, and a text holds one: record %s", r.Name(), single(r))
	}
	if err := x.Close(); err != nil {
		return err
	}
	if o := x.Omitted(); o.Total() > 0 {
		lost := ""
		if x.OrderLost() {
			lost = ", and with them order between threads was lost, which channels, groups, atomic variables and readers' locks (RLock) bring about: " +
				"races that are found in the text may be none"
		}
		in.problem(fmt.Errorf("a text cannot say: %s; these events were left out%s", o, lost))
	}
	return nil
}

// single says how a program is recorded in one run.
func single(r *trace.Reader) string {
	var h header
	switch {
	case json.Unmarshal(r.Header(), &h) == nil && h.Sort == plxSort:
		return "one, with -runs 1"
	case h.Sort == goSort:
		return "one package"
	}
	return "one run"
}

// asBinary writes all runs.
func (in *invocation) asBinary(w io.Writer, r *trace.Reader) error {
	var h any
	if r.Header() != nil {
		h = json.RawMessage(r.Header())
	}
	x, err := trace.NewWriter(w, r.Program(), h)
	if err != nil {
		return err
	}
	for {
		run, err := r.Next()
		if err != nil {
			return err
		}
		if run == nil {
			return x.Close(r.End() != nil && r.End().Interrupted)
		}
		if err := x.Begin(run.Name); err != nil {
			return err
		}
		if err := in.copyRun(run, x.Event); err != nil {
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
func (in *invocation) copyRun(run *trace.Run, write func(*envs.Event) error) (err error) {
	info := RunInfo{Name: run.Name}
	read := run.Each(func(ev *envs.Event) bool {
		if err = write(ev); err != nil {
			return false
		}
		if info.count(ev); info.Events&0xffff == 0 {
			err = in.ctx.Err()
		}
		return err == nil
	})
	in.out.Runs = append(in.out.Runs, info)
	if err != nil {
		return err
	}
	return read
}
