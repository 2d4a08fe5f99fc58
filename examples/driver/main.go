package driver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// Main is the main function of a command around the given checkers. It does not
// return. An interrupt, or a request to terminate, ends the work and prints what
// there is, a recording included. What follows within a second is taken for the
// same request, as it may reach both a process and its group; a later one ends the
// process. So does the first after two seconds, if the work has not stopped by then, or nobody reads
// what is printed.
func Main(analyzers ...*dataflow.Analyzer) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, func() {
		time.Sleep(time.Second)
		stop()
	})
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	worked := make(chan struct{})
	context.AfterFunc(ctx, func() {
		time.Sleep(patience)
		why := "the work did not stop in time, so that nothing of it is printed"
		select {
		case <-worked:
			why = "what is printed was not read in time, so that the rest is missing"
		default:
		}
		told := make(chan struct{})
		go func() { // which may wait for a reader, too
			fmt.Fprintf(os.Stderr, "%s: interrupted: %s\n", name, why)
			close(told)
		}()
		select {
		case <-told:
		case <-time.After(patience / 20):
		}
		os.Exit(2)
	})
	os.Exit(run(ctx, name, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, analyzers, func() { close(worked) }))
}

// patience is how long the work may take to stop, and to be printed.
const patience = 1800 * time.Millisecond

// Run does what the command does with the given arguments, and returns its exit
// status. The checkers keep the flags that args set: make them anew for each Run.
// Environment variables are read for the look of a terminal only (NO_COLOR, TERM,
// COLUMNS).
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, analyzers ...*dataflow.Analyzer) int {
	return run(ctx, "parallax", args, stdin, stdout, stderr, analyzers, func() {})
}

// invocation is one use of the command.
type invocation struct {
	ctx            context.Context
	name           string // of the command
	verb           *verb
	opts           *options
	args           []string // what the flags left over
	rest           []string // what stood behind --
	stdin          io.Reader
	stdout, stderr io.Writer
	known          []*dataflow.Analyzer // all there are
	analyzers      []*dataflow.Analyzer // those that run
	out            *Output
	names          envs.PackageNames // of all programs that are looked at
	helpers        []string          // functions of tests that were not looked at, if suppressions may name them
	misnamed       []string          // of each judgement that is gone, what it should name instead, if it is so
	silence        string            // why runs in which nothing went wrong have no events
	rendered       string            // the output, if it has a form of its own
	progress       *progress
}

// run does what is asked, and calls worked when all that is left is to print it.
func run(
	ctx context.Context, name string, args []string, stdin io.Reader, stdout, stderr io.Writer,
	analyzers []*dataflow.Analyzer, worked func(),
) int {
	about := name + " help"
	usage := func(format string, a ...any) int {
		fmt.Fprintf(stderr, "%s: %s\n", name, fmt.Sprintf(format, a...))
		fmt.Fprintf(stderr, "%q tells how it is used\n", about)
		return 2
	}
	if err := validate(analyzers); err != nil {
		return usage("%v", err)
	}
	if len(args) == 0 {
		if args = example(); args == nil {
			fmt.Fprintf(stderr, "%s: there is no example here: name a verb\n\n%s", name, overview(name, verbs(analyzers), analyzers))
			return 2
		}
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return help(name, args[1:], stdout, stderr, analyzers)
	}
	all := verbs(analyzers)
	at := slices.IndexFunc(all, func(v verb) bool { return v.name == args[0] })
	if at < 0 {
		return usage("there is no verb %q", args[0])
	}
	v := &all[at]
	about += " " + v.name
	fs, opts := v.flagSet(analyzers)
	given, rest := args[1:], []string(nil)
	if i := slices.Index(given, "--"); i >= 0 && strings.Contains(v.args, "--") {
		given, rest = given[:i], given[i+1:]
	}
	patterns, late, err := v.parse(fs, opts, v.runs(analyzers), given)
	if err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return help(name, args[:1], stdout, stderr, analyzers)
		}
		return usage("%s: %v", v.name, err)
	}
	if len(late) > 0 {
		rest = append(late, rest...)
	}
	able := v.runs(analyzers)
	chosen, err := choose(able, opts.checkers)
	if err != nil {
		err = cmp.Or(v.elsewhere(analyzers, opts.checkers), err)
	}
	if v.name == "compare" {
		chosen = withNeighbours(able, chosen)
	}
	if err == nil {
		err = unheeded(fs, able, chosen)
	}
	if err != nil {
		return usage("%s: %v", v.name, err)
	}
	in := &invocation{
		ctx: ctx, name: name, verb: v, opts: opts, args: patterns, rest: rest,
		stdin: stdin, stdout: stdout, stderr: stderr, known: analyzers, analyzers: chosen,
		out: newOutput(slices.Concat(args[:1], patterns)...), progress: newProgress(stderr),
	}
	in.out.ranked = opts.ranked
	fs.Visit(func(f *flag.Flag) { in.out.Flags = append(in.out.Flags, f.Name+"="+f.Value.String()) })
	in.out.Behind = append(in.out.Behind, rest...)
	if v.checks() {
		in.out.ranBy(chosen)
	}
	if err := in.work(); err != nil {
		in.problem(err)
	}
	worked()
	return in.print()
}

// validate is for those who write a checker.
func validate(analyzers []*dataflow.Analyzer) error {
	if len(analyzers) == 0 {
		return errors.New("no checker was given to driver.Main")
	}
	seen := map[string]bool{}
	for i, a := range analyzers {
		switch {
		case a == nil:
			return fmt.Errorf("checker %d given to driver.Main is nil", i+1)
		case a.Name == "" || strings.ContainsAny(a.Name, " \t,.="):
			return fmt.Errorf("checker %d has the name %q; want an identifier in lower case", i+1, a.Name)
		case seen[a.Name]:
			return fmt.Errorf("two checkers have the name %q", a.Name)
		}
		seen[a.Name] = true
	}
	return nil
}

// work runs the verb; a panic on the way is an error that names its place.
func (in *invocation) work() (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("internal error at %s: %v; please report it", panicPlace(), v)
		}
	}()
	if err := folder(in.opts.dir); err != nil {
		return fmt.Errorf("-C: %w", err)
	}
	if in.verb.checks() && !in.setUp() {
		return nil
	}
	return in.verb.run(in)
}

// setUp prepares the checkers and leaves out those that cannot be; it reports
// whether there is one left.
func (in *invocation) setUp() bool {
	in.analyzers = slices.DeleteFunc(slices.Clone(in.analyzers), func(a *dataflow.Analyzer) bool {
		if a.Setup == nil {
			return false
		}
		err := a.Setup(in.path)
		in.problem(err)
		return err != nil
	})
	return len(in.analyzers) > 0
}

// folder is an error if dir is none; "" is the current one.
func folder(dir string) error {
	st, err := os.Stat(cmp.Or(dir, "."))
	switch {
	case err != nil:
		return fmt.Errorf("there is no folder %s: %s", dir, cause(err))
	case !st.IsDir():
		return fmt.Errorf("%s is no folder", dir)
	}
	return nil
}

// path is where a file is that the user named: names are relative to -C.
func (in *invocation) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(in.opts.dir, name)
}

// panicPlace is the line that panicked, to be called by a deferred function.
func panicPlace() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	panicked := false
	for {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		if panicked && !inRuntime {
			return fmt.Sprintf("%s (%s:%d)", f.Function, filepath.Base(f.File), f.Line)
		}
		panicked = panicked || f.Function == "runtime.gopanic"
		if !more {
			return "an unknown place"
		}
	}
}

// problem notes an error, taken apart as far as it has a place.
func (in *invocation) problem(err error) {
	in.out.Errors = append(in.out.Errors, problemsOf(err)...)
}

func problemsOf(err error) []Problem {
	if err == nil {
		return nil
	}
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		var problems []Problem
		for _, e := range list.Unwrap() {
			problems = append(problems, problemsOf(e)...)
		}
		return problems
	}
	var (
		panicked *dataflow.PanicError
		diverged *dataflow.DivergenceError
		input    *dataflow.InputError
		placed   *placedError
	)
	switch {
	case errors.As(err, &panicked):
		return []Problem{{Pos: panicked.Place.Pos, Message: fmt.Sprintf("%s: %s: checker panicked at %s: %v",
			panicked.Place.Func, panicked.Place.Op, stackPlace(panicked.Stack), panicked.Value)}}
	case errors.As(err, &diverged):
		return []Problem{{Pos: diverged.Place.Pos, Message: strings.TrimPrefix(diverged.Error(), diverged.Place.Pos.String()+": ")}}
	case errors.As(err, &input):
		return []Problem{{Pos: input.Pos, Message: input.Message}}
	case errors.As(err, &placed):
		return []Problem{placed.Problem}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return []Problem{{Message: "interrupted: the result is incomplete"}}
	}
	return []Problem{{Message: err.Error()}}
}

// placedError is a problem on its way.
type placedError struct{ Problem }

func (e *placedError) Error() string { return e.String() }

// stackPlace finds the line that panicked in a stack trace: the first frame
// below the panic itself.
func stackPlace(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	for i := len(lines) - 1; i > 0; i-- {
		if !strings.HasPrefix(lines[i], "panic(") {
			continue
		}
		for j := i + 2; j+1 < len(lines); j += 2 {
			if strings.HasPrefix(lines[j], "runtime.") {
				continue
			}
			file, _, _ := strings.Cut(strings.TrimSpace(lines[j+1]), " ")
			return filepath.Base(file)
		}
	}
	return "an unknown place"
}

// cause leaves the file's name out of an error about a file.
func cause(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// maxTold is how many errors of a replay are printed without -v: a lenient reader finds one in
// each line of a file that is no trace.
const maxTold = 20

// print writes the output and gives the exit status.
func (in *invocation) print() int {
	in.progress.clear()
	in.out.finish()
	if in.verb.name == "compare" && len(in.out.Checkers) > 1 {
		in.out.Beside = beside(in.out.Rows)
	}
	var err error
	if in.opts.json {
		e := json.NewEncoder(in.stdout)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		err = e.Encode(in.out)
	} else {
		told := in.out.Errors
		if in.verb.name == "replay" && !in.opts.verbose && len(told) > maxTold {
			told = told[:maxTold]
		}
		for _, p := range told {
			fmt.Fprintln(in.stderr, p)
		}
		if n := len(in.out.Errors) - len(told); n > 0 {
			fmt.Fprintf(in.stderr, "%s more: -v tells all\n", plural(n, "error"))
		}
		_, err = io.WriteString(in.stdout, in.text())
	}
	if err != nil {
		fmt.Fprintf(in.stderr, "the result cannot be written: %s\n", cause(err))
		return 2
	}
	return in.out.Status
}

// extent is how much of what suppressions may speak of was looked at.
type extent uint8

const (
	aPart       extent = iota // what runs showed
	withoutTest               // all but the tests' own code
	everything
)

// suppress reads the suppressions and marks what they match; seen is what they
// could match.
func (in *invocation) suppress(seen extent) {
	if in.opts.suppress == "" {
		return
	}
	s, problems := readSuppressions(filepath.ToSlash(in.opts.suppress), in.path(in.opts.suppress))
	in.out.Errors = append(in.out.Errors, problems...)
	if s != nil {
		for _, e := range s.entries {
			e.names = in.names
		}
	}
	for i := range in.out.Findings {
		f := &in.out.Findings[i]
		f.Suppressed = s.reason(&f.Finding)
	}
	for i := range in.out.Rows {
		r := &in.out.Rows[i]
		r.Suppressed = s.reason(&r.Finding)
	}
	if seen != aPart && in.ctx.Err() == nil {
		in.out.Errors = append(in.out.Errors, s.unused(in.narrowed(), seen == everything, in.helpers)...)
	}
}

// narrowed are the checkers that do not tell all they could: those that -checker
// leaves out, and those with a flag that is not at its default.
func (in *invocation) narrowed() []string {
	var names []string
	for _, a := range in.known {
		narrow := !slices.Contains(in.analyzers, a)
		a.Flags.VisitAll(func(f *flag.Flag) { narrow = narrow || f.Value.String() != f.DefValue })
		if narrow {
			names = append(names, a.Name)
		}
	}
	return names
}

// addFindings adds findings to the output.
func (in *invocation) addFindings(findings []envs.Finding) {
	for _, f := range findings {
		in.out.Findings = append(in.out.Findings, Finding{Finding: f})
	}
}
