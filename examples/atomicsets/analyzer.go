package atomicsets

import (
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// Name is the name of the analyzer.
const Name = "atomicsets"

// The kinds of findings.
const (
	KindSet   = "atomic-set"
	KindAlias = "alias"
	KindUnit  = "unit-of-work"
)

// Analyzer makes the analyzer "atomicsets".
func Analyzer() *dataflow.Analyzer {
	a := dataflow.NewAnalyzer(Name,
		"infers which fields of a type are meant to be accessed as one, and says so", algorithm)
	a.OnDemand = true
	a.Informs = true
	a.Everywhere = true
	return a
}

// Finish reports what is inferred.
func (c *checker) Finish(prog envs.Program, report func(envs.Point, envs.Report)) {
	c.kept.add(c.notes)
	c.notes = newNotes()
	r := c.kept.infer(prog)
	for _, s := range r.Sets {
		m := strings.Join(s.Fields, ", ") + " of " + s.Class + " are accessed as one"
		if len(s.Fields) == 1 {
			m = s.Fields[0] + " of " + s.Class + " is accessed as one by each function"
		}
		items := append([]string{"type " + s.Class}, prefixed("field ", s.Fields)...)
		if s.Lock != "" {
			m += ", under " + s.Lock
			items = append(items, "lock "+s.Lock)
		}
		report(s.at, envs.Report{Kind: KindSet, Subject: s.String(), Message: m,
			Items: append(items, prefixed("unit ", s.Units)...)})
	}
	for _, a := range r.Aliases {
		m := "the set of " + a.Field + " in " + a.Class + " is one with " + braced(a.To, a.Set)
		items := []string{"type " + a.Class, "field " + a.Field, "to " + a.To}
		if a.Choice {
			m += ", or with another one of that type: choose"
			items = append(items, "choice yours")
		}
		report(a.at, envs.Report{
			Kind: KindAlias, Subject: a.Class + "." + a.Field + " to " + braced(a.To, a.Set),
			Message: m, Items: append(items, prefixed("set ", a.Set)...),
		})
	}
	for _, u := range r.Units {
		report(u.at, envs.Report{
			Kind: KindUnit, Subject: u.Func + " for " + u.Param + ", " + braced(u.Class, u.Set),
			Message: u.Func + " is a unit of work for " + braced(u.Class, u.Set) + " of its parameter " + u.Param,
			Items:   append([]string{"func " + u.Func, "param " + u.Param, "type " + u.Class}, prefixed("set ", u.Set)...),
		})
	}
}

func braced(class string, fields []string) string {
	return class + " {" + strings.Join(fields, ", ") + "}"
}

func prefixed(word string, names []string) (list []string) {
	for _, n := range names {
		list = append(list, word+n)
	}
	return list
}
