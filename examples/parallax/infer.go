package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/examples/atomicsets"
	"github.com/seed38182bad/parallax/examples/atomicsets/annotate"
	"github.com/seed38182bad/parallax/examples/driver"
	"github.com/seed38182bad/parallax/examples/session"
)

// inferring is the verb infer, for atomic sets.
func inferring() *driver.Inferring {
	return &driver.Inferring{
		Checker: atomicsets.Name,
		Short:   "infer what is accessed as one, and write it into the source",
		Doc: "Which fields of a type are an atomic set, under which lock, and which functions are\n" +
			"units of work for it. That rests on all paths, or with -test or -run on runs: what\n" +
			"several runs show adds up. With -static too it rests on both, and it is said what one side\n" +
			"alone infers. The result is a list; or Go, struct declarations with comments; or a patch\n" +
			"that annotates fields with their lock (+checklocks), for git apply in the folder; or JSON.",
		Infer: infer,
		Count: count,
	}
}

// inferred is what infer has to say of a program.
type inferred struct {
	Of string `json:"of"` // the patterns, or the file
	// On is what it rests on. If that is both sides, each part says which of them infer it.
	On []atomicsets.Side `json:"on"`
	atomicsets.Inference
}

func infer(of string, paths, runs *session.Result) driver.Inference {
	x := &inferred{Of: of}
	var over, in atomicsets.Inference
	if paths != nil {
		x.On = append(x.On, atomicsets.Paths)
		over = atomicsets.Inferred(paths.Findings)
		x.Inference = over
	}
	if runs != nil {
		x.On = append(x.On, atomicsets.Runs)
		in = atomicsets.Inferred(runs.Findings)
		x.Inference = in
	}
	if len(x.On) == 2 {
		x.Inference = atomicsets.Beside(over, in)
	}
	return x
}

// List gives lines for people.
func (x *inferred) List(short func(string) string) []driver.Item {
	braced := func(class string, fields []string) string {
		return short(class) + " {" + strings.Join(fields, ", ") + "}"
	}
	side := func(sides []atomicsets.Side) string {
		if len(sides) != 1 {
			return ""
		}
		return string(sides[0])
	}
	var items []driver.Item
	for _, set := range x.Sets {
		i := driver.Item{Text: "atomic set " + braced(set.Class, set.Fields), Side: side(set.Sides)}
		if set.Lock != "" {
			i.Text += " under " + set.Lock
		}
		for n, name := range set.Units {
			i.More += [...]string{"by ", ", "}[min(n, 1)] + short(name)
		}
		items = append(items, i)
	}
	for _, a := range x.Aliases {
		text := fmt.Sprintf("the set of %s.%s is one with %s", short(a.Class), a.Field, braced(a.To, a.Set))
		if a.Choice {
			text += "; or with another set of that type: choose, or merge them"
		}
		items = append(items, driver.Item{Text: text, Side: side(a.Sides)})
	}
	for _, u := range x.Units {
		text := fmt.Sprintf("%s is a unit of work for %s of %s", short(u.Func), braced(u.Class, u.Set), u.Param)
		items = append(items, driver.Item{Text: text, Side: side(u.Sides)})
	}
	return items
}

// Write writes it into the source of Go packages.
func (x *inferred) Write(ctx context.Context, dir, tags, form string) (notes []string, text string, err error) {
	src, err := annotate.Load(ctx, dir, tags, x.Inference)
	if err != nil {
		return nil, "", err
	}
	if form == "go" {
		text, err = src.Structs()
		return nil, text, err
	}
	text, leftOut, err := src.Patch()
	if len(leftOut) > 0 {
		notes = append([]string{"Not annotated:"}, leftOut...)
	}
	return notes, text, err
}

// count says how much is inferred, and how much of it by one side alone, if both were asked.
func count(list []driver.Inference) string {
	var sets, aliases, units int
	alone, both := map[atomicsets.Side]int{}, false
	add := func(sides []atomicsets.Side) {
		if len(sides) == 1 {
			alone[sides[0]]++
		}
	}
	for _, l := range list {
		x := l.(*inferred)
		both = both || len(x.On) == 2
		sets, aliases, units = sets+len(x.Sets), aliases+len(x.Aliases), units+len(x.Units)
		for _, s := range x.Sets {
			add(s.Sides)
		}
		for _, a := range x.Aliases {
			add(a.Sides)
		}
		for _, u := range x.Units {
			add(u.Sides)
		}
	}
	text := fmt.Sprintf("%s, %s, %s of work for parameters",
		driver.Plural(sets, "set"), driver.Plural(aliases, "alias"), driver.Plural(units, "unit"))
	if both {
		only := " (of all these %d on paths only, %d in runs only)"
		text += fmt.Sprintf(only, alone[atomicsets.Paths], alone[atomicsets.Runs])
	}
	return text
}
