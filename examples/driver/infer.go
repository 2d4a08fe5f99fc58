package driver

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/examples/atomicsets"
	"github.com/seed38182bad/parallax/examples/atomicsets/annotate"
)

// inferring is the name of the verb for what atomicsets infers.
const inferring = "infer"

func infers(analyzers []*dataflow.Analyzer) bool {
	return slices.ContainsFunc(analyzers, func(a *dataflow.Analyzer) bool { return a != nil && a.Name == atomicsets.Name })
}

// Inferred is what infer has to say of a program.
type Inferred struct {
	Of string `json:"of"` // the patterns, or the file
	// On is what it rests on. If that is both sides, each part says which of them infer it.
	On []atomicsets.Side `json:"on"`
	atomicsets.Inference
}

// infer is the verb that infers atomic sets.
func (in *invocation) infer() error {
	o := in.opts
	if err := in.wantForm(); err != nil {
		return err
	}
	runs := o.test || o.main
	static := o.static || !runs
	cfg := in.runConfig(o.test)
	if o.runs < 0 {
		return fmt.Errorf("infer: -runs %d: it is a number of runs, or 0", o.runs)
	}
	cfg.Stdout = in.stderr
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
	for _, t := range in.load(in.args, o.test, runs) {
		var sides side
		var paths, seen atomicsets.Inference
		x := Inferred{Of: t.name}
		if static {
			sides |= staticSide
			x.On = append(x.On, atomicsets.Paths)
			paths = atomicsets.Inferred(in.static(t))
		}
		if runs {
			sides |= dynamicSide
			x.On = append(x.On, atomicsets.Runs)
			watched, err := in.dynamic(t, cfg)
			if err != nil {
				in.problem(err)
				continue
			}
			seen = atomicsets.Inferred(watched.findings())
			in.silent(watched)
		}
		in.assume(t, sides)
		switch {
		case static && runs:
			x.Inference = atomicsets.Beside(paths, seen)
		case static:
			x.Inference = paths
		default:
			x.Inference = seen
		}
		in.out.Inferred = append(in.out.Inferred, x)
		if o.as == "go" || o.as == "patch" {
			if err := in.render(t, x); err != nil {
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
		if strings.HasSuffix(p, ".plx") && (o.as == "go" || o.as == "patch") {
			return fmt.Errorf("infer: %s has no declarations that can be written to: -as %s is for Go packages", p, o.as)
		}
	}
	return nil
}

// render writes what is inferred into the source of Go packages.
func (in *invocation) render(t *target, x Inferred) error {
	src, err := annotate.Load(in.ctx, in.opts.dir, in.opts.tags, x.Inference)
	if err != nil {
		return err
	}
	head := []string{"Inferred " + x.restsOn(len(in.out.Runs)) + " of " + t.name + ": " + countInferred([]Inferred{x}) + "."}
	if in.opts.as == "go" {
		text, err := src.Structs()
		in.rendered = prefix("// ", head) + "\n" + text
		return err
	}
	patch, leftOut, err := src.Patch()
	if len(leftOut) > 0 {
		head = append(append(head, "Not annotated:"), leftOut...)
	}
	in.rendered = prefix("# ", head) + patch
	return err
}

func prefix(sign string, lines []string) string {
	return sign + strings.Join(lines, "\n"+sign) + "\n"
}

// restsOn says what a result rests on.
func (x *Inferred) restsOn(runs int) string {
	switch {
	case len(x.On) == 2:
		return "over all paths and from " + plural(runs, "run")
	case x.On[0] == atomicsets.Runs:
		return "from " + plural(runs, "run")
	}
	return "over all paths"
}

// countInferred says how much is inferred, and how much of it by one side alone, if both were asked.
func countInferred(list []Inferred) string {
	var sets, aliases, units int
	alone, both := map[atomicsets.Side]int{}, false
	count := func(sides []atomicsets.Side) {
		if len(sides) == 1 {
			alone[sides[0]]++
		}
	}
	for _, x := range list {
		both = both || len(x.On) == 2
		sets, aliases, units = sets+len(x.Sets), aliases+len(x.Aliases), units+len(x.Units)
		for _, s := range x.Sets {
			count(s.Sides)
		}
		for _, a := range x.Aliases {
			count(a.Sides)
		}
		for _, u := range x.Units {
			count(u.Sides)
		}
	}
	text := fmt.Sprintf("%s, %s, %s", plural(sets, "set"), plural(aliases, "alias"), plural(units, "unit")+" of work for parameters")
	if both {
		text += fmt.Sprintf(" (of all these %d on paths only, %d in runs only)", alone[atomicsets.Paths], alone[atomicsets.Runs])
	}
	return text
}

// inferences writes what is inferred as a list.
func (in *invocation) inferences(b *strings.Builder, s style) {
	for _, x := range in.out.Inferred {
		side := func(sides []atomicsets.Side) string {
			if len(sides) == 1 {
				return " " + s.paint(yellow, "("+string(sides[0])+" only)")
			}
			return ""
		}
		names := func(list []string) string {
			short := make([]string, len(list))
			for i, n := range list {
				short[i] = in.names.Short(n)
			}
			return strings.Join(short, ", ")
		}
		fmt.Fprintf(b, "%s\n", s.paint(bold, "Inferred "+x.restsOn(len(in.out.Runs))+" of "+x.Of))
		for _, set := range x.Sets {
			under := ""
			if set.Lock != "" {
				under = " under " + set.Lock
			}
			fmt.Fprintf(b, "  atomic set %s%s%s\n", in.braced(set.Class, set.Fields), under, side(set.Sides))
			if len(set.Units) > 0 {
				fmt.Fprintf(b, "      %s\n", s.paint(dim, s.wrap("by "+names(set.Units), "      ", 6)))
			}
		}
		for _, a := range x.Aliases {
			choice := ""
			if a.Choice {
				choice = "; or with another set of that type: choose, or merge them"
			}
			fmt.Fprintf(b, "  the set of %s.%s is one with %s%s%s\n", in.names.Short(a.Class), a.Field, in.braced(a.To, a.Set), choice, side(a.Sides))
		}
		for _, u := range x.Units {
			fmt.Fprintf(b, "  %s is a unit of work for %s of %s%s\n", in.names.Short(u.Func), in.braced(u.Class, u.Set), u.Param, side(u.Sides))
		}
		b.WriteByte('\n')
	}
}

func (in *invocation) braced(class string, fields []string) string {
	return in.names.Short(class) + " {" + strings.Join(fields, ", ") + "}"
}
