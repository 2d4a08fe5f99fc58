package reduced

import (
	"encoding/json"
	"fmt"

	"github.com/seed38182bad/parallax/lattice"
)

// Rounds is how often a reduction is applied at most. One that still changes
// something then is taken to be done.
const Rounds = 100

// Value is an element of Domain. It never changes. The zero Value is bottom.
type Value[E any] struct {
	form  E // reduced; nothing if not some
	some  bool
	wider *E // what widening produced, if form was reduced from it
}

// String returns ⊥, or what the reduced form prints.
func (v Value[E]) String() string {
	if !v.some {
		return "⊥"
	}
	return fmt.Sprint(v.form)
}

// MarshalJSON returns null for bottom, and otherwise the JSON of the reduced form.
func (v Value[E]) MarshalJSON() ([]byte, error) {
	if !v.some {
		return []byte("null"), nil
	}
	return json.Marshal(v.form)
}

// Domain is the lattice of those elements of another one that a reduction leaves
// alone.
type Domain[E any] struct {
	of          lattice.Lattice[E]
	ops         lattice.Operators[E]
	reduce      func(E) E
	bottom, top E
}

// New returns the elements of a lattice that are reduced. The reduction must be as
// the package comment says; it never changes its argument.
func New[E any](of lattice.Lattice[E], reduce func(E) E) Domain[E] {
	d := Domain[E]{of: of, ops: lattice.OperatorsOf(of), reduce: reduce}
	d.bottom = d.reduced(of.Bottom())
	d.top = d.reduced(of.Top())
	return d
}

// reduced applies the reduction until nothing changes. What it made larger is cut
// back.
func (d Domain[E]) reduced(e E) E {
	for range Rounds {
		r := d.reduce(e)
		if !d.of.Leq(r, e) {
			r = d.of.Meet(r, e)
		}
		if d.of.Equal(r, e) {
			break
		}
		e = r
	}
	return e
}

// Of returns the element that e is reduced to.
func (d Domain[E]) Of(e E) Value[E] { return d.value(d.reduced(e)) }

func (d Domain[E]) value(form E) Value[E] {
	if d.of.Equal(form, d.bottom) {
		return Value[E]{}
	}
	return Value[E]{form: form, some: true}
}

// Get returns the reduced form of v.
func (d Domain[E]) Get(v Value[E]) E {
	if !v.some {
		return d.bottom
	}
	return v.form
}

// Map applies a transfer function of the underlying lattice and reduces the
// result. It is monotone and sound if f is. Bottom stays bottom.
func (d Domain[E]) Map(v Value[E], f func(E) E) Value[E] {
	if !v.some {
		return v
	}
	return d.Of(f(v.form))
}

// Bottom returns the least element.
func (d Domain[E]) Bottom() Value[E] { return Value[E]{} }

// Top returns the greatest element.
func (d Domain[E]) Top() Value[E] { return d.value(d.top) }

// Leq compares the reduced forms.
func (d Domain[E]) Leq(a, b Value[E]) bool {
	return !a.some || b.some && d.of.Leq(a.form, b.form)
}

// Equal compares the reduced forms.
func (d Domain[E]) Equal(a, b Value[E]) bool {
	return a.some == b.some && (!a.some || d.of.Equal(a.form, b.form))
}

// Join joins the reduced forms.
func (d Domain[E]) Join(a, b Value[E]) Value[E] {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (d Domain[E]) Merge(a, b Value[E]) (Value[E], lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	return d.Of(d.of.Join(a.form, b.form)), lattice.Neither
}

// Meet meets the reduced forms and reduces the result.
func (d Domain[E]) Meet(a, b Value[E]) Value[E] {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	return d.Of(d.of.Meet(a.form, b.form))
}
