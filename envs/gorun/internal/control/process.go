package control

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed38182bad/parallax/envs/internal/child"
)

// A progress says how far a process has come.
type progress struct {
	next    int // execution
	over    bool
	stopped bool // nobody wants to see more
}

// maxInEnvironment is how long a schedule may be that is passed in the environment. Linux takes no string of 128 KiB.
const maxInEnvironment = 1 << 16

// process makes executions in a process, and shows what it tells of them.
func (e *exploration) process(ctx context.Context, from, to int, choices string, rand uint64,
	show func(Execution) bool) (p progress, err error) {
	if len(choices) > maxInEnvironment {
		e.file = filepath.Join(e.b.dir, "schedule")
		if err := os.WriteFile(e.file, []byte(choices), 0o666); err != nil {
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
	cmd.Env = append(e.b.env(), "PWD="+e.bin.dir, "PARALLAX_CONTROL="+e.spec(from, to, choices, rand))
	cmd.ExtraFiles = []*os.File{w}
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
		return p, fmt.Errorf("control: the tests of %s cannot be started: %w", e.bin.pkg, err)
	}
	p.next = from
	limit := e.limit()
	hung := time.AfterFunc(limit, cancel)
	defer hung.Stop()
	lines := bufio.NewReader(r)
	timedOut := false
	for !p.stopped {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		x := Execution{Package: e.bin.pkg}
		if err := json.Unmarshal(line, &x); err != nil {
			return p, fmt.Errorf("control: %s has written %q: %w", e.bin.pkg, line, err)
		}
		switch {
		case x.Executions > 0:
			e.add(&x)
			p.over, p.next = true, from+x.Executions
			p.stopped = !show(x)
		case x.Again != nil:
			p.over, p.next = false, *x.Again
		default:
			if x.End == "timeout" {
				timedOut = true
				p.next = x.Number + 1
				e.sum.Executions += p.next - from
				e.sum.Ends["timeout"]++
				e.sum.Complete, e.sum.Why = false, "an execution took too long"
				e.sum.Outside = merge(e.sum.Outside, x.Outside)
			}
			p.stopped = !show(x)
		}
	}
	if p.stopped {
		cancel()
	}
	err = <-exited
	if p.over || timedOut || p.stopped || outer.Err() != nil {
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
	e.sum.Ends[Crashed]++
	e.sum.Complete, e.sum.Why = false, "the process has ended with the execution"
	p.stopped = !show(Execution{
		Package: e.bin.pkg, Test: e.name, Number: from, End: Crashed, Text: err.Error() + "\n" + tail.String(),
	}) || !show(Execution{Executions: 1})
	return p, nil
}

// limit is how long a process may take for executions of a test.
func (e *exploration) limit() time.Duration {
	test, execution := e.opts.Test, e.opts.Execution
	if execution == 0 {
		execution = 10 * time.Second
	}
	if test == 0 {
		test = time.Hour
	}
	return test + 5*execution
}

// add adds the executions of a process to those of the test.
func (e *exploration) add(x *Execution) {
	s := &e.sum
	s.Executions += x.Executions
	for end, n := range x.Ends {
		s.Ends[end] += n
	}
	s.Points += x.Points
	s.Threads = max(s.Threads, x.Threads)
	s.Complete, s.Why = x.Complete, x.Why
	if s.Repeats == "" {
		s.Repeats = x.Repeats
	}
	s.Outside = merge(s.Outside, x.Outside)
}

func merge(list, more []string) []string {
next:
	for _, s := range more {
		for _, t := range list {
			if s == t {
				continue next
			}
		}
		list = append(list, s)
	}
	return list
}

// spec is what the process is told.
func (e *exploration) spec(from, to int, choices string, rand uint64) string {
	o := &e.opts
	var b strings.Builder
	put := func(key string, value any) { fmt.Fprintf(&b, ";%s=%v", key, value) }
	strategy := o.Strategy
	if strategy == "" {
		strategy = "walk"
	}
	if choices != "" {
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
	if len(choices) > maxInEnvironment {
		put("schedulefile", e.file)
	} else if choices != "" {
		put("schedule", choices)
	}
	if rand != 0 {
		put("rand", rand)
	}
	if o.Fresh {
		put("alone", 1)
	}
	if o.Eager {
		put("eager", 1)
	}
	if o.All {
		put("all", 1)
	}
	switch {
	case o.Points > 0:
		put("points", o.Points)
	case strategy != "all":
		put("points", 5000000)
	}
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
	for _, mark := range []string{"fatal error: ", "panic: ", "runtime: "} {
		if i := bytes.Index(t.buf, []byte(mark)); i >= 0 {
			return string(t.buf[i:min(len(t.buf), i+1<<13)])
		}
	}
	return string(t.buf)
}
