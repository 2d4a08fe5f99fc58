package accesspath

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/pointer"
)

// A Path is one access path, or all those that begin with it. It never changes.
// The zero Path is bottom: no path.
type Path struct {
	form   form
	root   pointer.Var
	fields []pointer.Field
}

type form uint8

const (
	none form = iota
	exact
	open // all paths that begin so
	all
)

// Root is the variable at which the path begins; false for bottom and top.
func (p Path) Root() (pointer.Var, bool) { return p.root, p.form == exact || p.form == open }

// Fields yields the fields of the path in order: the known ones, if more may
// follow.
func (p Path) Fields() iter.Seq[pointer.Field] { return slices.Values(p.fields) }

// Exact reports whether p is one path and not a set of several.
func (p Path) Exact() bool { return p.form == exact }

// IsBottom reports whether p describes no path.
func (p Path) IsBottom() bool { return p.form == none }

// IsTop reports whether p describes all paths.
func (p Path) IsTop() bool { return p.form == all }

// Contains reports whether p describes the path from root along fields.
func (p Path) Contains(root pointer.Var, fields ...pointer.Field) bool {
	return leq(Path{exact, root, fields}, p)
}

// String is the path with dots, followed by … if it stands for all that begin so.
func (p Path) String() string {
	switch p.form {
	case none:
		return "⊥"
	case all:
		return "⊤"
	}
	var b strings.Builder
	b.WriteString(p.root.String())
	for _, f := range p.fields {
		b.WriteByte('.')
		b.WriteString(f.String())
	}
	if p.form == open {
		b.WriteString("…")
	}
	return b.String()
}

// MarshalJSON gives the path as String does.
func (p Path) MarshalJSON() ([]byte, error) { return json.Marshal(p.String()) }
