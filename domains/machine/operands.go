package machine

// Operands brings a and b to kinds for which op is defined, as a domain may do first in
// Binary. If ok, x and y are a and b, but for a top that has become All of the only
// kind that fits. This is the kind of the other operand, or Uint64 for the count of a
// shift, since larger counts than those of any kind do the same. Otherwise result is
// what a op b gives. It is bottom if an operand is, or if they are of kinds that no
// program combines. It is top if the kind of the result is not known, or op is none.
func Operands[E any](d Domain[E], op Op, a, b E) (x, y, result E, ok bool) {
	if op.IsShift() {
		return shiftOperands(d, a, b)
	}
	if op >= NumOps && !d.Equal(a, d.Bottom()) && !d.Equal(b, d.Bottom()) {
		return a, b, d.Top(), false
	}
	x, y, ok = Comparands(d, a, b)
	if ok {
		return x, y, result, true
	}
	return x, y, d.Join(x, y), false
}

func shiftOperands[E any](d Domain[E], a, count E) (x, y, result E, ok bool) {
	bottom := d.Bottom()
	switch {
	case d.Equal(a, bottom) || d.Equal(count, bottom):
		return a, count, bottom, false
	case !d.Kind(a).Valid():
		return a, count, d.Top(), false
	case !d.Kind(count).Valid():
		count = d.All(Uint64)
	}
	return a, count, result, true
}

// Comparands brings a and b to one kind, as a domain may do first in Test. If ok,
// x and y are a and b, but for a top that has become All of the other's kind.
// Otherwise they are the result of any test: both bottom if an operand is, or if they
// are of different kinds, and both top if both are.
func Comparands[E any](d Domain[E], a, b E) (x, y E, ok bool) {
	bottom := d.Bottom()
	if d.Equal(a, bottom) || d.Equal(b, bottom) {
		return bottom, bottom, false
	}
	switch j, k := d.Kind(a), d.Kind(b); {
	case !j.Valid() && !k.Valid():
		return a, b, false
	case !j.Valid():
		return d.All(k), b, true
	case !k.Valid():
		return a, d.All(j), true
	case j != k:
		return bottom, bottom, false
	}
	return a, b, true
}
