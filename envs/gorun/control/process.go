package control

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed38182bad/parallax/envs/internal/child"
)

// A progress says how far a process has come.
type progress struct {
	next int // execution
	over bool
}

// maxInEnvironment is how long a schedule may be that is passed in the environment. Linux takes no string of 128 KiB.
const maxInEnvironment = 1 << 16

// process makes executions in a process, and adds what it tells of them. If packages cannot be initialised again, there
// is a second process, which does not try.
func (e *exploration) process(ctx context.Context, from, to int, schedule string, rand uint64) (p progress, err error) {
	for {
		p, err = e.attempt(ctx, from, to, schedule, rand)
		if err != nil || ctx.Err() != nil || p.over || p.next > from {
			return p, err
		}
	}
}

func (e *exploration) attempt(outer context.Context, from, to int, schedule string, rand uint64) (
	p progress, err error) {
	ctx, cancel := context.WithCancel(outer)
	defer cancel()
	cmd, remove, err := e.command(ctx, from, to, schedule, rand)
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	r, w, err := os.Pipe()
	if err != nil {
		return p, fmt.Errorf("control: %w", err)
	}
	defer r.Close()
	cmd.ExtraFiles = []*os.File{w}
	watch, err := e.watched(cmd)
	if err != nil {
		return p, errors.Join(err, w.Close())
	}
	defer watch.close()
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
	limit := e.limit()
	hung := time.AfterFunc(limit, cancel)
	defer hung.Stop()
	t := e.listens(from, watch, cancel)
	if err := t.to(r); err != nil {
		cancel()
		<-exited
		watch.exited()
		return p, err
	}
	err = <-exited
	watch.exited()
	if outer.Err() != nil {
		return t.progress, nil
	}
	switch kept := t.ends(ctx.Err() != nil); {
	case kept, t.made():
		return t.progress, nil
	case ctx.Err() != nil:
		err = fmt.Errorf("it was killed after %v: a test's executions did not end, and it could not end them", limit)
	case err == nil:
		err = errors.New("it has ended before the test")
	}
	t.crashed(err.Error() + "\n" + tail.String())
	return progress{next: to, over: true}, nil // what comes after cannot be trusted to be reached
}

// command is that of a process, without the files that it has. Remove removes what was made for it.
func (e *exploration) command(ctx context.Context, from, to int, schedule string, rand uint64) (
	cmd *exec.Cmd, remove func() error, err error) {
	remove = func() error { return nil }
	key := "schedule"
	if len(schedule) > maxInEnvironment {
		f, err := os.CreateTemp(e.b.dir, "schedule-") // tests may be executed at the same time
		if err != nil {
			return nil, nil, fmt.Errorf("control: %w", err)
		}
		remove = func() error { return os.Remove(f.Name()) }
		if _, err = f.WriteString(schedule); err == nil {
			err = f.Close()
		}
		if err != nil {
			return nil, nil, fmt.Errorf("control: %w", errors.Join(err, f.Close(), remove()))
		}
		key, schedule = "schedulefile", f.Name()
	}
	run := "^" + e.name + "$"
	if _, sub, ok := strings.Cut(e.opts.Run, "/"); ok {
		run += "/" + sub
	}
	args := append([]string{"-test.run=" + run, "-test.timeout=0", "-test.paniconexit0"}, e.opts.Flags...)
	cmd = child.Command(ctx, e.bin.file, args...)
	cmd.Dir = e.bin.dir
	cmd.Env = append(append(e.b.env(), "PWD="+e.bin.dir, "TMPDIR="+e.b.temp), e.opts.Env...)
	cmd.Env = append(cmd.Env, "PARALLAX_CONTROL="+e.spec(from, to, key, schedule, rand))
	cmd.WaitDelay = time.Second // programs that the tests have started may keep its output open
	return cmd, remove, nil
}

// limit is how long a process may take for executions of a test.
func (e *exploration) limit() time.Duration {
	return cmp.Or(e.opts.Test, time.Hour) + 5*e.execution()
}

// execution is how long an execution may take.
func (e *exploration) execution() time.Duration { return cmp.Or(e.opts.Execution, 10*time.Second) }

// spec is what the process is told. The key says whether the schedule is one, or the name of a file with one.
func (e *exploration) spec(from, to int, key, schedule string, rand uint64) string {
	o := &e.opts
	var b strings.Builder
	put := func(key string, value any) { fmt.Fprintf(&b, ";%s=%v", key, value) }
	strategy := o.Strategy
	if strategy == "" {
		strategy = "mix"
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
	if e.patience > 0 {
		put("patience", e.patience)
	}
	put("failures", max(o.Failures, 1))
	if schedule != "" {
		put(key, schedule)
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
