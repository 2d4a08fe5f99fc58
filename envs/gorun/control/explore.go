package control

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/internal/child"
)

// Explore executes the tests of the packages, one after the other, and yields what each has come to.
func (b *Build) Explore(ctx context.Context, opts Options) iter.Seq2[*Test, error] {
	return func(yield func(*Test, error) bool) {
		for _, t := range b.binary {
			names, err := b.tests(ctx, t, opts)
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			for _, name := range names {
				x, err := b.Execute(ctx, Name{t.pkg, name, t.dir}, opts)
				if !yield(x, err) || ctx.Err() != nil {
					return
				}
			}
		}
	}
}

// CheckSchedule says what is wrong with the text of a schedule. Words that begin with + name lines at which accesses of
// memory are points; the rest is as package explore writes it.
func CheckSchedule(text string) error {
	words := slices.DeleteFunc(strings.Fields(text), func(w string) bool { return w[0] == '+' })
	_, err := explore.ParseSchedule(strings.Join(words, " "))
	return err
}

// tests lists the tests of a package.
func (b *Build) tests(ctx context.Context, t testBinary, opts Options) (names []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	run := opts.Run
	if run == "" {
		run = "."
	}
	top, _, _ := strings.Cut(run, "/")
	cmd := child.Command(ctx, t.file, append([]string{"-test.list=" + top}, opts.Flags...)...)
	cmd.Dir, cmd.Env = t.dir, append(b.env(), "PWD="+t.dir)
	out, err := child.Output(cmd)
	if err != nil {
		return nil, fmt.Errorf("control: the tests of %s cannot be listed: %w", t.pkg, told(err))
	}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "Test") && !strings.ContainsAny(line, " \t") {
			names = append(names, line)
		}
	}
	return names, nil
}

// Tests lists the tests that Options.Run selects, package by package.
func (b *Build) Tests(ctx context.Context, opts Options) (list []Name, err error) {
	var errs []error
	for _, t := range b.binary {
		names, err := b.tests(ctx, t, opts)
		errs = append(errs, err)
		for _, name := range names {
			list = append(list, Name{t.pkg, name, t.dir})
		}
	}
	return list, errors.Join(errs...)
}

// Execute executes one test, as Explore does each.
func (b *Build) Execute(ctx context.Context, of Name, opts Options) (*Test, error) {
	i := slices.IndexFunc(b.binary, func(t testBinary) bool { return t.pkg == of.Package })
	if i < 0 {
		return nil, fmt.Errorf("control: package %s has no tests", of.Package)
	}
	e := exploration{b: b, bin: b.binary[i], opts: opts, name: of.Test}
	err := e.run(ctx)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return e.sum, err
}

// An exploration is that of one test.
type exploration struct {
	b     *Build
	bin   testBinary
	opts  Options
	name  string
	sum   *Test
	begin time.Time
	again bool // the next process repeats an execution
	// patience is how long the next process waits at first for what is not controlled, in nanoseconds; 0 if none has told
	patience int64
}

// run executes the test in one process after the other. If executions in one process do not repeat, each has a process
// of its own.
func (e *exploration) run(ctx context.Context) (err error) {
	if e.opts.Executions == 0 {
		e.opts.Executions = 100
	}
	if strings.Contains(e.opts.Schedule, "+") { // accesses of memory are points
		e.opts.Memory = true
	}
	e.begin = time.Now()
	e.reset()
	if !e.opts.Fresh {
		err = e.together(ctx)
		if err == nil && e.sum.Differs {
			e.opts.Fresh = true
			e.reset()
		}
	}
	if err == nil && e.opts.Fresh {
		err = e.apart(ctx)
	}
	if n := e.sum.Failed(); err == nil && n > 0 && n+e.sum.Redundant == e.sum.Executions && e.opts.Watcher == nil {
		e.sum.Native, err = e.native(ctx)
	}
	if e.sum.Time = time.Since(e.begin); !e.opts.Fresh {
		e.sum.Kept = e.bin.vars.why()
	}
	return err
}

// native executes the test without control.
func (e *exploration) native(ctx context.Context) (string, error) {
	limited, cancel := context.WithTimeout(ctx, max(e.opts.Execution, 10*time.Second))
	defer cancel()
	cmd := child.Command(limited, e.bin.file, append([]string{"-test.run=^" + e.name + "$"}, e.opts.Flags...)...)
	cmd.Dir, cmd.Env = e.bin.dir, append(append(e.b.env(), "PWD="+e.bin.dir, "TMPDIR="+e.b.temp), e.opts.Env...)
	cmd.WaitDelay = time.Second
	_, err := child.CombinedOutput(cmd)
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case limited.Err() != nil:
		return Timeout, nil
	case err != nil:
		return Fail, nil
	}
	return Pass, nil
}

func (e *exploration) reset() {
	e.sum = &Test{
		Package: e.bin.pkg, Dir: e.bin.dir, Name: e.name, Ends: map[string]int{}, Fresh: e.opts.Fresh,
	}
}

// together makes executions in as few processes as possible.
func (e *exploration) together(ctx context.Context) error {
	for from := 0; from < e.opts.Executions && !e.enough(); {
		p, err := e.process(ctx, from, e.opts.Executions, e.opts.Schedule, e.opts.Rand)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if p.over || p.next <= from {
			break
		}
		from = p.next
		if !e.drawn() {
			e.sum.Complete = false // what comes next is known in the process only
			break
		}
	}
	return nil
}

// drawn reports whether executions follow from their numbers.
func (e *exploration) drawn() bool {
	switch e.opts.Strategy {
	case "", "walk", "pct", "pos", "mix":
		return e.opts.Schedule == ""
	}
	return false
}

// apart makes each execution in a process of its own. The first is made twice, those that fail four times.
func (e *exploration) apart(ctx context.Context) error {
	for n := 0; n < e.opts.Executions && !e.enough(); n++ {
		x, err := e.single(ctx, n, e.opts.Schedule, e.opts.Rand)
		if err != nil || ctx.Err() != nil || x == nil {
			return err
		}
		times := 0
		if n == 0 {
			times = 1
		}
		if fails(x.End) && e.opts.Watcher == nil {
			times = 3
		}
		x.Replays = times
		sum := *e.sum
		sum.Ends = maps.Clone(e.sum.Ends)
		e.again = true
		for range times {
			again, err := e.single(ctx, 0, x.Schedule, x.Rand)
			if err != nil || ctx.Err() != nil {
				return err
			}
			if again != nil && again.End == x.End && again.Schedule == x.Schedule {
				x.Same++
			}
		}
		*e.sum, e.again = sum, false
		if n == 0 {
			e.sum.Differs = x.Same < times
		}
		if n == 0 || x.Replays > 0 || e.opts.All || x.leaks() && e.sum.Ends[Leak] == 1 {
			e.sum.Shown = append(e.sum.Shown, *x)
		}
		if !e.drawn() {
			break // what comes next is known in the process only
		}
	}
	if e.sum.Complete = false; e.sum.Why == "" {
		e.sum.Why = "the test does not do the same again in one process, so that each execution had its own"
	}
	return nil
}

// single makes one execution in a process.
func (e *exploration) single(ctx context.Context, n int, schedule string, rand uint64) (*Execution, error) {
	shown := e.sum.Shown
	e.sum.Shown = nil
	_, err := e.process(ctx, n, n+1, schedule, rand)
	made := e.sum.Shown
	e.sum.Shown = shown
	if err != nil || len(made) == 0 {
		return nil, err
	}
	return &made[0], nil
}

// enough reports whether the test need not be executed again.
func (e *exploration) enough() bool {
	return e.sum.Failed() >= max(e.opts.Failures, 1) || e.sum.Ends[Skip] > 0 ||
		e.opts.Test > 0 && time.Since(e.begin) > e.opts.Test
}
