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
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// A Command is what a command is made of.
type Command struct {
	// Checkers are those that there are, in the order in which help lists them. They keep the flags that arguments set:
	// make them anew for each Run.
	Checkers []*dataflow.Analyzer
	// Same names what two of them find of one defect; see session.Session.
	Same map[session.Sort]session.Sort
	// Environments open programs; if there are none, those of package session do.
	Environments []session.Environment
	// Inferring is what the verb infer does; without it there is no such verb.
	Inferring *Inferring
	// Example is what is done without arguments, if the folder or file that comes last in it is there.
	Example []string
}

// example is what the command does when it is given no arguments; nil if what it needs is not here.
func (c *Command) example() []string {
	if len(c.Example) == 0 {
		return nil
	}
	if _, err := os.Stat(c.Example[len(c.Example)-1]); err != nil {
		return nil
	}
	return c.Example
}

func (c *Command) environments() []session.Environment {
	if len(c.Environments) == 0 {
		return session.Environments()
	}
	return c.Environments
}

// Main is the main function of a command. It does not
// return. An interrupt, or a request to terminate, ends the work and prints what
// there is, a recording included. What follows within a second is taken for the
// same request, as it may reach both a process and its group; a later one ends the
// process. So does the first after two seconds, if the work has not stopped by then, or nobody reads
// what is printed.
func Main(c Command) {
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
	in := &invocation{command: &c, ctx: ctx, name: name, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(in.do(os.Args[1:], func() { close(worked) }))
}

// patience is how long the work may take to stop, and to be printed.
const patience = 1800 * time.Millisecond

// Run does what the command does with the given arguments, and returns its exit status. Environment variables are read
// for the look of a terminal only (NO_COLOR, TERM, COLUMNS).
func Run(ctx context.Context, c Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := &invocation{command: &c, ctx: ctx, name: "parallax", stdin: stdin, stdout: stdout, stderr: stderr}
	return in.do(args, func() {})
}

// invocation is one use of the command.
type invocation struct {
	command        *Command
	ctx            context.Context
	name           string // of the command
	verb           *verb
	opts           *options
	args           []string // what the flags left over
	rest           []string // what stood behind --
	stdin          io.Reader
	stdout, stderr io.Writer
	analyzers      []*dataflow.Analyzer // those that run
	out            *Output
	names          envs.PackageNames // of all programs that are looked at
	helpers        []string          // functions of tests that were not looked at, if suppressions may name them
	misnamed       []string          // of each judgement that is gone, what it should name instead, if it is so
	incomplete     bool              // something that was named could not be looked at over all paths
	silence        string            // why runs in which nothing went wrong have no events
	restsOn        []string          // on what inferences rest, and of what they are
	rendered       string            // the output, if it has a form of its own
	progress       *progress
	session        *session.Session
	listsKept      bool // that functions are not watched is an assumption
}

// do does what is asked, and calls worked when all that is left is to print it.
func (in *invocation) do(args []string, worked func()) int {
	c := in.command
	if err := c.validate(); err != nil {
		return in.usage("help", err)
	}
	if len(args) == 0 {
		if args = c.example(); args == nil {
			fmt.Fprintf(in.stderr, "%s: there is no example here: name a verb\n\n%s", in.name, c.overview(in.name))
			return 2
		}
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return in.help(args[1:])
	}
	if in.verb = c.verb(args[0]); in.verb == nil {
		return in.usage("help", fmt.Errorf("there is no verb %q", args[0]))
	}
	fs, err := in.parse(args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		return in.help(args[:1])
	case err != nil:
		return in.usage("help "+in.verb.name, fmt.Errorf("%s: %w", in.verb.name, err))
	}
	in.progress, in.out = newProgress(in.stderr), newOutput(slices.Concat(args[:1], in.args)...)
	in.out.ranked = in.opts.ranked
	fs.Visit(func(f *flag.Flag) { in.out.Flags = append(in.out.Flags, f.Name+"="+f.Value.String()) })
	in.out.Behind = append(in.out.Behind, in.rest...)
	if in.verb.checkers != nil {
		in.out.ranBy(in.analyzers)
	}
	in.problem(in.work())
	worked()
	return in.print()
}

// usage says what is wrong with the arguments, and which of them help.
func (in *invocation) usage(help string, err error) int {
	fmt.Fprintf(in.stderr, "%s: %v\n", in.name, err)
	fmt.Fprintf(in.stderr, "%q tells how it is used\n", in.name+" "+help)
	return 2
}

// parse takes what stands behind the verb apart, and chooses the checkers.
func (in *invocation) parse(given []string) (*flag.FlagSet, error) {
	v := in.verb
	fs, opts := v.flagSet(in.command.Checkers)
	in.opts = opts
	if i := slices.Index(given, "--"); i >= 0 && strings.Contains(v.args, "--") {
		given, in.rest = given[:i], given[i+1:]
	}
	able := in.command.Checkers
	if v.checkers != nil {
		able = v.checkers(able)
	}
	patterns, late, err := v.parse(fs, opts, able, given)
	if err != nil {
		return nil, err
	}
	in.args = patterns
	if len(late) > 0 {
		in.rest = append(late, in.rest...)
	}
	if in.analyzers, err = choose(able, opts.checkers); err != nil {
		return nil, cmp.Or(elsewhere(in.command.Checkers, able, opts.checkers), err)
	}
	if v.rows {
		in.analyzers = withNeighbours(able, in.analyzers)
	}
	return fs, unheeded(fs, able, in.analyzers)
}

// verb is the one of that name; nil if there is none.
func (c *Command) verb(name string) *verb {
	for _, v := range c.verbs() {
		if v.name == name {
			return &v
		}
	}
	return nil
}

// validate is for those who write a checker.
func (c *Command) validate() error {
	if len(c.Checkers) == 0 {
		return errors.New("no checker was given to driver.Main")
	}
	seen := map[string]bool{}
	for i, a := range c.Checkers {
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
func (in *invocation) work() error {
	return session.Guard(func() error {
		if err := session.Folder(in.opts.dir); err != nil {
			return fmt.Errorf("-C: %w", err)
		}
		if in.verb.checkers != nil {
			ready, err := session.SetUp(in.opts.dir, in.analyzers...)
			in.problem(err)
			if in.analyzers = ready; len(ready) == 0 {
				return nil
			}
		}
		in.session = &session.Session{
			Checkers: in.analyzers, Same: in.command.Same, Environments: in.command.environments(), Dir: in.opts.dir,
			Progress: in.progress.show,
		}
		return in.verb.run(in)
	})
}

// path is where a file is that the user named: names are relative to -C.
func (in *invocation) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(in.opts.dir, name)
}

// problem notes an error, taken apart as far as it has a place.
func (in *invocation) problem(err error) {
	in.out.Errors = append(in.out.Errors, session.Problems(err)...)
}

// maxTold is how many errors of a replay are printed without -v: a lenient reader finds one in
// each line of a file that is no trace.
const maxTold = 20

// print writes the output and gives the exit status.
func (in *invocation) print() int {
	in.progress.clear()
	in.out.finish()
	if in.verb.rows && len(in.out.Checkers) > 1 {
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
		if in.verb.lenient && !in.opts.verbose && len(told) > maxTold {
			told = told[:maxTold]
		}
		for _, p := range told {
			fmt.Fprintln(in.stderr, p)
		}
		if n := len(in.out.Errors) - len(told); n > 0 {
			fmt.Fprintf(in.stderr, "%s more: -v tells all\n", Plural(n, "error"))
		}
		_, err = io.WriteString(in.stdout, in.text())
	}
	if err != nil {
		fmt.Fprintf(in.stderr, "the result cannot be written: %s\n", session.Cause(err))
		return 2
	}
	return in.out.Status
}

// extent is how much of what suppressions may speak of was looked at.
type extent uint8

const (
	aPart       extent = iota // what runs showed, or what errors left
	withoutTest               // all but the tests' own code
	everything
)

// mark reads what files say of findings; seen is what they may speak of.
func (in *invocation) mark(seen extent) {
	in.suppress(seen)
	in.judge(seen)
}

// suppress reads the suppressions and marks what they match; seen is what they
// could match.
func (in *invocation) suppress(seen extent) {
	if in.opts.suppress == "" {
		return
	}
	s := &suppressions{file: filepath.ToSlash(in.opts.suppress)}
	s.entries = readLines(in, "suppressions", in.opts.suppress, parseSuppression)
	for f, m := range in.out.marked() {
		if e := firstOf(s.entries, f); e != nil {
			m.Suppressed = e.why
		}
	}
	if seen != aPart {
		in.out.Errors = append(in.out.Errors, s.unused(in.narrowed(), seen == everything, in.helpers)...)
	}
}

// narrowed are the checkers that do not tell all they could: those that -checker
// leaves out, and those with a flag that is not at its default.
func (in *invocation) narrowed() []string {
	var names []string
	for _, a := range in.command.Checkers {
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
