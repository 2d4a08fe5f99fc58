package driver

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/examples/atomicsets"
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
}

// A verb is one thing that the command can do.
type verb struct {
	name  string
	args  string // how it is called
	short string
	doc   string
	flags func(*flag.FlagSet, *options)
	run   func(*invocation) error
}

// verbs are in the order in which help lists them. That which is for the findings of one checker is
// there if the checker is.
func verbs(analyzers []*dataflow.Analyzer) []verb {
	return slices.DeleteFunc([]verb{
		{"check", "[flags] patterns", "look at all paths, without running anything",
			"Functions are analysed as if others could call them in any way. Which threads do is\n" +
				"up to the patterns. If they match one main package, the program starts there, and\n" +
				"its threads are those that it starts. Otherwise the packages are a library: when\n" +
				"they are initialised, any thread may call what they export at any time, and what\n" +
				"they hand to others. With -tests the packages' tests are analysed too, as a part of\n" +
				"the library; compare does that anyway.",
			all(reporting, loading, func(f *flag.FlagSet, o *options) {
				f.BoolVar(&o.tests, "tests", false, "analyse the packages' tests too")
			}), (*invocation).check},
		{"run", "[flags] pattern [arguments] | [flags] patterns -- [arguments]", "watch one run of a program",
			"The program gets the arguments and standard input. What it writes goes where it\n" +
				"would go, but with -json its standard output goes to standard error.\n" +
				"Only packages that a pattern matches are watched: where a program's locks are in\n" +
				"other packages, run ./... if that matches one main package, or name the packages\n" +
				"before --.",
			all(reporting, loading, running(1), later), (*invocation).observe},
		{"test", "[flags] patterns [test flags] [-- test flags]", "watch the runs that the tests make",
			"Flags of go test stand behind the patterns: ./... -run Transfer -count 2, or, where\n" +
				"they have the name of a flag of this command, behind --: ./... -- -v. With -runs they are run again and again.",
			all(reporting, loading, running(100), later), (*invocation).observe},
		{"compare", "[flags] patterns [test flags] [-- test flags or, with -run, arguments]", "look from both sides, and lay the answers side by side",
			"A finding of both is confirmed. One of the static side alone is not observed, if\n" +
				"its place was executed, not exercised, if it was not, or not watched, if runs do\n" +
				"not show that. One of a run alone is dynamic only: the static side missed it.\n" +
				"Several checkers are laid side by side: a row for each function in which one of\n" +
				"them finds something, and a column for each checker that does.",
			all(reporting, loading, running(100), later, func(f *flag.FlagSet, o *options) {
				f.BoolVar(&o.main, "run", false, "run the one main package, instead of tests; patterns and arguments are as in run")
				f.BoolVar(&o.test, "test", true, "run the tests of the packages; the default")
			}), (*invocation).compare},
		{inferring, "[flags] patterns | -test [flags] patterns [test flags] [-- test flags] | -run [flags] patterns [arguments]", "infer what is accessed as one, and write it into the source",
			"Which fields of a type are an atomic set, under which lock, and which functions are\n" +
				"units of work for it. That rests on all paths, or with -test or -run on runs: what\n" +
				"several runs show adds up. With -static too it rests on both, and it is said what one side\n" +
				"alone infers. The result is a list; or Go, struct declarations with comments; or a patch\n" +
				"that annotates fields with their lock (+checklocks), for git apply in the folder; or JSON.",
			all(func(f *flag.FlagSet, o *options) {
				f.BoolVar(&o.json, "json", false, "short for -as json")
				f.BoolVar(&o.verbose, "v", false, "print also what the list rests on")
				f.StringVar(&o.as, "as", "list", "the `form` of the result: list, go, patch or json")
				f.BoolVar(&o.static, "static", false, "look at all paths; the default without -test and -run")
				f.BoolVar(&o.test, "test", false, "run the tests of the packages")
				f.BoolVar(&o.main, "run", false, "run the one main package; patterns and arguments are as in run")
			}, loading, running(100)), (*invocation).infer},
		{"record", "-o FILE [flags] patterns [-- test flags or arguments]", "keep the events of runs for later",
			"Nothing is checked. The file appears when it is complete; after an interrupt it\n" +
				"holds what came before. If the command is killed, what came before is in the file\n" +
				"FILE.*.tmp beside it, which replay reads as one that is cut off. Go packages are\n" +
				"run, or with -test their tests are; patterns and arguments are as in run.",
			all(loading, naming, running(1), func(f *flag.FlagSet, o *options) {
				f.BoolVar(&o.json, "json", false, "print the result as JSON")
				f.StringVar(&o.output, "o", "", "the `file` to write, by custom *.plxt")
				f.BoolVar(&o.test, "test", false, "run the tests of the packages")
			}), (*invocation).record},
		{"replay", "[flags] FILE", "check recorded runs, and traces of other tools",
			"The file is one that record wrote, or a trace in the STD text format, packed with\n" +
				"gzip or zstd or not; - is the standard input. If it is a recording, the program\n" +
				"has to be the one that was recorded, or with -alone need not be there. A file\n" +
				"that is cut off is checked up to its last whole block. With -checker all those are\n" +
				"left out, and named, for which the file does not tell enough.",
			all(reporting, later, func(f *flag.FlagSet, o *options) {
				f.BoolVar(&o.lenient, "lenient", false, "go on behind what cannot be read, and say how many events were skipped")
				f.BoolVar(&o.alone, "alone", false, "take the program for what the file tells of it, without its sources")
				f.StringVar(&o.dir, "C", "", "the `folder` to work in; Go packages are loaded in that of the recording if empty")
			}), (*invocation).replay},
		{"convert", "-o FILE [flags] FILE", "write a trace in the other format",
			"The first file is the one to write: a text in the STD format if its name ends in\n" +
				".std or is -, the standard output, and otherwise the format of record. What a text\n" +
				"cannot say is left out, and told.",
			func(f *flag.FlagSet, o *options) {
				f.StringVar(&o.dir, "C", ".", "the `folder` to work in")
				f.StringVar(&o.output, "o", "", "the `file` to write")
				f.BoolVar(&o.lenient, "lenient", false, "go on behind what cannot be read, and say how many events were skipped")
			}, (*invocation).convert},
	}, func(v verb) bool { return v.name == inferring && !infers(analyzers) })
}

func all(groups ...func(*flag.FlagSet, *options)) func(*flag.FlagSet, *options) {
	return func(f *flag.FlagSet, o *options) {
		for _, g := range groups {
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
	f.StringVar(&o.checkers, "checker", "", "the `names` of the checkers to run, with commas, or all; if empty, those that need not be named")
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
		f.Uint64Var(&o.seed, "seed", 1, "the `seed` of the first schedule, for .plx files")
		o.schedules = schedules
		usage := "how `often` to run; 0 means once"
		if schedules > 1 {
			usage += fmt.Sprintf(", and %d schedules of .plx files", schedules)
		}
		f.IntVar(&o.runs, "runs", 0, usage)
		f.IntVar(&o.elements, "elements", gorun.UsualElements, "how `many` elements of an array or a slice are told apart; in Go runs the others are not followed; 0 means all")
		f.IntVar(&o.calls, "calls", gorun.UsualCalls, "in Go runs, follow the first `n` calls of a function, and accesses at one place, that a goroutine makes with no lock held; "+
			"of the others one in 64 is followed; 0 means all, and all rounds of loops that only compute")
	}
}

// shortFor begins the description of a flag that has a longer name too.
const shortFor = "short for -"

// flagSet has the verb's flags and those of the checkers. If only one of these runs
// unasked, its flags need no name of a checker.
func (v *verb) flagSet(analyzers []*dataflow.Analyzer) (*flag.FlagSet, *options) {
	f, o := flag.NewFlagSet(v.name, flag.ContinueOnError), &options{dir: "."}
	f.SetOutput(io.Discard)
	v.flags(f, o)
	if !v.checks() {
		return f, o
	}
	analyzers = v.runs(analyzers)
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

// runs gives those of the checkers that the verb can run.
func (v *verb) runs(analyzers []*dataflow.Analyzer) []*dataflow.Analyzer {
	switch v.name {
	case "check":
		return dataflow.On(dataflow.OverPaths, analyzers)
	case "run", "test", "record", "replay":
		return dataflow.On(dataflow.OnRuns, analyzers)
	case inferring:
	default:
		return analyzers
	}
	return slices.DeleteFunc(slices.Clone(analyzers), func(a *dataflow.Analyzer) bool { return a.Name != atomicsets.Name })
}

// elsewhere is an error if -checker names one of the checkers that the verb cannot run since it looks at the other side.
func (v *verb) elsewhere(analyzers []*dataflow.Analyzer, checkers string) error {
	able, wanted := v.runs(analyzers), strings.Split(checkers, ",")
	for _, a := range analyzers {
		if a.Only == 0 || slices.Contains(able, a) || !slices.Contains(wanted, a.Name) {
			continue
		}
		side := map[dataflow.Side]string{dataflow.OnRuns: "on single runs", dataflow.OverPaths: "over all paths"}[a.Only]
		for _, b := range able {
			if a.Confirms == b.Name || b.Confirms == a.Name {
				return fmt.Errorf("-checker: %s is defined %s only; here, name %s", a.Name, side, b.Name)
			}
		}
		return fmt.Errorf("-checker: %s is defined %s only", a.Name, side)
	}
	return nil
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
	return slices.DeleteFunc(slices.Clone(analyzers), func(a *dataflow.Analyzer) bool { return !slices.Contains(wanted, a.Name) }), nil
}

// parse reads flags and gives what they leave over. Where arguments can only be patterns,
// flags may stand behind them, too; and so may flags of tests, with no -- before them,
// that are not the verb's own.
func (v *verb) parse(fs *flag.FlagSet, opts *options, analyzers []*dataflow.Analyzer, given []string) (args, rest []string, err error) {
	for {
		own := len(given)
		if v.tests(opts) {
			own = ownFlags(fs, given)
		}
		if err := fs.Parse(given[:own]); err != nil {
			return nil, nil, orOfCheckers(fs, analyzers, err)
		}
		given = slices.Concat(fs.Args(), given[own:])
		if v.takesArguments(opts) {
			return append(args, given...), rest, nil
		}
		for len(given) > 0 && !isFlag(given[0]) {
			args, given = append(args, given[0]), given[1:]
		}
		if len(given) == 0 {
			return args, rest, nil
		}
		if n := gorun.TestFlag(given); n > 0 && v.tests(opts) && fs.Lookup(flagName(given[0])) == nil {
			rest, given = append(rest, given[:n]...), given[n:]
		}
	}
}

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

// checks reports whether the verb needs checkers.
func (v *verb) checks() bool { return v.name != "record" && v.name != "convert" }

// tests reports whether the verb runs tests.
func (v *verb) tests(opts *options) bool {
	return v.name == "test" || v.name == "compare" && !opts.main || (v.name == "record" || v.name == inferring) && opts.test
}

// takesArguments reports whether what stands behind the first pattern may belong to the
// program.
func (v *verb) takesArguments(opts *options) bool {
	switch v.name {
	case "run":
		return true
	case "compare", inferring:
		return opts.main
	case "record":
		return !opts.test
	}
	return false
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
