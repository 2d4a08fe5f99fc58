package driver

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/driver/recording"
)

// record is the verb that keeps events for later.
func (in *invocation) record() (err error) {
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
		return err
	}

	file := in.path(in.opts.output)
	tmp, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.tmp")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %s", in.opts.output, cause(err))
	}
	defer func() { // nothing is left half written
		tmp.Close()
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	buf := bufio.NewWriterSize(tmp, 1<<16)
	w, err := recording.NewWriter(buf, in.header(t, cfg))
	if err != nil {
		return err
	}
	trouble := &tally{all: len(plan)}
	for i, name := range plan {
		if in.ctx.Err() != nil {
			break
		}
		s, err := t.runs.Start(in.ctx, cfg, i)
		if err != nil {
			trouble.add(name, err)
			continue
		}
		if err := in.keep(w, s, name, trouble); err != nil {
			return fmt.Errorf("%s cannot be written: %s", in.opts.output, cause(err))
		}
	}
	if err := errors.Join(w.Close(in.ctx.Err() != nil), buf.Flush(), tmp.Chmod(0o644), tmp.Close()); err != nil {
		return fmt.Errorf("%s cannot be written: %s", in.opts.output, cause(err))
	}
	if err := os.Rename(tmp.Name(), file); err != nil {
		return fmt.Errorf("%s cannot be written: %v", in.opts.output, err)
	}
	in.out.Errors = append(in.out.Errors, trouble.problems()...)
	if in.ctx.Err() != nil {
		in.problem(in.ctx.Err())
	}
	return nil
}

// keep writes one run.
func (in *invocation) keep(w *recording.Writer, s session, name string, trouble *tally) error {
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
			if run.Events++; run.Events&0xfff == 0 {
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
	end := recording.RunEnd{Exit: exit}
	for _, k := range s.Kept() {
		end.Kept = append(end.Kept, recording.Kept(k))
	}
	for _, p := range problemsOf(errors.Join(err, waitErr)) {
		end.Errors = append(end.Errors, recording.PlacedError{Pos: p.Pos, Message: p.Message})
	}
	if in.ctx.Err() == nil {
		trouble.ended(name, err, waitErr, exit)
	}
	return w.End(end)
}

func (in *invocation) header(t *target, cfg runConfig) recording.Header {
	h := recording.Header{Sort: string(t.sort), Name: t.name, Text: t.text, Fingerprint: recording.Fingerprint(t.prog)}
	if t.sort == goSort {
		h.Dir, h.Patterns, h.Tags, h.Tests, h.Deps = in.opts.dir, in.args, in.opts.tags, cfg.Test, in.opts.deps
		h.Build = in.opts.build
		for _, a := range in.analyzers {
			h.Checkers = append(h.Checkers, a.Name)
		}
		if abs, err := filepath.Abs(in.opts.dir); err == nil {
			h.Dir = abs
		}
	}
	return h
}

// replay is the verb that checks recorded runs.
func (in *invocation) replay() error {
	if len(in.args) != 1 {
		return errors.New("replay: name one file that record wrote")
	}
	if err := in.noLateFlags(in.args); err != nil {
		return err
	}
	name := filepath.ToSlash(in.args[0])
	f, err := os.Open(in.path(in.args[0]))
	if err != nil {
		return &placedError{Problem{Pos: envs.Position{File: name}, Message: cause(err)}}
	}
	defer f.Close()
	damaged := func(err error) error {
		return &placedError{Problem{Pos: envs.Position{File: name}, Message: err.Error()}}
	}
	r, err := recording.NewReader(f)
	if err != nil {
		return damaged(err)
	}
	t := in.recorded(r.Header)
	if t == nil {
		return nil
	}
	if got := recording.Fingerprint(t.prog); got != r.Header.Fingerprint {
		return damaged(in.otherProgram(t))
	}
	if err := in.lacks(r.Header); err != nil {
		return damaged(err)
	}
	in.out.Functions += t.prog.NumFuncs()
	in.assume(t, dynamicSide)
	o := newObserved(t)
	trouble := &tally{all: 1}
	for in.ctx.Err() == nil {
		run, err := r.Next()
		if err != nil {
			trouble.add("", damaged(err))
			break
		}
		if run == nil {
			if r.End() != nil && r.End().Interrupted {
				trouble.add("", damaged(errors.New("the recording was interrupted: it holds the runs up to then")))
			}
			break
		}
		in.watch(o, &recordedRun{Run: run, damaged: damaged}, run.Name, trouble)
	}
	in.out.Errors = append(in.out.Errors, trouble.problems()...)
	in.addFindings(o.findings())
	in.silent(o)
	in.suppress(aPart)
	return nil
}

// lacks says what checkers have to see and a recording has not kept. Runs of .plx
// files are kept whole.
func (in *invocation) lacks(h recording.Header) error {
	if sort(h.Sort) != goSort {
		return nil
	}
	kept := needsOf(slices.DeleteFunc(slices.Clone(in.known), func(a *dataflow.Analyzer) bool { return !slices.Contains(h.Checkers, a.Name) }))
	var names []string
	for _, a := range in.analyzers {
		n := needsOf([]*dataflow.Analyzer{a})
		if n.Everywhere && !kept.Everywhere || slices.ContainsFunc(n.Checks, func(k envs.CheckKind) bool { return !slices.Contains(kept.Checks, k) }) {
			names = append(names, a.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("the recording has not kept what %s must see: record again with -checker %s",
		strings.Join(names, " and "), strings.Join(slices.Compact(slices.Sorted(slices.Values(append(names, h.Checkers...)))), ","))
}

// recorded loads the program of a recording; nil if that is not possible, which
// has been noted.
func (in *invocation) recorded(h recording.Header) *target {
	switch sort(h.Sort) {
	case plxSort:
		t, problems := parsePLX(h.Name, h.Text)
		in.out.Errors = append(in.out.Errors, problems...)
		return t
	case goSort:
		dir := cmp.Or(in.opts.dir, h.Dir)
		if err := folder(dir); err != nil {
			in.problem(fmt.Errorf("%w: name with -C where the module of the recording is", err))
			return nil
		}
		in.opts.tags, in.opts.build, in.opts.deps = h.Tags, h.Build, h.Deps
		t := in.loadGo(dir, h.Patterns, h.Tests, true)
		if in.opts.dir != "" && (t == nil || t.prog.NumFuncs() == 0) && in.ctx.Err() == nil {
			in.problem(fmt.Errorf("-C: the recording's patterns, %s, match nothing that can be read in the folder %s: "+
				"name the folder in which it was made, or a copy", h.Name, dir))
			return nil
		}
		return t
	}
	in.problem(fmt.Errorf("the recording is of a program of the sort %q, which is not known: it was made by a newer version", h.Sort))
	return nil
}

// otherProgram says why t may not be the program of a recording.
func (in *invocation) otherProgram(t *target) error {
	if t.sort == goSort && in.opts.dir != "" {
		return fmt.Errorf("%s in the folder %s, which -C names, is not the program that was recorded: "+
			"if it is the right folder, the program has changed since; record it again", t.name, in.opts.dir)
	}
	return fmt.Errorf("%s is not the program that was recorded: it has changed since; record it again", t.name)
}

// recordedRun is a run in a file, as a session.
type recordedRun struct {
	*recording.Run
	damaged func(error) error
}

func (r *recordedRun) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		for ev, err := range r.Run.Events() {
			if err != nil {
				err = r.damaged(err)
			}
			if !yield(ev, err) {
				return
			}
		}
	}
}

func (r *recordedRun) Kept() []Kept {
	var kept []Kept
	if end := r.End(); end != nil {
		for _, k := range end.Kept {
			kept = append(kept, Kept(k))
		}
	}
	return kept
}

func (r *recordedRun) Wait() (int, error) {
	end := r.End()
	if end == nil {
		return 0, nil // cut off, which Events has told
	}
	var errs []error
	for _, e := range end.Errors {
		errs = append(errs, &placedError{Problem{Pos: e.Pos, Message: e.Message}})
	}
	return end.Exit, errors.Join(errs...)
}
