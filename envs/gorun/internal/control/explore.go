package control

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/seed38182bad/parallax/envs/internal/child"
)

// Explore executes the tests of the packages, one after the other, and yields what they have come to. The last of each
// test is that of all its executions.
func (b *Build) Explore(ctx context.Context, opts Options) iter.Seq2[Execution, error] {
	return func(yield func(Execution, error) bool) {
		for _, t := range b.binary {
			names, err := b.tests(ctx, t, opts)
			if err != nil {
				if !yield(Execution{Package: t.pkg}, err) {
					return
				}
				continue
			}
			for _, name := range names {
				e := exploration{b: b, bin: t, opts: opts, name: name, yield: yield}
				if !e.run(ctx) {
					return
				}
			}
		}
	}
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

// An exploration is that of one test.
type exploration struct {
	b     *Build
	bin   testBinary
	opts  Options
	name  string
	yield func(Execution, error) bool
	sum   Execution
	begin time.Time
	held  []Execution
	file  string // has a schedule that is long
}

// run executes the test in one process after the other, and reports whether to go on. If executions in one process do
// not repeat, each has a process of its own.
func (e *exploration) run(ctx context.Context) bool {
	if e.opts.Executions == 0 {
		e.opts.Executions = 100
	}
	e.begin = time.Now()
	e.reset()
	on := true
	if !e.opts.Fresh {
		on = e.together(ctx)
		if on && e.sum.Repeats == "differs" {
			e.opts.Fresh = true
			e.reset()
		}
	}
	if on && e.opts.Fresh {
		on = e.apart(ctx)
	}
	if ctx.Err() != nil {
		e.yield(Execution{}, context.Cause(ctx))
		return false
	}
	e.sum.NS = int64(time.Since(e.begin))
	return on && e.yield(e.sum, nil)
}

func (e *exploration) reset() {
	e.sum = Execution{Package: e.bin.pkg, Test: e.name, Ends: map[string]int{}, Fresh: e.opts.Fresh}
}

// together makes executions in as few processes as possible.
func (e *exploration) together(ctx context.Context) bool {
	for from := 0; from < e.opts.Executions && !e.enough(); {
		p, err := e.process(ctx, from, e.opts.Executions, e.opts.Schedule, e.opts.Rand, e.show)
		if err != nil && !e.yield(Execution{Package: e.bin.pkg, Test: e.name}, err) || p.stopped || ctx.Err() != nil {
			return false
		}
		if p.over || p.next <= from {
			break
		}
		from = p.next
	}
	return true
}

// show yields what a process has told of the test. What it has told of executions that do not repeat does not count.
func (e *exploration) show(x Execution) bool {
	e.held = append(e.held, x)
	if x.Executions == 0 && len(e.held) < 3 {
		return true // it is not known yet
	}
	held := e.held
	if e.held = nil; x.Executions > 0 && e.sum.Repeats == "differs" {
		return true
	}
	for _, x := range held {
		if x.Executions == 0 && !e.yield(x, nil) {
			return false
		}
	}
	return true
}

// apart makes each execution in a process of its own. The first is made twice, those that fail four times.
func (e *exploration) apart(ctx context.Context) bool {
	for n := 0; n < e.opts.Executions && !e.enough(); n++ {
		first, on := e.single(ctx, n, e.opts.Schedule, e.opts.Rand)
		if !on || ctx.Err() != nil {
			return false
		}
		if !e.yield(first, nil) {
			return false
		}
		bad := first.End != "pass" && first.End != "skip"
		times := 0
		if n == 0 {
			times = 1
		}
		if bad {
			times = 3
		}
		same := 0
		for range times {
			sum := e.sum
			e.sum.Ends = map[string]int{}
			x, on := e.single(ctx, 0, first.Choices+" 0", first.Rand)
			e.sum = sum
			if !on || ctx.Err() != nil {
				return false
			}
			if x.End == first.End && x.Choices == first.Choices && x.Decisions == first.Decisions {
				same++
			}
		}
		if n == 0 {
			if e.sum.Repeats = "same"; same < times {
				e.sum.Repeats = "differs"
			}
		}
		if bad && !e.yield(Execution{Package: e.bin.pkg, Test: e.name, Replayed: &n, Same: same}, nil) {
			return false
		}
		if e.opts.Strategy == "all" || e.opts.Strategy == "first" {
			break // what comes next is known in the process only
		}
	}
	return true
}

// single makes one execution in a process.
func (e *exploration) single(ctx context.Context, n int, choices string, rand uint64) (x Execution, on bool) {
	p, err := e.process(ctx, n, n+1, choices, rand, func(y Execution) bool {
		if y.Executions == 0 {
			x = y
		}
		return true
	})
	if err != nil {
		return x, e.yield(Execution{Package: e.bin.pkg, Test: e.name}, err)
	}
	return x, !p.stopped
}

// enough reports whether the test need not be executed again.
func (e *exploration) enough() bool {
	return e.failures() >= max(e.opts.Failures, 1) || e.sum.Ends["skip"] > 0 ||
		e.opts.Test > 0 && time.Since(e.begin) > e.opts.Test
}

func (e *exploration) failures() (n int) {
	for end, m := range e.sum.Ends {
		if end != "pass" && end != "skip" && end != "leak" {
			n += m
		}
	}
	return n
}
