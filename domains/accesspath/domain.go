package accesspath

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/pointer"
)

// Domain is the lattice of access paths of at most Limit fields; longer ones are
// cut, and stand for all that begin so. With a Limit of zero or less, none is cut.
// Elements are of one domain if they were made by domains of one Limit.
type Domain struct{ Limit int }

// Of is the path from root along fields.
func (d Domain) Of(root pointer.Var, fields ...pointer.Field) Path {
	return d.cut(Path{exact, root, slices.Clone(fields)})
}

// From is every path that begins with root and fields.
func (d Domain) From(root pointer.Var, fields ...pointer.Field) Path {
	return d.cut(Path{open, root, slices.Clone(fields)})
}

func (d Domain) cut(p Path) Path {
	if d.Limit > 0 && len(p.fields) > d.Limit {
		return Path{open, p.root, p.fields[:d.Limit]}
	}
	return p
}

// Extend is the path that follows f from where p leads.
func (d Domain) Extend(p Path, f pointer.Field) Path {
	if p.form != exact {
		return p
	}
	return d.cut(Path{exact, p.root, append(slices.Clip(p.fields), f)})
}

// Rebase is p with onto in place of root, if p begins with root. If root is a
// parameter of a callee and onto the argument, it gives the name that the
// caller has for what the callee calls p. Of all paths from everywhere it makes
// the same.
func (d Domain) Rebase(p Path, root pointer.Var, onto Path) Path {
	switch {
	case p.form == none || p.form == all || p.root != root:
		return p
	case onto.form != exact:
		return onto
	}
	return d.cut(Path{p.form, onto.root, slices.Concat(onto.fields, p.fields)})
}

// Bottom returns no path.
func (d Domain) Bottom() Path { return Path{} }

// Top returns all paths.
func (d Domain) Top() Path { return Path{form: all} }

// Leq reports whether b describes all paths that a does.
func (d Domain) Leq(a, b Path) bool { return leq(a, b) }

func leq(a, b Path) bool {
	switch {
	case a.form == none || b.form == all:
		return true
	case a.form == all || b.form == none || a.root != b.root:
		return false
	case b.form == exact:
		return a.form == exact && slices.Equal(a.fields, b.fields)
	}
	return len(b.fields) <= len(a.fields) && slices.Equal(a.fields[:len(b.fields)], b.fields)
}

// Equal reports whether a and b describe the same paths.
func (d Domain) Equal(a, b Path) bool {
	return a.form == b.form && a.root == b.root && slices.Equal(a.fields, b.fields)
}

// Join is a or b if it describes both, or else all paths that begin as both do.
func (d Domain) Join(a, b Path) Path {
	switch {
	case leq(a, b):
		return b
	case leq(b, a):
		return a
	case a.form == all || a.root != b.root:
		return d.Top()
	}
	n := 0
	for n < len(a.fields) && n < len(b.fields) && a.fields[n] == b.fields[n] {
		n++
	}
	return Path{open, a.root, a.fields[:n]}
}

// Meet is the smaller of a and b where one describes all that the other does.
// It is bottom where they have nothing in common. There is no third case.
func (d Domain) Meet(a, b Path) Path {
	switch {
	case leq(a, b):
		return a
	case leq(b, a):
		return b
	}
	return d.Bottom()
}

// Narrow is next where that is one path or where nothing was known before. It does
// not take a longer beginning for a shorter one: without a Limit that could go on
// for ever.
func (d Domain) Narrow(old, next Path) Path {
	if old.form == all || next.form == exact || next.form == none {
		return d.Meet(old, next)
	}
	return old
}
