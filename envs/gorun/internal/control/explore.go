package control

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"time"

	"github.com/seed38182bad/parallax/envs/internal/child"
)

// Options say how to explore.
type Options struct {
	// Run selects tests, as "go test -run" does. Flags are further flags of the tests, such as "-test.short".
	Run   string
	Flags []string
	// Strategy is "random", "pct", "dfs" or "first"; random if empty.
	Strategy string
	Seed     uint64
	// Depth is that of PCT, 3 if zero.
	Depth int
	// Preemptions bounds a search in depth: how often a thread that may go on does not. Negative is no bound.
	Preemptions int
	// Eager makes no decision where a thread may go on that makes no operation next. A program without data races does the
	// same then, in fewer executions.
	Eager bool
	// Executions is how many there are of each test at most, 100 if zero; Failures after how many that fail a test is
	// over, 1 if zero.
	Executions, Failures int
	// Schedule and Rand replay an execution: its Choices and its Rand.
	Schedule string
	Rand     uint64
	// All asks for all executions; else there are the first one, those that fail, and the first that leaves threads.
	All bool
	// Points is after how many points at which several threads might go on an execution is cut: 5,000,000 if zero, 500,000
	// in a search in depth. Fair is after how many in a row a thread has to let another one go on, 1,000 if zero.
	Points, Fair int
	// Releases makes points of what gives locks back. Programs that use TryLock need it.
	Releases bool
	// Execution is the time limit of an execution, Test that of a test.
	Execution, Test time.Duration
	// Fresh makes each execution in a process of its own.
	Fresh bool
}

// An Execution is what one has come to, or all executions of a test if Executions is not 0.
type Execution struct {
	Package   string   `json:"-"`
	Test      string   `json:"test"`
	Number    int      `json:"execution"`
	Rand      uint64   `json:"rand"` // for Options.Rand
	End       string   `json:"end"`
	Choices   string   `json:"choices"` // for Options.Schedule
	Points    int      `json:"points"`
	Switches  int      `json:"switches"`
	Threads   int      `json:"threads"`
	Decisions int      `json:"decisions"`
	Diverged  bool     `json:"diverged"`
	Text      string   `json:"text"`
	Outside   []string `json:"outside"`
	Left      []Left   `json:"left"`

	Executions int            `json:"executions"`
	Ends       map[string]int `json:"ends"`
	Complete   bool           `json:"complete"`
	Repeats    string         `json:"repeats"`
	NS         int64          `json:"ns"`
	Fresh      bool           `json:"-"`

	Replayed *int `json:"replayed"`
	Same     int  `json:"same"`
	Again    *int `json:"again"`
}

// Left is a thread that has not ended.
type Left struct {
	Thread int      `json:"thread"`
	Waits  string   `json:"waits"`
	Fails  bool     `json:"fails"`
	Stack  []string `json:"stack"`
}

// Crashed is the end of an execution that has ended the process.
const Crashed = "crash"

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
}

// run executes the test in one process after the other, and reports whether to go on. If executions in one process do not
// repeat, each has a process of its own.
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
		if e.opts.Strategy == "dfs" || e.opts.Strategy == "first" {
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

// A progress says how far a process has come.
type progress struct {
	next    int // execution
	over    bool
	stopped bool // nobody wants to see more
}

// process makes executions in a process, and shows what it tells of them.
func (e *exploration) process(ctx context.Context, from, to int, choices string, rand uint64,
	show func(Execution) bool) (p progress, err error) {
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
	s.Complete = x.Complete
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
		strategy = "random"
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
	if choices != "" {
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
	case strategy != "dfs":
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
