package driver

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/examples/session"
)

// options are the values of the driver's own flags.
type options struct {
	json, verbose bool
	ranked        bool
	suppress      string
	judged        string
	checkers      string
	dir           string
	tags          string
	build         []string // flags for the go command, beside -tags
	deps, tests   bool
	seed          uint64
	runs          int
	schedules     int // of .plx files, if runs is 0
	elements      int
	calls         int
	main, test    bool
	lenient       bool
	offline       bool
	alone         bool
	output        string
	static        bool
	as            string
	explore       exploring
	confirm       confirming
}

// A verb is one thing that the command can do.
type verb struct {
	name  string
	args  string // how it is called
	short string
	doc   string
	flags func(*flag.FlagSet, *options)
	run   func(*invocation) error
	// body writes the result; of findings if it is nil.
	body func(*invocation, *strings.Builder, style)
	// count says how much there is in the result; nil means that it is findings.
	count func(*invocation) string

	checkers func([]*dataflow.Analyzer) []*dataflow.Analyzer // those that it can run; nil if none
	runs     bool                                            // it always looks at runs
	rows     bool                                            // it lays both sides beside each other
	bare     bool                                            // nothing is said of the result but what it is
	lenient  bool                                            // there may be an error in each line of a file
	// tests reports whether runs are those of tests; nil means that they never are.
	tests func(*options) bool
	// arguments reports whether what stands behind the first pattern may belong to the program; nil means that it never
	// does.
	arguments func(*options) bool
	// noMain and noTests are what to do if there is nothing to run.
	noMain, noTests string
}

func always(*options) bool       { return true }
func wantsTests(o *options) bool { return o.test }
func wantsMain(o *options) bool  { return o.main }

// ofBoth are those over all paths, and those of single runs.
func ofBoth(all []*dataflow.Analyzer) []*dataflow.Analyzer {
	return slices.DeleteFunc(slices.Clone(all), func(a *dataflow.Analyzer) bool {
		return a.Only == dataflow.OverSchedules
	})
}
func ofPaths(all []*dataflow.Analyzer) []*dataflow.Analyzer {
	return dataflow.On(dataflow.OverPaths, all)
}
func ofRuns(all []*dataflow.Analyzer) []*dataflow.Analyzer { return dataflow.On(dataflow.OnRuns, all) }
func ofSchedules(all []*dataflow.Analyzer) []*dataflow.Analyzer {
	return dataflow.On(dataflow.OverSchedules, all)
}

// verbs are in the order in which help lists them. That which infers is there if somebody knows what to infer.
func (c *Command) verbs() []verb {
	all := []verb{
		{
			name: "check", args: "[flags] patterns",
			short: "look at all paths, without running anything",
			doc: "Functions are analysed as if others could call them in any way. Which threads do is\n" +
				"up to the patterns. If they match one main package, the program starts there, and\n" +
				"its threads are those that it starts. Otherwise the packages are a library: when\n" +
				"they are initialised, any thread may call what they export at any time, and what\n" +
				"they hand to others. With -tests the packages' tests are analysed too, as a part of\n" +
				"the library; compare does that anyway.",
			flags: groups(reporting, loading, func(f *flag.FlagSet, o *options) {
				f.BoolVar(&o.tests, "tests", false, "analyse the packages' tests too")
			}),
			run: (*invocation).check, checkers: ofPaths,
		},
		{
			name: "run", args: "[flags] pattern [arguments] | [flags] patterns -- [arguments]",
			short: "watch one run of a program",
			doc: "The program gets the arguments and standard input. What it writes goes where it\n" +
				"would go, but with -json its standard output goes to standard error.\n" +
				"Only packages that a pattern matches are watched: where a program's locks are in\n" +
				"other packages, run ./... if that matches one main package, or name the packages\n" +
				"before --.",
			flags: groups(reporting, loading, running(1), later),
			run:   (*invocation).observe, checkers: ofRuns, runs: true, arguments: always, noMain: "test",
		},
		{
			name: "test", args: "[flags] patterns [test flags] [-- test flags]",
			short: "watch the runs that the tests make",
			doc: "Flags of go test stand behind the patterns: ./... -run Transfer -count 2, or, where\n" +
				"they have the name of a flag of this command, behind --: ./... -- -v. With -runs they are run again and again;\n" +
				"from the second time on goroutines are delayed here and there, so that rare schedules show.",
			flags: groups(reporting, loading, running(100), later),
			run:   (*invocation).observe, checkers: ofRuns, runs: true, tests: always, noTests: "run",
		},
		{
			name: "compare", args: "[flags] patterns [test flags] [-- test flags or, with -run, arguments]",
			short: "look from both sides, and lay the answers side by side",
			doc: "A finding of both is confirmed. One of the static side alone is not observed, if\n" +
				"its place was executed, not exercised, if it was not, or not watched, if runs do\n" +
				"not show that. One of a run alone is dynamic only: the static side missed it.\n" +
				"Several checkers are laid side by side: a row for each function in which one of\n" +
				"them finds something, and a column for each checker that does.",
			flags: groups(reporting, loading, running(100), later, comparingFlags, func(f *flag.FlagSet, o *options) {
				f.BoolVar(&o.main, "run", false, "run the one main package, instead of tests; patterns and arguments are as in run")
				f.BoolVar(&o.test, "test", true, "run the tests of the packages; the default")
			}),
			run: (*invocation).compare, body: (*invocation).sides, count: (*invocation).countRows,
			checkers: ofBoth, runs: true, rows: true,
			tests: func(o *options) bool { return !o.main }, arguments: wantsMain,
			noMain: "compare without -run", noTests: "compare -run",
		},
	}
	all = append(all, verb{
		name: "explore", args: "[flags] patterns [test flags] [-- test flags]",
		short: "execute tests, and programs of the textual IR, under one schedule after another",
		doc: "The tests of Go packages run unchanged, under a scheduler of this command. What goes\n" +
			"wrong in some executions of a test is a finding: it fails, panics, ends the program,\n" +
			"no goroutine can go on, goroutines are left behind, or accesses of memory race.\n" +
			"Findings name the schedule that shows them, which -schedule executes again. With -o\n" +
			"schedules are written to files. Of tests, checkers see executions with -checker only.\n" +
			"Of a .plx file each execution is shown to the checkers. The strategies of -by are:\n" +
			"    dpor    one schedule of each trace: schedules that differ in the order of operations\n" +
			"            that do not depend on each other count as one (the default for .plx files)\n" +
			"    source  the same with less bookkeeping; some executions are given up\n" +
			"    all     every schedule\n" +
			"    walk    -executions schedules, drawn thread by thread\n" +
			"    pct     the same, drawn by priorities, for defects of -depth\n" +
			"    pos     the same, by priorities of operations\n" +
			"    mix     walk, pct and pos in turn (the default for tests)\n" +
			"The last line says whether every schedule is covered, and otherwise what was left out.\n" +
			"Of the flags of go test, -run, -skip, -short, -parallel and -timeout, the time limit of\n" +
			"an execution, can stand behind the patterns.",
		flags: groups(reporting, later, exploringFlags), run: (*invocation).explore, checkers: ofSchedules, tests: always,
	})
	all = append(all, verb{
		name: "confirm", args: "[flags] patterns [test flags] [-- test flags]",
		short: "look for schedules under which what check finds happens",
		doc: "Tests that come to a finding are executed under the scheduler of explore, which is\n" +
			"steered to where the finding says that another thread may come between. A second\n" +
			"thread calls the function as well, or a test is written, where no test shows it.\n" +
			"A finding is shown if one does come between, its accesses race, a thread waits there\n" +
			"for good, or the program ends there. Its schedule is written to a file with -o, and\n" +
			"executed again by explore -schedule. A test that was written is beside it.",
		flags: groups(reporting, loading, confirmingFlags), run: (*invocation).confirm, body: (*invocation).confirmed,
		count: (*invocation).countRows, checkers: ofPaths, tests: always,
	})
	if c.Inferring != nil {
		all = append(all, c.Inferring.verb())
	}
	return append(all,
		verb{
			name: "record", args: "-o FILE [flags] patterns [-- test flags or arguments]",
			short: "keep the events of runs for later",
			doc: "Nothing is checked. The file appears when it is complete; after an interrupt it\n" +
				"holds what came before. If the command is killed, what came before is in the file\n" +
				"FILE.*.tmp beside it, which replay reads as one that is cut off. Go packages are\n" +
				"run, or with -test their tests are; patterns and arguments are as in run.",
			flags: groups(loading, naming, running(1), func(f *flag.FlagSet, o *options) {
				f.BoolVar(&o.json, "json", false, "print the result as JSON")
				f.StringVar(&o.output, "o", "", "the `file` to write, by custom *.plxt")
				f.BoolVar(&o.test, "test", false, "run the tests of the packages")
			}),
			run: (*invocation).record, body: (*invocation).written, runs: true, bare: true,
			tests: wantsTests, arguments: func(o *options) bool { return !o.test },
			noMain: "record -test", noTests: "record without -test",
		},
		verb{
			name: "replay", args: "[flags] FILE",
			short: "check recorded runs, and traces of other tools",
			doc: "The file is one that record wrote, or a trace in the STD text format, packed with\n" +
				"gzip or zstd or not; - is the standard input. If it is a recording, the program\n" +
				"has to be the one that was recorded, or with -alone need not be there. A file\n" +
				"that is cut off is checked up to its last whole block. With -checker all those are\n" +
				"left out, and named, for which the file does not tell enough.",
			flags: groups(reporting, later, func(f *flag.FlagSet, o *options) {
				f.BoolVar(&o.lenient, "lenient", false,
					"go on behind what cannot be read, and say how many events were skipped")
				f.BoolVar(&o.alone, "alone", false,
					"take the program for what the file tells of it, without its sources")
				f.StringVar(&o.dir, "C", "",
					"the `folder` to work in; Go packages are loaded in that of the recording if empty")
			}),
			run: (*invocation).replay, checkers: ofRuns, runs: true, lenient: true,
		},
		verb{
			name: "convert", args: "-o FILE [flags] FILE",
			short: "write a trace in the other format",
			doc: "The first file is the one to write: a text in the STD format if its name ends in\n" +
				".std or is -, the standard output, and otherwise the format of record. What a text\n" +
				"cannot say is left out, and told.",
			flags: func(f *flag.FlagSet, o *options) {
				f.StringVar(&o.dir, "C", ".", "the `folder` to work in")
				f.StringVar(&o.output, "o", "", "the `file` to write")
				f.BoolVar(&o.lenient, "lenient", false,
					"go on behind what cannot be read, and say how many events were skipped")
			},
			run: (*invocation).convert, body: (*invocation).written, runs: true, bare: true,
		},
	)
}

func groups(of ...func(*flag.FlagSet, *options)) func(*flag.FlagSet, *options) {
	return func(f *flag.FlagSet, o *options) {
		for _, g := range of {
			g(f, o)
		}
	}
}

func reporting(f *flag.FlagSet, o *options) {
	f.BoolVar(&o.json, "json", false, "print the result as JSON")
	f.BoolVar(&o.verbose, "v", false, "print also what the result rests on, and what was suppressed or kept")
	f.StringVar(&o.suppress, "suppress", "", "a `file` of findings that are not to be reported")
	f.BoolVar(&o.ranked, "ranked", false, "print first what checkers give the largest rank, instead of by place")
	f.StringVar(&o.judged, "judged", "", "a `file` of what was found out about findings, to count them by class")
	naming(f, o)
}

func naming(f *flag.FlagSet, o *options) {
	f.StringVar(&o.checkers, "checker", "",
		"the `names` of the checkers to run, with commas, or all; if empty, those that need not be named")
	f.StringVar(&o.checkers, "checkers", "", "the `names`, as in -checker")
}

func loading(f *flag.FlagSet, o *options) {
	f.StringVar(&o.dir, "C", ".", "the `folder` to work in; all names are relative to it")
	f.StringVar(&o.tags, "tags", "", "build `tags` for the go command")
	f.BoolVar(&o.deps, "deps", false, "follow calls into the packages that are imported")
}

// running is about runs; of a .plx file there are as many as schedules says, if the user does not say it.
func running(schedules int) func(*flag.FlagSet, *options) {
	return func(f *flag.FlagSet, o *options) {
		f.Uint64Var(&o.seed, "seed", 1, "the `seed` of the first run; each further one has the next, which determines the "+
			"schedule of .plx files, and in Go runs where goroutines are delayed; the first Go run has none unless it is given")
		o.schedules = schedules
		usage := "how `often` to run; 0 means once; Go runs behind the first are perturbed"
		if schedules > 1 {
			usage += fmt.Sprintf(", and %d schedules of .plx files", schedules)
		}
		f.IntVar(&o.runs, "runs", 0, usage)
		f.IntVar(&o.elements, "elements", session.UsualElements,
			"how `many` elements of an array or a slice are told apart; in Go runs the others are not followed; 0 means all")
		f.IntVar(&o.calls, "calls", session.UsualCalls, "in Go runs, follow the first `n` calls of a function, and accesses "+
			"at one place, that a goroutine makes with no lock held; of the others "+
			"one in 64 is followed; 0 means all, and all rounds of loops that only compute")
	}
}

// later is about when runs are looked at.
func later(f *flag.FlagSet, o *options) {
	f.BoolVar(&o.offline, "offline", false, "look at each run once it is over, in the light of all that happens in it; "+
		"its events are kept in a temporary file until then")
}

// shortFor begins the description of a flag that has a longer name too.
const shortFor = "short for -"

// flagSet has the verb's flags and those of the checkers. If only one of these runs
// unasked, its flags need no name of a checker.
func (v *verb) flagSet(analyzers []*dataflow.Analyzer) (*flag.FlagSet, *options) {
	f, o := flag.NewFlagSet(v.name, flag.ContinueOnError), &options{dir: "."}
	f.SetOutput(io.Discard)
	v.flags(f, o)
	if v.checkers == nil {
		return f, o
	}
	analyzers = v.checkers(analyzers)
	unasked, _ := choose(analyzers, "")
	for _, a := range analyzers {
		a.Flags.VisitAll(func(x *flag.Flag) {
			f.Var(x.Value, a.Name+"."+x.Name, x.Usage)
			if len(unasked) == 1 && a == unasked[0] && f.Lookup(x.Name) == nil {
				f.Var(x.Value, x.Name, shortFor+a.Name+"."+x.Name)
			}
		})
	}
	return f, o
}

// allCheckers stands for them in -checker.
const allCheckers = "all"

// choose gives the checkers that -checker names; without it, those that run unasked, or
// all if none does.
func choose(analyzers []*dataflow.Analyzer, checkers string) ([]*dataflow.Analyzer, error) {
	if checkers == "" {
		unasked := slices.DeleteFunc(slices.Clone(analyzers), func(a *dataflow.Analyzer) bool { return a.OnDemand })
		if len(unasked) == 0 {
			return analyzers, nil
		}
		return unasked, nil
	}
	var names []string
	for _, a := range analyzers {
		names = append(names, a.Name)
	}
	wanted := strings.Split(checkers, ",")
	for _, w := range wanted {
		if w != allCheckers && !slices.Contains(names, w) {
			return nil, fmt.Errorf("-checker: there is no checker %q; there are: %s", w, strings.Join(names, ", "))
		}
	}
	if slices.Contains(wanted, allCheckers) {
		return analyzers, nil
	}
	unwanted := func(a *dataflow.Analyzer) bool { return !slices.Contains(wanted, a.Name) }
	return slices.DeleteFunc(slices.Clone(analyzers), unwanted), nil
}

// parse reads flags and gives what they leave over. Where arguments can only be patterns,
// flags may stand behind them, too; and so may flags of tests, with no -- before them,
// that are not the verb's own.
func (v *verb) parse(
	fs *flag.FlagSet, opts *options, analyzers []*dataflow.Analyzer, given []string,
) (args, rest []string, err error) {
	for {
		own := len(given)
		if is(v.tests, opts) {
			own = ownFlags(fs, given)
		}
		if err := fs.Parse(given[:own]); err != nil {
			return nil, nil, orOfCheckers(fs, analyzers, err)
		}
		given = slices.Concat(fs.Args(), given[own:])
		if is(v.arguments, opts) {
			return append(args, given...), rest, nil
		}
		for len(given) > 0 && !isFlag(given[0]) {
			args, given = append(args, given[0]), given[1:]
		}
		if len(given) == 0 {
			return args, rest, nil
		}
		if n := gorun.TestFlag(given); n > 0 && is(v.tests, opts) && fs.Lookup(flagName(given[0])) == nil {
			rest, given = append(rest, given[:n]...), given[n:]
		}
	}
}

// only says where a checker is defined that is defined on one side.
var only = map[dataflow.Side]string{
	dataflow.OnRuns: "on single runs", dataflow.OverPaths: "over all paths",
	dataflow.OverSchedules: "on explored schedules",
}

// elsewhere is an error if -checker names one of the checkers that the verb cannot run since it looks at the other
// side.
func elsewhere(all, able []*dataflow.Analyzer, checkers string) error {
	wanted := strings.Split(checkers, ",")
	for _, a := range all {
		if a.Only == 0 || slices.Contains(able, a) || !slices.Contains(wanted, a.Name) {
			continue
		}
		for _, b := range able {
			if a.Confirms == b.Name || b.Confirms == a.Name {
				return fmt.Errorf("-checker: %s is defined %s only; here, name %s", a.Name, only[a.Only], b.Name)
			}
		}
		return fmt.Errorf("-checker: %s is defined %s only", a.Name, only[a.Only])
	}
	return nil
}

// is reports whether a verb has an ability, with some options.
func is(ability func(*options) bool, o *options) bool { return ability != nil && ability(o) }

// ownFlags is how many arguments come before the first flag that only tests know.
func ownFlags(fs *flag.FlagSet, given []string) int {
	for i := 0; i < len(given); i++ {
		if !isFlag(given[i]) {
			continue
		}
		f := fs.Lookup(flagName(given[i]))
		if f == nil && gorun.TestFlag(given[i:]) > 0 {
			return i
		}
		if f == nil || strings.Contains(given[i], "=") {
			continue
		}
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() {
			i++ // its value
		}
	}
	return len(given)
}

func isFlag(arg string) bool { return len(arg) > 1 && arg[0] == '-' }

func flagName(arg string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	return name
}

// unheeded is an error if a flag is given of a checker that does not run.
func unheeded(fs *flag.FlagSet, all, chosen []*dataflow.Analyzer) (err error) {
	fs.Visit(func(f *flag.Flag) {
		long := f.Name
		if name, ok := strings.CutPrefix(f.Usage, shortFor); ok {
			long = name
		}
		of, _, _ := strings.Cut(long, ".")
		named := func(a *dataflow.Analyzer) bool { return a.Name == of }
		if err == nil && long != of && slices.ContainsFunc(all, named) && !slices.ContainsFunc(chosen, named) {
			err = fmt.Errorf("-%s is for the checker %s, which does not run: name it in -checker", f.Name, of)
		}
	})
	return err
}

// orOfCheckers adds to the error that a flag is unknown what became of a checker's flag of that name, or the flags
// of checkers that are called so.
func orOfCheckers(fs *flag.FlagSet, analyzers []*dataflow.Analyzer, err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return err
	}
	for _, a := range analyzers {
		if instead, removed := a.Removed[strings.TrimPrefix(name, a.Name+".")]; removed {
			return fmt.Errorf("there is no flag -%s any more: %s", name, instead)
		}
	}
	var there []string
	fs.VisitAll(func(f *flag.Flag) {
		if strings.HasSuffix(f.Name, "."+name) {
			there = append(there, "-"+f.Name)
		}
	})
	if len(there) == 0 {
		return err
	}
	return fmt.Errorf("%w; there is %s", err, strings.Join(there, ", "))
}
