package lineartest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed38182bad/parallax/envs/gorun/control"
)

// A finder looks for an execution that fails, in processes that are controlled.
type finder struct {
	o     Options
	t     *testing.T
	f     func(*T)
	ctx   context.Context
	build *control.Build
	by    string    // the strategy that has found a failure, or is to
	until time.Time // when programs and schedules are small enough
	// judged is how many programs were executed to find a smaller one, and executions how often any was.
	judged, executions int
}

// most is how long a program is made small at most.
const most = 30 * time.Second

// builds are the tests that this process has built under control. What they are made of is removed by the next process
// that builds some: nothing is told when a process of tests ends.
var builds struct {
	sync.Mutex
	of map[string]*control.Build
}

// checked are the tests that are being executed and have come to Check.
var checked sync.Map

// once refuses a second check in a test: processes that are controlled would not know which one is meant.
func once(t *testing.T) error {
	if _, is := checked.LoadOrStore(t.Name(), true); is {
		return errors.New("lineartest: this is the second check in its test: put each into a subtest, by t.Run")
	}
	t.Cleanup(func() { checked.Delete(t.Name()) })
	return nil
}

// prepare builds the tests of the package whose tests are being executed. It is the package of the working directory.
func prepare(ctx context.Context, flags []string) (*control.Build, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("lineartest: %w", err)
	}
	builds.Lock()
	defer builds.Unlock()
	key := dir + "\x00" + strings.Join(flags, "\x00")
	if b := builds.of[key]; b != nil {
		return b, nil
	}
	b, err := control.Prepare(ctx, control.Config{Dir: dir, BuildFlags: flags})
	if err != nil {
		return nil, fmt.Errorf("lineartest: %w", err)
	}
	for _, f := range b.Failed() {
		err = errors.Join(err, fmt.Errorf("lineartest: %w", f.Err))
	}
	if err == nil && len(b.Packages()) == 0 {
		err = fmt.Errorf("lineartest: %s has no tests: the working directory has to be that of the test's package", dir)
	}
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	if builds.of == nil {
		builds.of = map[string]*control.Build{}
	}
	builds.of[key] = b
	return b, nil
}

// find looks for an execution that fails, and makes it small. If there is none it says what was executed.
func (o Options) find(t *testing.T, f func(*T)) (_ *failure, said string, _ error) {
	ctx := t.Context()
	if d, ok := t.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, d.Add(-time.Until(d)/10))
		defer cancel()
	}
	x, err := object(t, f, nil)
	if err != nil { // it is told here, where it is told well
		return nil, "", err
	}
	x.cleanup()
	if os.Getenv(envProgram) != "" { // a process that control starts to see whether the test fails without it
		return nil, "not executed", nil
	}
	if err := once(t); err != nil {
		return nil, "", err
	}
	begin := time.Now()
	b, err := prepare(ctx, o.BuildFlags)
	if errors.Is(err, errors.ErrUnsupported) {
		return o.native(t, f, err)
	}
	if err != nil {
		return nil, "", err
	}
	s := &finder{o: o, t: t, f: f, ctx: ctx, build: b}
	built := time.Since(begin)
	if text := os.Getenv(envAgain); text != "" {
		return s.again(text)
	}
	p, shown, said, err := s.search()
	if err != nil || shown == nil {
		return nil, fmt.Sprintf("%s (built in %v, executed in %v)", said, short(built), short(time.Since(begin)-built)), err
	}
	found := &failure{
		kind: kindOf(shown), execution: *shown, test: t.Name(), preemptions: -1, program: p, said: said,
	}
	if shown.End == control.Crash || shown.End == control.Timeout {
		return found, "", nil
	}
	s.until = time.Now().Add(most)
	if d, ok := ctx.Deadline(); ok {
		s.until = time.Now().Add(min(most, time.Until(d)/2))
	}
	if err := s.smaller(found); err != nil {
		return nil, "", err
	}
	if err := s.show(found); err != nil {
		return nil, "", err
	}
	found.said = fmt.Sprintf("%s, and %d programs to make it small", said, s.judged)
	if time.Now().After(s.until) {
		found.said += ", until the time for that was over"
	}
	return found, "", nil
}

func short(d time.Duration) time.Duration { return d.Round(10 * time.Millisecond) }

// drawing are the strategies that draw schedules. What one of them rarely shows another one may show often.
var drawing = []string{"pct", "walk", "pos"}

// search executes programs that are drawn, each under one schedule, or under all if the strategy is one that searches.
func (s *finder) search() (p program, x *control.Execution, said string, err error) {
	opts := control.Options{Executions: s.o.Executions, Seed: s.o.Seed + 1, Preemptions: -1, Memory: true}
	if d, ok := s.ctx.Deadline(); ok {
		opts.Test = time.Until(d) / 2
	}
	strategies := []string{s.o.Strategy}
	switch {
	case s.o.Strategy == "":
		strategies = drawing
	case !slices.Contains(drawing, s.o.Strategy):
		opts.Strategy = s.o.Strategy
		s.by = "pct"
		return s.exhaust(opts)
	}
	end := opts.Seed + uint64(s.o.Executions)
	notes := ""
	for i, by := range strategies {
		opts.Strategy, s.by = by, by
		opts.Executions = int(end-opts.Seed) / (len(strategies) - i)
		all, x, err := s.explore(nil, opts)
		if err != nil {
			return p, nil, "", err
		}
		opts.Seed += uint64(opts.Executions)
		notes += remarks(all)
		said = fmt.Sprintf("%d executions, each of a program and a schedule of its own (%s)%s", s.executions,
			strings.Join(strategies[:i+1], ", "), notes)
		switch {
		case x != nil && x.Rand == 0: // it did not come to tell
			return p, x, said, nil
		case x != nil:
			p, err = s.o.draw(s.t, s.f, x.Rand)
			return p, x, said, err
		case all.Ends[control.Skip] > 0:
			return p, nil, "", errors.New("lineartest: the test was skipped under control")
		case all.Threads < 3:
			return p, nil, "", errors.New("lineartest: under control the test has not come to Check")
		}
	}
	return p, nil, said, nil
}

// remarks say what is not as it should be with the executions of a test.
func remarks(all *control.Test) (said string) {
	if n := all.Ends[control.Limit]; n > 0 {
		said += fmt.Sprintf(", %d of them cut, as they went on and on", n)
	}
	if len(all.Outside) > 0 {
		said += ", which have waited for what is not controlled: " + strings.Join(all.Outside, ", ")
	}
	if all.Fresh {
		said += ", each in a process, as the test does not do the same again in one"
	}
	return said
}

// exhaust executes each program under the schedules of a strategy that searches.
func (s *finder) exhaust(opts control.Options) (p program, x *control.Execution, said string, err error) {
	covered, why := 0, ""
	for n := range s.o.Programs {
		if p, err = s.o.draw(s.t, s.f, uint64(n)); err != nil {
			return p, nil, "", err
		}
		all, x, err := s.explore(&p, opts)
		if err != nil || x != nil {
			return p, x, fmt.Sprintf("program %d of %d (%s)", n+1, s.o.Programs, s.o.Strategy), err
		}
		if all.Complete {
			covered++
		} else if why == "" {
			why = ", and not of the others: " + all.Why
		}
	}
	said = fmt.Sprintf("%d programs in %d executions (%s), every schedule of %d%s", s.o.Programs, s.executions,
		s.o.Strategy, covered, why)
	return p, nil, said, nil
}

// maxPoints is after how many points an execution is cut. One of a few calls has a few hundred.
const maxPoints = 200_000

// explore makes executions of a program, or of those that are drawn if it is nil. It gives the first one that fails, or
// else has a race.
func (s *finder) explore(p *program, opts control.Options) (*control.Test, *control.Execution, error) {
	opts.Run, opts.Points = selects(s.t.Name()), maxPoints
	job := toDraw
	if p != nil {
		job = p.String()
	}
	opts.Env = append(opts.Env, envProgram+"="+job+"|"+s.t.Name())
	if testing.Short() {
		opts.Flags = append(opts.Flags, "-test.short")
	}
	var of *control.Test
	for x, err := range s.build.Explore(s.ctx, opts) {
		if err != nil {
			return nil, nil, err
		}
		of = x
	}
	if of == nil {
		return nil, nil, fmt.Errorf("lineartest: there is no test %s in %v", s.t.Name(), s.build.Packages())
	}
	if opts.Schedule == "" {
		s.executions += of.Executions
	}
	return of, worst(of), nil
}

// worst is the first execution that fails, or else has a race.
func worst(of *control.Test) (found *control.Execution) {
	for i := range of.Shown {
		switch x := &of.Shown[i]; kindOf(x) {
		case "":
		case raced:
			if found == nil {
				found = x
			}
		default:
			return x
		}
	}
	return found
}

const raced = "data race"

// kindOf says how an execution has failed; "" if it has not.
func kindOf(x *control.Execution) string {
	switch x.End {
	case control.Pass, control.Skip, control.Limit:
		if len(x.Races) > 0 {
			return raced
		}
		return ""
	}
	return x.End
}
