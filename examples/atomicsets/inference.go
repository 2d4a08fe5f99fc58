package atomicsets

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// A Side is what an inference rests on.
type Side string

// The sides.
const (
	Paths Side = "paths" // all paths of the program
	Runs  Side = "runs"
)

// A Set is an atomic set of a type.
type Set struct {
	Class  string   `json:"type"`
	Fields []string `json:"fields"` // ascending
	// Lock is the field of the type in which the lock lies that protects all of them; empty if
	// there is none, or more than one.
	Lock string `json:"lock,omitempty"`
	// Units are the functions that access two of the fields or more atomically, or its only one.
	Units []string `json:"units"`
	// Sides are those from which it is inferred, if several were asked; see Beside.
	Sides []Side `json:"sides,omitempty"`

	at envs.Point
}

// An Alias says that a field leads to an object of which a set is meant to be one with that of
// the field.
type Alias struct {
	Class string   `json:"type"`
	Field string   `json:"field"`
	To    string   `json:"to"`  // the type of the object
	Set   []string `json:"set"` // the fields of the set
	// Choice says that there are aliases of the field to other sets of To, too. One of them at most can be
	// meant; which one, or whether the sets are one, is for the reader to say.
	Choice bool   `json:"choice,omitempty"`
	Sides  []Side `json:"sides,omitempty"`

	at envs.Point
}

// A Unit says that a function is a unit of work for a set of a parameter that is not its receiver.
type Unit struct {
	Func  string   `json:"func"`
	Param string   `json:"param"`
	Class string   `json:"type"`
	Set   []string `json:"set"`
	Sides []Side   `json:"sides,omitempty"`

	at envs.Point
}

// An Inference is all that is inferred of a program, sorted by names.
type Inference struct {
	Sets    []Set   `json:"sets"`
	Aliases []Alias `json:"aliases"`
	Units   []Unit  `json:"units"`
}

// String is the set as findings write it.
func (s Set) String() string { return braced(s.Class, s.Fields) }

func (s Set) compare(o Set) int {
	return cmp.Or(strings.Compare(s.Class, o.Class), slices.Compare(s.Fields, o.Fields))
}

func (a Alias) compare(o Alias) int {
	return cmp.Or(strings.Compare(a.Class, o.Class), strings.Compare(a.Field, o.Field), strings.Compare(a.To, o.To),
		slices.Compare(a.Set, o.Set))
}

func (u Unit) compare(o Unit) int {
	return cmp.Or(strings.Compare(u.Func, o.Func), strings.Compare(u.Param, o.Param), strings.Compare(u.Class, o.Class),
		slices.Compare(u.Set, o.Set))
}

// sort brings an inference into order.
func (r *Inference) sort() {
	slices.SortFunc(r.Sets, Set.compare)
	slices.SortFunc(r.Aliases, Alias.compare)
	slices.SortFunc(r.Units, Unit.compare)
}

// Beside lays what all paths and what runs have shown side by side: each set, alias and unit of work once,
// with the sides that infer it. The lock of a set from both sides is one that both name, and its
// units are those of either.
func Beside(paths, runs Inference) Inference {
	var r Inference
	for _, side := range []Side{Paths, Runs} {
		from := paths
		if side == Runs {
			from = runs
		}
		for _, s := range from.Sets {
			if i := slices.IndexFunc(r.Sets, func(o Set) bool { return s.compare(o) == 0 }); i >= 0 {
				o := &r.Sets[i]
				o.Sides = append(o.Sides, side)
				if o.Lock != s.Lock {
					o.Lock = ""
				}
				o.Units = slices.Concat(o.Units, s.Units)
				slices.Sort(o.Units)
				o.Units = slices.Compact(o.Units)
				continue
			}
			s.Sides = []Side{side}
			r.Sets = append(r.Sets, s)
		}
		for _, a := range from.Aliases {
			if i := slices.IndexFunc(r.Aliases, func(o Alias) bool { return a.compare(o) == 0 }); i >= 0 {
				r.Aliases[i].Sides = append(r.Aliases[i].Sides, side)
				r.Aliases[i].Choice = r.Aliases[i].Choice || a.Choice
				continue
			}
			a.Sides = []Side{side}
			r.Aliases = append(r.Aliases, a)
		}
		for _, u := range from.Units {
			if i := slices.IndexFunc(r.Units, func(o Unit) bool { return u.compare(o) == 0 }); i >= 0 {
				r.Units[i].Sides = append(r.Units[i].Sides, side)
				continue
			}
			u.Sides = []Side{side}
			r.Units = append(r.Units, u)
		}
	}
	r.sort()
	return r
}

// Inferred is the inference that findings of the checker tell of.
func Inferred(findings []envs.Finding) Inference {
	r := Inference{Sets: []Set{}, Aliases: []Alias{}, Units: []Unit{}}
	for _, f := range findings {
		parts := map[string][]string{}
		for _, item := range f.Items {
			word, name, _ := strings.Cut(item, " ")
			parts[word] = append(parts[word], name)
		}
		one := func(word string) string { return strings.Join(parts[word], " ") }
		switch f.Kind {
		case KindSet:
			r.Sets = append(r.Sets, Set{Class: one("type"), Fields: parts["field"], Lock: one("lock"),
				Units: append([]string{}, parts["unit"]...)})
		case KindAlias:
			r.Aliases = append(r.Aliases, Alias{Class: one("type"), Field: one("field"), To: one("to"), Set: parts["set"],
				Choice: parts["choice"] != nil})
		case KindUnit:
			r.Units = append(r.Units, Unit{Func: one("func"), Param: one("param"), Class: one("type"), Set: parts["set"]})
		}
	}
	r.sort()
	return r
}
