package control

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed38182bad/parallax/envs/gorun/control/internal/kind"
	"github.com/seed38182bad/parallax/envs/internal/child"
)

// A progress says how far a process has come.
type progress struct {
	next int // execution
	over bool
}

// maxInEnvironment is how long a schedule may be that is passed in the environment. Linux takes no string of 128 KiB.
const maxInEnvironment = 1 << 16

// process makes executions in a process, and adds what it tells of them.
func (e *exploration) process(ctx context.Context, from, to int, schedule string, rand uint64) (p progress, err error) {
	if len(schedule) > maxInEnvironment {
		f, err := os.CreateTemp(e.b.dir, "schedule-") // tests may be executed at the same time
		if err != nil {
			return p, fmt.Errorf("control: %w", err)
		}
		e.file = f.Name()
		defer os.Remove(e.file)
		if _, err = f.WriteString(schedule); err != nil {
			return p, fmt.Errorf("control: %w", errors.Join(err, f.Close()))
		}
		if err := f.Close(); err != nil {
			return p, fmt.Errorf("control: %w", err)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		return p, fmt.Errorf("control: %w", err)
	}
	defer r.Close()
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	run := "^" + e.name + "$"
	if _, sub, ok := strings.Cut(e.opts.Run, "/"); ok {
		run += "/" + sub
	}
	args := append([]string{"-test.run=" + run, "-test.timeout=0", "-test.paniconexit0"}, e.opts.Flags...)
	cmd := child.Command(ctx, e.bin.file, args...)
	cmd.Dir = e.bin.dir
	cmd.Env = append(append(e.b.env(), "PWD="+e.bin.dir, "TMPDIR="+e.b.temp), e.opts.Env...)
	cmd.Env = append(cmd.Env, "PARALLAX_CONTROL="+e.spec(from, to, schedule, rand))
	cmd.ExtraFiles = []*os.File{w}
	watch, err := e.watched(cmd)
	if err != nil {
		return p, errors.Join(err, w.Close())
	}
	defer watch.close()
	cmd.WaitDelay = time.Second // programs that the tests have started may keep its output open
	var tail tailWriter
	cmd.Stdout, cmd.Stderr = &tail, &tail
	started, exited := make(chan error), make(chan error, 1)
	go child.Held(func() {
		err := cmd.Start()
		w.Close()
		started <- err
		if err == nil {
			exited <- cmd.Wait()
		}
	})
	if err := <-started; err != nil {
		watch.exited()
		return p, fmt.Errorf("control: the tests of %s cannot be started: %w", e.bin.pkg, err)
	}
	p.next = from
	limit := e.limit()
	hung := time.AfterFunc(limit, cancel)
	defer hung.Stop()
	lines := bufio.NewReader(r)
	timedOut, trying, kept := false, false, e.bin.vars.why() != ""
	var slow *time.Timer
	shown := len(e.sum.Shown)
	for {
		text, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var x line
		if err := json.Unmarshal(text, &x); err != nil {
			cancel()
			<-exited
			watch.exited()
			return p, fmt.Errorf("control: %s has written %q: %w", e.bin.pkg, text, err)
		}
		switch {
		case x.Watched:
			watch.over(&x)
		case x.Initialises != nil:
			if trying = *x.Initialises; trying {
				slow = time.AfterFunc(e.execution(), cancel)
			} else if slow != nil {
				slow.Stop()
			}
		case x.Kept != "":
			e.bin.vars.keep(x.Kept)
		case x.Executions > 0:
			p.over, p.next = !x.Again, from+x.Executions
			e.add(&x)
		case x.Replayed != nil:
			if n := len(e.sum.Shown); n > 0 {
				e.sum.Shown[n-1].Replays, e.sum.Shown[n-1].Same = x.Replays, x.Same
			}
		default:
			if x.End == Timeout {
				timedOut = true
				p.next = x.Number + 1
				e.sum.Executions += p.next - from
				e.sum.Ends[Timeout]++
				e.sum.Ends[Pass] += x.Number - from
				for _, y := range e.sum.Shown[shown:] { // its counts are lost
					if y.End != Pass {
						e.sum.Ends[y.End]++
						e.sum.Ends[Pass]--
					}
				}
				e.sum.Outside = merge(e.sum.Outside, x.Outside)
				e.sum.Complete, e.sum.Why = false, "an execution took too long"
			}
			if i := len(e.sum.Shown) - 1; x.Less && i >= 0 && e.sum.Shown[i].Number == x.Number {
				e.sum.Shown[i] = x.Execution
				break
			}
			watch.made = &x.Execution
			if e.opts.Watcher == nil || e.opts.All || e.tells(&x.Execution) {
				e.sum.Shown = append(e.sum.Shown, x.Execution)
			}
		}
	}
	err = <-exited
	watch.exited()
	if trying && outer.Err() == nil {
		why := "the program has ended when packages were initialised again"
		if ctx.Err() != nil {
			why = "it takes too long to initialise packages again"
		}
		e.bin.vars.keep(why)
	}
	if !kept && e.bin.vars.why() != "" && p.next == from && !timedOut && outer.Err() == nil {
		return e.process(outer, from, to, schedule, rand)
	}
	if p.next > from || timedOut || outer.Err() != nil {
		return p, nil
	}
	switch {
	case ctx.Err() != nil:
		err = fmt.Errorf("it was killed after %v: a test's executions did not end, and it could not end them", limit)
	case err == nil:
		err = errors.New("it has ended before the test")
	}
	// The execution in which it happened is not known; what comes after cannot be trusted to be reached.
	p.next, p.over = to, true
	e.sum.Executions++
	e.sum.Ends[Crash]++
	e.sum.Complete, e.sum.Why = false, "the process has ended with an execution"
	if len(e.sum.Shown) == shown+1 && e.sum.Shown[shown].End == Pass {
		e.sum.Shown = e.sum.Shown[:shown] // the first execution is of no interest
	}
	e.sum.Shown = append(e.sum.Shown, Execution{Number: from, End: Crash, Text: err.Error() + "\n" + tail.String()})
	return p, nil
}

// limit is how long a process may take for executions of a test.
func (e *exploration) limit() time.Duration {
	return cmp.Or(e.opts.Test, time.Hour) + 5*e.execution()
}

// execution is how long an execution may take.
func (e *exploration) execution() time.Duration { return cmp.Or(e.opts.Execution, 10*time.Second) }

// add adds the executions of a process to those of the test.
func (e *exploration) add(x *line) {
	s := e.sum
	s.Executions += x.Executions
	for end, n := range x.Ends {
		if end == kind.Redundant {
			s.Redundant += n
		} else {
			s.Ends[end] += n
		}
	}
	s.Points += x.AllPoints
	s.Threads = max(s.Threads, x.Threads)
	s.Complete, s.Within = x.Complete && s.Why == "", x.Within && s.Why == ""
	if s.Why == "" {
		s.Why = x.Why
	}
	s.Differs = s.Differs || x.Repeats == "differs"
	s.Outside = merge(s.Outside, x.Outside)
}

func merge(list, more []string) []string {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// spec is what the process is told.
func (e *exploration) spec(from, to int, schedule string, rand uint64) string {
	o := &e.opts
	var b strings.Builder
	put := func(key string, value any) { fmt.Fprintf(&b, ";%s=%v", key, value) }
	strategy := o.Strategy
	if strategy == "" {
		strategy = "walk"
	}
	if schedule != "" {
		strategy = "first" // after these
	}
	fmt.Fprintf(&b, "strategy=%s", strategy)
	put("only", e.name)
	put("from", from)
	put("executions", to)
	put("seed", o.Seed)
	if o.Depth > 0 {
		put("depth", o.Depth)
	}
	put("preemptions", o.Preemptions)
	put("failures", max(o.Failures, 1))
	if len(schedule) > maxInEnvironment {
		put("schedulefile", e.file)
	} else if schedule != "" {
		put("schedule", schedule)
	}
	if rand != 0 {
		put("rand", rand)
	}
	if o.Fresh {
		put("alone", 1)
	}
	if e.bin.vars.why() == "" && !o.Fresh {
		put("vars", e.bin.vars.file)
	}
	if o.Watcher != nil {
		put("watched", 1)
	}
	if o.Eager {
		put("eager", 1)
	}
	if o.Memory {
		put("memory", filepath.Join(e.b.goroot, "src"))
	}
	if o.All {
		put("all", 1)
	} else if o.Shrink > 0 && o.Watcher == nil && !o.Fresh && schedule == "" {
		put("shrink", o.Shrink)
	}
	points := o.Points
	if points == 0 {
		switch strategy {
		case "dpor", "source":
			points = 20000
		case "all":
			points = 500000
		default:
			points = 5000000
		}
	}
	put("points", points)
	if o.Fair > 0 {
		put("fair", o.Fair)
	}
	if o.Releases {
		put("releases", 1)
	}
	if o.Execution > 0 {
		put("wall", int64(o.Execution))
	}
	if o.Test > 0 {
		put("total", int64(o.Test))
	}
	return b.String()
}

// A tailWriter keeps the end of what is written.
type tailWriter struct{ buf []byte }

func (t *tailWriter) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if n := len(t.buf) - 1<<14; n > 1<<14 {
		t.buf = append(t.buf[:0], t.buf[n:]...)
	}
	return len(p), nil
}

// String is the text from the place on at which the program says what has ended it.
func (t *tailWriter) String() string {
	first := len(t.buf)
	for _, mark := range []string{"fatal error: ", "panic: ", "runtime: "} {
		if i := bytes.Index(t.buf, []byte(mark)); i >= 0 {
			first = min(first, i)
		}
	}
	if first == len(t.buf) {
		first = 0
	}
	return string(t.buf[first:min(len(t.buf), first+1<<13)])
}
