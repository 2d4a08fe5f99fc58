package driver

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
)

// observe is the verbs run and test.
func (in *invocation) observe() error {
	cfg := in.runConfig(in.verb.name == "test")
	if err := in.wantRunnable(&cfg); err != nil {
		return err
	}
	for _, t := range in.load(in.args, cfg.Test, true) {
		in.assume(t, dynamicSide)
		seen, err := in.dynamic(t, cfg)
		if err != nil {
			in.problem(err)
			continue
		}
		in.addFindings(seen.findings())
		in.silent(seen)
	}
	in.suppress(aPart)
	in.judge(aPart)
	return nil
}

func (in *invocation) runConfig(test bool) runConfig {
	cfg := runConfig{Test: test, Args: in.rest, Seed: in.opts.seed, Times: in.opts.runs, Runs: cmp.Or(in.opts.runs, in.opts.schedules), Stdin: in.stdin, Stdout: in.stdout, Stderr: in.stderr,
		Elements: in.opts.elements, Calls: in.opts.calls, Needs: needsOf(in.onRuns())}
	// With -calls 0 all that is done again and again is followed: the rounds of loops, too. Compare counts all.
	if in.verb.checks() && in.verb.name != "compare" && cfg.Calls > 0 && !cfg.Needs.Asks.Has(dataflow.Whole) {
		cfg.Rounds = gorun.UsualRounds
	}
	if in.selects() {
		cfg.Ways = in.verb.name == "compare"
		cfg.Selects = func(prog envs.Program) func(*envs.Func, *envs.Op, bool) bool {
			return dataflow.NewWatch(prog, in.onRuns()...).Selects
		}
	}
	if in.opts.json || test {
		cfg.Stdout = in.stderr
	}
	return cfg
}

// selects reports whether a run has to tell only of what the checkers select.
func (in *invocation) selects() bool {
	return needsOf(in.onRuns()).Selects && in.verb.name != "record"
}

// passes reports whether calls that are made again and again may be passed over.
func (in *invocation) passes() bool {
	return in.selects() && in.verb.name != "compare" && !needsOf(in.onRuns()).Asks.Has(dataflow.Whole)
}

// wantRunnable takes a program's arguments away from the patterns, which are all
// that stands before --, or the first if there is none. It notes the flags for
// building tests.
func (in *invocation) wantRunnable(cfg *runConfig) error {
	if len(in.args) > 0 && !cfg.Test && in.rest == nil {
		in.args, cfg.Args = in.args[:1], in.args[1:]
	}
	if err := in.splitTestFlags(cfg); err != nil {
		return fmt.Errorf("%s: %w", in.verb.name, err)
	}
	if n := in.opts.runs; n < 0 {
		return fmt.Errorf("%s: -runs %d: it is a number of runs, or 0", in.verb.name, n)
	}
	if n := in.opts.elements; n < 0 {
		return fmt.Errorf("%s: -elements %d: it is a number of elements, or 0 for all of them", in.verb.name, n)
	}
	if n := in.opts.calls; n < 0 || n > gorun.MaxCalls {
		return fmt.Errorf("%s: -calls %d: it is a number of calls, at most %d, or 0 for all of them", in.verb.name, n, gorun.MaxCalls)
	}
	return in.wantPatterns()
}

// onRuns are the checkers that look at runs.
func (in *invocation) onRuns() []*dataflow.Analyzer {
	return dataflow.On(dataflow.OnRuns, in.analyzers)
}

// observed is what the runs of one target showed.
type observed struct {
	t        *target
	runs     int // that could be watched
	reported []envs.Finding
	counts   map[envs.Point]int64
	told     *dataflow.Watch // of the checkers that only inform, through all runs
}

func newObserved(t *target) *observed { return &observed{t: t, counts: map[envs.Point]int64{}} }

func (o *observed) findings() []envs.Finding {
	all := o.reported
	if o.told != nil {
		all = append(all[:len(all):len(all)], o.told.Findings()...)
	}
	return merge(all, o.t.prog.Position)
}

// ears are those who listen to the next run: the checkers of defects anew, since what they find
// in two runs is found in both, and those that only inform to all runs, since what one run shows
// may tell how to take another one.
func (in *invocation) ears(o *observed) ears {
	var each, all []*dataflow.Analyzer
	for _, a := range in.onRuns() {
		if a.Informs {
			all = append(all, a)
		} else {
			each = append(each, a)
		}
	}
	var x ears
	if len(each) > 0 {
		x = append(x, dataflow.NewWatch(o.t.prog, each...))
	}
	if len(all) == 0 {
		return x
	}
	if o.told == nil {
		o.told = dataflow.NewWatch(o.t.prog, all...)
	} else {
		o.told.Begin()
	}
	return append(x, o.told)
}

// ears are those who listen to one run.
type ears []*dataflow.Watch

func (x ears) event(ev *envs.Event) error {
	if len(x) == 1 {
		return x[0].Event(ev)
	}
	var errs []error
	for _, w := range x {
		if err := w.Event(ev); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// end says that the run is over.
func (x ears) end() error {
	var errs []error
	for _, w := range x {
		errs = append(errs, w.End())
	}
	return errors.Join(errs...)
}

func (x ears) doubt() {
	for _, w := range x {
		w.Doubt()
	}
}

// silent notes why there are no events, unless there are some or something went
// wrong, which explains it better.
func (in *invocation) silent(o *observed) {
	in.silence = ""
	if len(in.out.Errors) > 0 || len(in.out.Runs) == 0 || in.seen() {
		return
	}
	in.silence = "no function that is watched was entered"
	if len(in.out.Kept) == 0 && !needsOf(in.onRuns()).Everywhere && !o.t.locks() {
		in.silence = "nothing takes a lock in the packages that the patterns match; to watch others of the module, match them too, as ./... does"
	}
}

// coverage is how often the operation at p was executed, in all runs, or why that
// is not known.
func (o *observed) coverage(p envs.Point) (int64, string) {
	if o.runs == 0 {
		return 0, "no run could be watched"
	}
	p, unwatched := o.t.runs.Watched(p)
	return o.counts[p], unwatched
}

// times is how often the plan of the runs is gone through: a .plx file's has all of them.
func (t *target) times(cfg runConfig) int {
	if t.sort == goSort {
		return max(1, cfg.Times)
	}
	return 1
}

// dynamic runs all checkers over all runs of t. The error says that nothing
// could be run; what went wrong in a run is a problem.
func (in *invocation) dynamic(t *target, cfg runConfig) (*observed, error) {
	plan, err := t.runs.Plan(in.ctx, cfg)
	if err != nil {
		return nil, in.instead(err)
	}
	giveBack()
	defer watchedGC()()
	o := newObserved(t)
	times := t.times(cfg)
	trouble := &tally{all: len(plan) * times}
	for n := range len(plan) * times {
		i := n % len(plan)
		name := plan[i]
		if in.ctx.Err() != nil {
			trouble.add(name, in.ctx.Err())
			break
		}
		cfg.Last = n/len(plan) == times-1
		s, err := t.runs.Start(in.ctx, cfg, i)
		if err != nil {
			trouble.add(name, err)
			continue
		}
		in.watch(o, s, name, trouble)
	}
	in.out.Errors = append(in.out.Errors, trouble.problems()...)
	if p, ok := t.runs.(interface{ Probes() string }); ok && cfg.Needs.Asks.Memory() && p.Probes() != "" {
		in.out.Probes = append(in.out.Probes, p.Probes())
	}
	return o, nil
}

// muchMemory is how much there may be before what is not needed any more is given back.
const muchMemory = 1 << 30

// giveBack gives memory back that only the static side needed: now comes the compiler, which may need as much.
func giveBack() {
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapSys-m.HeapReleased > muchMemory {
		debug.FreeOSMemory()
	}
}

// roomOfGC is how much memory may be used before the collector runs while a run is watched.
const roomOfGC = 256 << 20

// watchedGC lets the collector run less often, unless the user says how often, and gives what
// undoes it: most of what it would look at is the program, which does not change.
func watchedGC() (undo func()) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if os.Getenv("GOGC") != "" || m.HeapAlloc >= roomOfGC {
		return func() {}
	}
	old := debug.SetGCPercent(int(min(400, roomOfGC*100/m.HeapAlloc)))
	return func() { debug.SetGCPercent(old) }
}

// watch feeds one run to all checkers. One that fails is shown nothing more of it.
func (in *invocation) watch(o *observed, s session, name string, trouble *tally) {
	x := in.ears(o)
	counts, ok := s.(counting)
	if !ok {
		counts = x[0]
	}
	run := RunInfo{Name: name}
	show, doubt, kept := x.event, x.doubt, (*spool)(nil)
	if in.opts.offline {
		var err error
		if kept, err = newSpool(o.t.prog, x.doubt); err != nil {
			trouble.add(name, err)
			return
		}
		defer kept.remove()
		show, doubt = kept.add, kept.miss
	}
	if l, ok := s.(interface{ Lost(func()) }); ok {
		l.Lost(func() {
			run.Doubt = true
			doubt()
		})
	}
	_, err := guarded2(func() (struct{}, error) {
		return struct{}{}, each(s, func(ev *envs.Event) error {
			run.count(ev)
			if err := show(ev); err != nil {
				trouble.add(name, err)
			}
			if run.Events&0xfff == 0 {
				in.progress.show("%s: %d events", name, run.Events)
			}
			if run.Events&0xf != 0 { // a checker may take long for an event
				return nil
			}
			return in.ctx.Err()
		})
	})
	exit, waitErr := s.Wait()
	run.Exit = exit
	in.out.Runs = append(in.out.Runs, run)
	in.out.Kept = append(in.out.Kept, s.Kept()...)
	if in.ctx.Err() != nil {
		waitErr, exit = nil, 0 // the run was ended, it did not fail
	}
	trouble.ended(name, err, waitErr, exit)
	if kept != nil {
		trouble.add(name, in.lookBack(x, kept))
	} else {
		trouble.add(name, x.end())
	}
	if err == nil || run.Events > 0 {
		o.runs++
	}
	if x[0] != o.told {
		o.reported = append(o.reported, x[0].Findings()...)
	}
	o.count(counts)
}

// each calls f for each event of a session, until f returns an error, which it then
// returns. Sessions that can do so hand events on without a copy.
func each(s session, f func(*envs.Event) error) error {
	d, ok := s.(interface {
		Each(func(*envs.Event) bool) error
	})
	if !ok {
		for ev, err := range s.Events() {
			if err == nil {
				err = f(&ev)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	var stopped error
	err := d.Each(func(ev *envs.Event) bool {
		stopped = f(ev)
		return stopped == nil
	})
	if stopped != nil {
		return stopped
	}
	return err
}

// counting tells how often operations were executed in a run. A session that may not tell
// of all of them counts them itself.
type counting interface{ Executed(envs.Point) int64 }

// count adds how often each operation was executed in a run; who listens to all runs has added that
// up.
func (o *observed) count(r counting) {
	if r == o.told {
		clear(o.counts)
	}
	for id := range envs.FuncID(o.t.prog.NumFuncs()) {
		fn := o.t.prog.Func(id)
		if fn == nil {
			continue
		}
		for pc := range fn.Ops {
			at := envs.At(id, int32(pc))
			if n := r.Executed(at); n > 0 {
				o.counts[at] += n
			}
		}
	}
}

// tally collects what went wrong in the runs of one target: the same trouble in
// many runs is told once.
type tally struct {
	all   int
	order []Problem
	first map[Problem]string
	count map[Problem]int
}

func (t *tally) add(run string, err error) {
	if err == nil {
		return
	}
	if t.count == nil {
		t.first, t.count = map[Problem]string{}, map[Problem]int{}
	}
	for _, p := range problemsOf(err) {
		if t.count[p] == 0 {
			t.order = append(t.order, p)
			t.first[p] = run
		}
		t.count[p]++
	}
}

// ended adds what there is to say of the end of a run: what ended its events
// early, why it failed, or at least that it did.
func (t *tally) ended(run string, early, failed error, exit int) {
	t.add(run, early)
	t.add(run, failed)
	if early == nil && failed == nil && exit != 0 {
		t.add(run, fmt.Errorf("%s ended with exit status %d", run, exit))
	}
}

func (t *tally) problems() []Problem {
	var out []Problem
	for _, p := range t.order {
		if t.all > 1 && !strings.Contains(p.Message, t.first[p]) {
			p.Message = fmt.Sprintf("%s (%d times in %d runs, first in %s)", p.Message, t.count[p], t.all, t.first[p])
		}
		out = append(out, p)
	}
	return out
}
