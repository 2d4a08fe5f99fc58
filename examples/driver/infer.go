package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/examples/session"
)

// Inferring is what the verb infer does: it makes more of what a checker tells that only informs.
type Inferring struct {
	// Checker is the name of that checker.
	Checker string
	// Short and Doc say what is inferred, for help.
	Short, Doc string
	// Infer makes an inference of what was found over all paths, in runs, or from both sides. The one that was not
	// looked at is nil. Of are the patterns, or the file.
	Infer func(of string, paths, runs *session.Result) Inference
	// Count says how much was inferred.
	Count func([]Inference) string
}

// An Inference is what was inferred of a program. JSON has it as it is.
type Inference interface {
	// List gives lines for people; short shortens a name.
	List(short func(name string) string) []Item
	// Write writes it into the source of Go packages: in the form "go", declarations with comments, or "patch". The notes
	// are lines on what could not be written.
	Write(ctx context.Context, dir, tags, form string) (notes []string, text string, err error)
}

// An Item is a line of a list.
type Item struct {
	Text string
	Side string // the only one that infers it, if both were asked
	More string // that stands below it
}

// verb is the one that infers.
func (x *Inferring) verb() verb {
	return verb{
		name: "infer",
		args: "[flags] patterns | -test [flags] patterns [test flags] [-- test flags] | " +
			"-run [flags] patterns [arguments]",
		short: x.Short, doc: x.Doc,
		flags: groups(func(f *flag.FlagSet, o *options) {
			f.BoolVar(&o.json, "json", false, "short for -as json")
			f.BoolVar(&o.verbose, "v", false, "print also what the list rests on")
			f.StringVar(&o.as, "as", "list", "the `form` of the result: list, go, patch or json")
			f.BoolVar(&o.static, "static", false, "look at all paths; the default without -test and -run")
			f.BoolVar(&o.test, "test", false, "run the tests of the packages")
			f.BoolVar(&o.main, "run", false, "run the one main package; patterns and arguments are as in run")
		}, loading, running(100)),
		run: (*invocation).infer, body: (*invocation).inferences,
		count: func(in *invocation) string { return x.Count(in.out.Inferred) },
		checkers: func(all []*dataflow.Analyzer) []*dataflow.Analyzer {
			return slices.DeleteFunc(slices.Clone(all), func(a *dataflow.Analyzer) bool { return a.Name != x.Checker })
		},
		tests: wantsTests, arguments: wantsMain, noMain: "infer -test", noTests: "infer -run",
	}
}

// infer is the verb that infers.
func (in *invocation) infer() error {
	o := in.opts
	if err := in.wantForm(); err != nil {
		return err
	}
	runs := o.test || o.main
	static := o.static || !runs
	cfg := in.runConfig()
	cfg.Stdout = in.stderr
	if o.runs < 0 {
		return fmt.Errorf("infer: -runs %d: it is a number of runs, or 0", o.runs)
	}
	if !runs && in.rest != nil {
		return errors.New("infer: what stands behind -- is for -test, or -run")
	}
	want := in.wantPatterns
	if runs {
		want = func() error { return in.wantRunnable(&cfg) }
	}
	if err := want(); err != nil {
		return err
	}
	var sides session.Sides
	if static {
		sides |= session.Paths
	}
	if runs {
		sides |= session.Runs
	}
	for _, p := range in.open(o.test, runs) {
		var paths, seen *session.Result
		if static {
			paths = in.paths(p)
		}
		if runs {
			if seen = in.runs(p, cfg); seen == nil {
				continue
			}
		}
		in.assume(p, sides, cfg)
		x := in.command.Inferring.Infer(p.Name, paths, seen)
		in.out.Inferred = append(in.out.Inferred, x)
		in.restsOn = append(in.restsOn, restsOn(sides, len(in.out.Runs))+" of "+p.Name)
		if o.as == "go" || o.as == "patch" {
			if err := in.render(x); err != nil {
				return err
			}
		}
	}
	return nil
}

// wantForm settles the form of the result.
func (in *invocation) wantForm() error {
	o := in.opts
	if o.test && o.main {
		return errors.New("infer: -test and -run exclude each other: run the tests, or the main package")
	}
	if o.json && o.as == "list" {
		o.as = "json"
	}
	o.json = o.json || o.as == "json"
	if !slices.Contains([]string{"list", "go", "patch", "json"}, o.as) {
		return fmt.Errorf("infer: -as %s: want list, go, patch or json", o.as)
	}
	if o.json && o.as != "json" {
		return fmt.Errorf("infer: -json is short for -as json, not for -as %s", o.as)
	}
	for _, p := range in.args {
		if in.session.IsFile(p) && (o.as == "go" || o.as == "patch") {
			return fmt.Errorf("infer: %s has no declarations that can be written to: -as %s is for Go packages", p, o.as)
		}
	}
	return nil
}

// render writes what is inferred into the source of Go packages, which are the last program.
func (in *invocation) render(x Inference) error {
	notes, text, err := x.Write(in.ctx, in.opts.dir, in.opts.tags, in.opts.as)
	if err != nil {
		return err
	}
	count := in.command.Inferring.Count([]Inference{x})
	head := append([]string{"Inferred " + in.restsOn[len(in.restsOn)-1] + ": " + count + "."}, notes...)
	if in.opts.as == "go" {
		in.rendered = prefix("// ", head) + "\n" + text
	} else {
		in.rendered = prefix("# ", head) + text
	}
	return nil
}

func prefix(sign string, lines []string) string {
	return sign + strings.Join(lines, "\n"+sign) + "\n"
}

// restsOn says what a result rests on.
func restsOn(s session.Sides, runs int) string {
	switch s {
	case session.Paths:
		return "over all paths"
	case session.Runs:
		return "from " + Plural(runs, "run")
	}
	return "over all paths and from " + Plural(runs, "run")
}

// inferences writes what is inferred.
func (in *invocation) inferences(b *strings.Builder, s style) {
	for i, x := range in.out.Inferred {
		fmt.Fprintf(b, "%s\n", s.paint(bold, "Inferred "+in.restsOn[i]))
		for _, item := range x.List(in.names.Short) {
			side := ""
			if item.Side != "" {
				side = " " + s.paint(yellow, "("+item.Side+" only)")
			}
			fmt.Fprintf(b, "  %s%s\n", item.Text, side)
			if item.More != "" {
				fmt.Fprintf(b, "      %s\n", s.paint(dim, s.wrap(item.More, "      ", 6)))
			}
		}
		b.WriteByte('\n')
	}
}
