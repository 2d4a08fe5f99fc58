package text

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
)

// A Text is a set of strings: a finite one, or all those of a shape. It never
// changes. The zero Text is bottom: no string.
type Text struct {
	strings []string // ascending, without repeats; of a finite set
	shape   shape
	shaped  bool
}

// around is the set of these strings if there are at most limit, and otherwise the
// smallest shape around them. It owns the slice.
func around(xs []string, limit int) Text {
	slices.Sort(xs)
	xs = slices.Compact(xs)
	switch {
	case len(xs) == 0:
		return Text{}
	case len(xs) <= limit:
		return Text{strings: xs}
	}
	return Text{shape: hullOf(xs), shaped: true}
}

func hullOf(xs []string) shape {
	s := of(xs[0])
	for _, x := range xs[1:] {
		s = hull(s, of(x))
	}
	return s
}

// hull is the smallest shape around t, which is not bottom.
func (t Text) hull() shape {
	if t.shaped {
		return t.shape
	}
	return hullOf(t.strings)
}

// IsBottom reports whether t describes no string.
func (t Text) IsBottom() bool { return !t.shaped && len(t.strings) == 0 }

// IsTop reports whether t describes all strings.
func (t Text) IsTop() bool { return t.shaped && t.shape == anything }

// Contains reports whether t describes x.
func (t Text) Contains(x string) bool {
	if t.shaped {
		return t.shape.contains(x)
	}
	_, found := slices.BinarySearch(t.strings, x)
	return found
}

// Value is the one string that t describes, if it is one.
func (t Text) Value() (string, bool) {
	if len(t.strings) == 1 {
		return t.strings[0], true
	}
	return "", false
}

// Strings yields what t describes in ascending order, and ok is false if that is
// not a finite set.
func (t Text) Strings() (all iter.Seq[string], ok bool) {
	return slices.Values(t.strings), !t.shaped
}

// Prefix is the longest prefix that all described strings have; empty for bottom.
func (t Text) Prefix() string {
	if t.IsBottom() {
		return ""
	}
	return t.hull().prefix
}

// Suffix is the longest suffix that all described strings have; empty for bottom.
func (t Text) Suffix() string {
	if t.IsBottom() {
		return ""
	}
	return t.hull().suffix
}

// Len covers the lengths of the described strings, as values of type int.
func (t Text) Len() interval.Interval {
	if t.IsBottom() {
		return interval.Interval{}
	}
	s := t.hull()
	i, _ := interval.Between(machine.Int.Of(s.lo), machine.Int.Of(s.hi)) // lo ≤ hi
	return i
}

// String is a finite set in braces, or a shape such as
//
//	"/tmp/"…".log" length [9, ∞)
//
// without the length if any that the rest allows will do.
func (t Text) String() string {
	switch {
	case t.IsBottom():
		return "⊥"
	case t.IsTop():
		return "⊤"
	case t.shaped:
		return t.shape.String()
	}
	quoted := make([]string, len(t.strings))
	for i, x := range t.strings {
		quoted[i] = strconv.Quote(x)
	}
	return "{" + strings.Join(quoted, ", ") + "}"
}

func (s shape) String() string {
	var b strings.Builder
	if s.prefix != "" {
		b.WriteString(strconv.Quote(s.prefix))
	}
	b.WriteString("…")
	if s.suffix != "" {
		b.WriteString(strconv.Quote(s.suffix))
	}
	switch bare := (shape{s.prefix, s.suffix, 0, unbounded}).text(0); {
	case bare.shape == s:
	case s.hi == unbounded:
		fmt.Fprintf(&b, " length [%d, ∞)", s.lo)
	default:
		fmt.Fprintf(&b, " length [%d, %d]", s.lo, s.hi)
	}
	return b.String()
}

// MarshalJSON gives an object with strings, or with prefix, suffix and length.
// Strings stand in it quoted as in Go, since JSON has no bytes that are no text.
func (t Text) MarshalJSON() ([]byte, error) {
	if !t.shaped {
		quoted := []string{}
		for _, x := range t.strings {
			quoted = append(quoted, strconv.Quote(x))
		}
		return json.Marshal(map[string]any{"strings": quoted})
	}
	length := []int64{t.shape.lo}
	if t.shape.hi != unbounded {
		length = append(length, t.shape.hi)
	}
	return json.Marshal(struct {
		Prefix string  `json:"prefix"`
		Suffix string  `json:"suffix"`
		Length []int64 `json:"length"`
	}{strconv.Quote(t.shape.prefix), strconv.Quote(t.shape.suffix), length})
}
