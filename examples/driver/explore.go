package driver

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/examples/session"
)

// exploring are the flags of the verb explore.
type exploring struct {
	by, schedule, output                            string
	executions, failures, steps, depth, preemptions int
	shrink                                          int
	seed                                            uint64
	budget                                          time.Duration
	memory                                          bool
}

func exploringFlags(f *flag.FlagSet, o *options) {
	x := &o.explore
	f.StringVar(&o.dir, "C", ".", "the `folder` to work in; all names are relative to it")
	f.StringVar(&o.tags, "tags", "", "build `tags` for the go command")
	f.StringVar(&x.by, "by", "", "the `strategy` that chooses schedules: "+strings.Join(explore.Names(), ", ")+
		"; if empty, dpor for .plx files, and mix for tests")
	f.StringVar(&x.schedule, "schedule", "", "execute one `schedule` only, as findings name it, or that in a file, "+
		"which -o has written")
	f.StringVar(&x.output, "o", "", "write the schedules of findings to files in a `folder`")
	f.IntVar(&x.executions, "executions", 0, "make at most `n` executions; 0 means any number, or of those that are "+
		"drawn 1000 of a .plx file and 100 of a test")
	f.IntVar(&x.failures, "failures", 5, "go on to the next test after `n` executions that fail")
	f.IntVar(&x.shrink, "shrink", 300, "make up to `n` executions more for each finding, to show it with fewer switches")
	f.BoolVar(&x.memory, "memory", true, "look for data races in tests, and switch at accesses that race")
	f.DurationVar(&x.budget, "budget", time.Minute, "go on to the next test after this `time`")
	f.IntVar(&x.steps, "steps", 0, "cut an execution after `n` operations at which others could go on; 0 means 10,000, "+
		"and of tests 20,000, 500,000 if all schedules are executed, or 5,000,000 if schedules are drawn")
	f.IntVar(&x.depth, "depth", 3, "the `depth` of the defects that pct looks for: how many "+
		"events must be in a certain order")
	f.IntVar(&x.preemptions, "preemptions", -1,
		"leave out schedules in which more than `n` times a thread is set aside that could go on; -1 leaves out none")
	f.Uint64Var(&x.seed, "seed", 1, "the `seed` from which schedules are drawn; with -schedule, that of the execution")
}

// explore is the verb.
func (in *invocation) explore() error {
	if err := in.wantPatterns(); err != nil {
		return err
	}
	x := in.opts.explore
	if x.executions < 0 || x.steps < 0 || x.shrink < 0 || x.depth < 1 || x.preemptions < -1 || x.failures < 1 {
		return errors.New("explore: -executions, -steps and -shrink are numbers or 0, -depth and -failures are at least 1, " +
			"-preemptions at least -1")
	}
	of := scheduleFile{schedule: x.schedule, seed: x.seed}
	if err := of.read(in.path(x.schedule)); err != nil {
		return fmt.Errorf("-schedule: %w", err)
	}
	var packages []string
	in.args = slices.DeleteFunc(in.args, func(pattern string) bool {
		if in.session.IsFile(pattern) {
			return false
		}
		packages = append(packages, pattern)
		return true
	})
	if len(packages) > 0 {
		if err := in.exploreTests(packages, of); err != nil {
			return err
		}
	} else if len(in.rest) > 0 {
		return fmt.Errorf("explore: %s: .plx files have no tests", strings.Join(in.rest, " "))
	}
	if len(in.args) > 0 {
		if err := in.exploreFiles(of); err != nil {
			return err
		}
	} else if in.opts.checkers == "" {
		in.out.ranBy(nil)
	}
	if of.checker != "" && in.opts.checkers == "" && in.ctx.Err() == nil {
		fmt.Fprintf(in.stderr, "%s: it is the schedule of a finding of %s, to which -checker %[2]s shows the execution\n",
			x.schedule, of.checker)
	}
	in.mark(aPart)
	return nil
}

// exploreFiles explores programs of the textual IR.
func (in *invocation) exploreFiles(of scheduleFile) error {
	x := in.opts.explore
	for _, p := range in.open(false, true) {
		cfg := session.ExploreConfig{
			Run: session.RunConfig{
				Elements: session.UsualElements, Offline: in.opts.offline, Stdout: in.stdout, Stderr: in.stderr,
			},
			Options: explore.Options{Executions: x.executions, Steps: x.steps}, Shrink: x.shrink,
		}
		var err error
		if cfg.Strategy, err = x.strategy(of); err != nil {
			return err
		}
		in.assume(p, session.Runs, cfg.Run)
		r, explored, err := p.Explore(in.ctx, cfg)
		in.problem(err)
		if r != nil {
			in.out.Explored = append(in.out.Explored, explored)
			in.addFindings(r.Findings)
		}
	}
	return nil
}

// strategy is the strategy that the flags ask for.
func (x *exploring) strategy(of scheduleFile) (explore.Strategy, error) {
	if of.schedule != "" {
		schedule, err := explore.ParseSchedule(of.schedule)
		if err != nil {
			return nil, fmt.Errorf("-schedule: %w", err)
		}
		return explore.NewReplay(schedule), nil
	}
	n := x.executions
	if n == 0 {
		n = 1000
	}
	s, err := explore.Named(cmp.Or(x.by, "dpor"), explore.Config{
		Seed: x.seed, Executions: n, Depth: x.depth, Preemptions: x.preemptions,
	})
	if err != nil {
		return nil, fmt.Errorf("-by: %w", err)
	}
	return s, nil
}

// exploreTests explores tests of Go packages.
func (in *invocation) exploreTests(packages []string, of scheduleFile) error {
	x := in.opts.explore
	cfg := session.TestsConfig{Patterns: packages, Options: control.Options{
		Strategy: x.by, Seed: x.seed, Depth: x.depth, Preemptions: x.preemptions, Executions: x.executions,
		Failures: x.failures, Points: x.steps, Test: x.budget, Memory: x.memory, Shrink: x.shrink,
		Releases: x.by == "all", // attempts to take locks tell
	}}
	if in.opts.tags != "" {
		cfg.BuildFlags = []string{"-tags=" + in.opts.tags}
	}
	if cfg.Executions == 0 && !slices.Contains([]string{"", "walk", "pct", "pos", "mix"}, x.by) {
		cfg.Executions = 1 << 30 // -budget ends them
	}
	if x.by != "" && !slices.Contains(explore.Names(), x.by) {
		_, err := explore.Named(x.by, explore.Config{})
		return fmt.Errorf("-by: %w", err)
	}
	if err := testsFlags(&cfg.Options, in.rest); err != nil {
		return err
	}
	if of.schedule != "" {
		if err := control.CheckSchedule(of.schedule); err != nil {
			return fmt.Errorf("-schedule: %w", err)
		}
		cfg.Schedule, cfg.Rand, cfg.Executions = of.schedule, of.seed, 1
		cfg.Run, cfg.Second = cmp.Or(cfg.Run, of.run), of.second
		if of.written.file != "" {
			file, err := filepath.Abs(in.path(filepath.FromSlash(of.written.file)))
			if err != nil {
				return fmt.Errorf("-schedule: %w", err)
			}
			cfg.Overlay = map[string][]byte{file: of.written.text}
		}
		if of.pkg != "" {
			cfg.Patterns = []string{of.pkg}
		}
	}
	found, explored, err := in.executeTests(cfg)
	in.problem(err)
	in.out.Explored = append(in.out.Explored, explored...)
	in.out.Assumptions = append(in.out.Assumptions, ofTests...)
	if x.output != "" && of.schedule == "" {
		in.problem(writeSchedules(in.path(x.output), found, nil))
	}
	in.addFindings(found)
	return nil
}

// executeTests explores tests, and shows each execution to the checkers if some are named.
func (in *invocation) executeTests(cfg session.TestsConfig) (found []envs.Finding, of []session.Explored, err error) {
	if in.opts.checkers == "" {
		return in.session.ExploreTests(in.ctx, cfg)
	}
	src := session.Source{Patterns: cfg.Patterns, Tests: true, Runs: true, Tags: in.opts.tags, BuildFlags: in.opts.build,
		Overlay: cfg.Overlay}
	programs, err := in.session.Open(in.ctx, src)
	errs := []error{err}
	for _, p := range programs {
		in.opened(p)
		in.out.Functions += p.Code.NumFuncs()
		r, explored, err := p.ExploreTests(in.ctx, cfg)
		errs, of = append(errs, err), append(of, explored...)
		if r != nil {
			found = append(found, r.Findings...)
		}
	}
	return found, of, errors.Join(errs...)
}

// ofTests is what results about executions of tests rest on.
var ofTests = []string{
	"Goroutines switch at operations of channels, select, package sync and sync/atomic, at accesses of memory that " +
		"were seen to race, and where they begin and end.",
	"What threads do to one channel, or to one atomic variable, is taken to be ordered: races may be missed. Accesses " +
		"in the standard library are not seen, but for maps.",
	"What a test waits for beyond that, such as the network, goes on by itself.",
	"A microsecond passes at each operation, and more where no goroutine can go on. Timers do not fire earlier, as they " +
		"may on a busy machine.",
	"Package variables are initialised again before each execution, but for those of the standard library. Where that " +
		"cannot be, they keep what executions leave in them, unless an execution is not the same then when it is made " +
		"again.",
}

// testsFlags puts flags of "go test" into options.
func testsFlags(o *control.Options, given []string) error {
	build, given, err := gorun.SplitFlags(given)
	if err != nil {
		return fmt.Errorf("explore: %w", err)
	}
	if len(build) > 0 {
		return errors.New("explore: -race: one goroutine executes at a time, so that the race detector sees nothing")
	}
	flags := gorun.TestFlags(given)
	for i := 0; i < len(flags); i++ {
		name, value, has := strings.Cut(strings.TrimLeft(flags[i], "-"), "=")
		if strings.HasPrefix(name, "test.") && !has && name != "test.short" && i+1 < len(flags) {
			i++
			value = flags[i]
		}
		switch name {
		case "test.run":
			o.Run = value
		case "test.timeout":
			if o.Execution, err = time.ParseDuration(value); err != nil {
				return fmt.Errorf("explore: -timeout: %w", err)
			}
		case "test.short":
			o.Flags = append(o.Flags, flags[i])
		case "test.skip", "test.parallel":
			o.Flags = append(o.Flags, "-"+name+"="+value)
		default:
			if strings.HasPrefix(name, "test.") {
				return fmt.Errorf("explore: -%s has no meaning here", strings.TrimPrefix(name, "test."))
			}
			o.Flags = append(o.Flags, flags[i])
		}
	}
	return nil
}

// explored says which executions were made, of a program that is named if there are several.
func explored(x session.Explored, named bool) string {
	text := Plural(x.Executions-x.Redundant, "execution")
	if named {
		text = x.Name + ": " + text
	}
	if x.Complete {
		text += " (every schedule is covered)"
	} else {
		text += " (not every schedule is covered: " + x.Why + ")"
	}
	if x.Kept != "" {
		text += "; package variables kept what executions left: " + x.Kept
	}
	return text
}

// exploredAll says the same of several tests.
func exploredAll(all []session.Explored) string {
	executions, complete, skipped, partly := 0, 0, 0, 0
	for _, x := range all {
		executions += x.Executions - x.Redundant
		if len(x.Outside) > 0 {
			partly++
		}
		switch {
		case x.Complete:
			complete++
		case x.Ends[control.Skip] > 0:
			skipped++
		}
	}
	text := fmt.Sprintf("%s of %s", Plural(executions, "execution"), Plural(len(all), "test"))
	if skipped > 0 {
		text += fmt.Sprintf(" (%d of them skipped)", skipped)
	}
	if complete > 0 {
		text += fmt.Sprintf(", of %s every schedule is covered", ofThem(complete))
	}
	if partly > 0 {
		text += fmt.Sprintf(", %s waited for what is not controlled", ofThem(partly))
	}
	return text
}

func ofThem(n int) string {
	if n == 1 {
		return "one of which"
	}
	return fmt.Sprintf("%d of which", n)
}
