package driver

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// A Beside is a function, with what all checkers have to say of it. What is about more than
// one function stands with each.
type Beside struct {
	Func string        `json:"func"`
	Pos  envs.Position `json:"pos"` // the first place in it at which anything shows
	// Classes are those of the findings that show in the function, by checker; none of one
	// that is silent.
	Classes map[string][]envs.Agreement `json:"classes"`
	// Shows are the findings, by place.
	Shows []Shown `json:"shows"`
}

// Shown says where in a function a finding shows.
type Shown struct {
	Row int           `json:"row"` // its index in Output.Rows
	Pos envs.Position `json:"pos"` // the first place in the function
}

// beside lays rows side by side, but for those that are suppressed. Functions are in the
// order of their places.
func beside(rows []Row) []Beside {
	var all []Beside
	type function struct{ name, file string } // files of the textual IR have functions of one name
	at := map[function]int{}
	for i := range rows {
		r := &rows[i]
		if r.Suppressed != "" {
			continue
		}
		for _, s := range r.Places {
			fn := function{s.Func, s.Pos.File}
			n, ok := at[fn]
			if !ok {
				n = len(all)
				at[fn], all = n, append(all, Beside{Func: s.Func, Pos: s.Pos, Classes: map[string][]envs.Agreement{}})
			}
			b := &all[n]
			b.Shows = append(b.Shows, Shown{i, s.Pos})
			if s.Pos.Compare(b.Pos) < 0 {
				b.Pos = s.Pos
			}
			c := r.Finding.Checker
			if !slices.Contains(b.Classes[c], r.Class) { // rows are in the order of their classes
				b.Classes[c] = append(b.Classes[c], r.Class)
			}
		}
	}
	for _, b := range all {
		slices.SortStableFunc(b.Shows, func(x, y Shown) int { return x.Pos.Compare(y.Pos) })
	}
	slices.SortStableFunc(all, func(x, y Beside) int { return x.Pos.Compare(y.Pos) })
	return all
}

// sign stands for a class in a column.
var sign = map[envs.Agreement]string{
	envs.Shown:        "S",
	envs.Confirmed:    "C",
	envs.NotObserved:  "o",
	envs.NotExercised: "x",
	envs.NotWatched:   "?",
	envs.DynamicOnly:  "D",
}

// sideBySide writes the classes with their counts and signs, and then each function with the
// signs of all checkers that found anything, and below it what they found.
func (in *invocation) sideBySide(b *strings.Builder, s style) {
	in.classes(b, s, true)
	columns, silent := in.columns()
	if len(columns) > 0 {
		in.grid(b, s, columns)
	}
	if len(silent) > 0 && len(in.out.Errors) == 0 {
		fmt.Fprintf(b, "%s\n\n", s.wrap("Found by "+strings.Join(silent, ", ")+": nothing.", "", 0))
	}
}

// columns are the checkers that found something, and those that did not.
func (in *invocation) columns() (columns, silent []string) {
	for _, c := range in.out.Checkers {
		if slices.ContainsFunc(in.out.Beside, func(x Beside) bool { return x.Classes[c] != nil }) {
			columns = append(columns, c)
		} else {
			silent = append(silent, c)
		}
	}
	return columns, silent
}

func (in *invocation) grid(b *strings.Builder, s style, columns []string) {
	const function = "function"
	width, cells := len(function), 0
	for _, x := range in.out.Beside {
		width = max(width, utf8.RuneCountInString(in.names.Short(x.Func)))
	}
	for _, c := range columns {
		cells += 2 + len(c)
	}
	if s.width > 0 {
		width = min(width, max(16, s.width-cells))
	}
	head := pad(function, width)
	for _, c := range columns {
		head += "  " + c
	}
	fmt.Fprintf(b, "%s\n", s.paint(bold, head))
	for _, x := range in.out.Beside {
		b.WriteString(pad(clip(in.names.Short(x.Func), width), width))
		for i, c := range columns {
			text, ink := ".", dim
			if classes := x.Classes[c]; classes != nil {
				text, ink = "", classInk[classes[0]]
				for _, class := range classes {
					text += sign[class]
				}
			}
			blanks := strings.Repeat(" ", max(0, len(c)-len(text)))
			if i == len(columns)-1 {
				blanks = ""
			}
			b.WriteString("  " + s.paint(ink, text) + blanks)
		}
		b.WriteByte('\n')
		rows := in.besideRows(&x)
		for i, r := range rows {
			if slices.ContainsFunc(rows[:i], r.same) {
				continue // a finding for each of its variables, perhaps
			}
			what := r.what
			if more := slices.DeleteFunc(slices.Clone(rows[i:]), func(o besideRow) bool { return !r.same(o) }); len(more) > 1 {
				what += fmt.Sprintf(", %d findings", len(more))
			}
			head := "  " + r.pos.String() + "  "
			mark, taken := s.paint(classInk[r.class], sign[r.class]), len(head)+4+len(r.checker)
			fmt.Fprintf(b, "%s%s %s: %s\n", head, mark, r.checker, s.wrap(what, "      ", taken))
		}
	}
	b.WriteByte('\n')
}

// A besideRow is a line about a finding below a function.
type besideRow struct {
	pos     envs.Position
	class   envs.Agreement
	checker string
	what    string
}

// same reports whether two lines say the same, perhaps of different places.
func (r besideRow) same(o besideRow) bool {
	return r.class == o.class && r.checker == o.checker && r.what == o.what
}

// besideRows are the lines below a function. What a finding says stands where it is first seen.
func (in *invocation) besideRows(x *Beside) []besideRow {
	var rows []besideRow
	for _, n := range x.Shows {
		r := &in.out.Rows[n.Row]
		what, ran := in.what(r)
		first := slices.MinFunc(r.Places, func(p, q session.Place) int { return p.Pos.Compare(q.Pos) })
		if first.Func != x.Func || first.Pos.File != x.Pos.File {
			what = "as at " + from(first.Pos, n.Pos.File)
		} else {
			what = what + " (ran " + ran + ")"
		}
		rows = append(rows, besideRow{n.Pos, r.Class, r.Finding.Checker, what})
	}
	return rows
}
