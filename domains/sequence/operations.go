package sequence

import (
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
)

// Of is the literal with these elements, one after the other.
func (d *Domain[V]) Of(elems ...V) Sequence[V] {
	rest := d.values.Bottom()
	for i := d.limit; i < int64(len(elems)); i++ {
		if d.values.Equal(elems[i], d.values.Bottom()) {
			return d.Bottom()
		}
		rest = d.values.Join(rest, elems[i])
	}
	n := int64(len(elems))
	return d.build(n, n, func(i int64) V { return elems[i] }, rest)
}

// Make covers make with length n, whose elements are all zero.
func (d *Domain[V]) Make(n interval.Interval, zero V) Sequence[V] {
	lo, hi, ok := n.Int64Bounds()
	if !ok {
		return d.Bottom()
	}
	return d.build(lo, hi, func(int64) V { return zero }, zero)
}

// TestLen narrows s to the sequences with a length in n.
func (d *Domain[V]) TestLen(s Sequence[V], n interval.Interval) Sequence[V] {
	return d.Meet(s, d.Make(n, d.values.Top()))
}

// over is the join of the elements at the indices from i to j.
func (d *Domain[V]) over(s Sequence[V], i, j int64) V {
	v := d.values.Bottom()
	i, j = max(i, 0), min(j, s.hi-1)
	for n := int64(len(s.elems)); i <= j && i < n; i++ {
		v = d.values.Join(v, s.elems[i])
	}
	if i <= j {
		v = d.values.Join(v, s.rest)
	}
	return v
}

// Get covers s[i]. It is bottom if no index is in bounds.
func (d *Domain[V]) Get(s Sequence[V], i interval.Interval) V {
	lo, hi, ok := i.Int64Bounds()
	if !ok || !s.some {
		return d.values.Bottom()
	}
	return d.over(s, lo, hi)
}

// Set is s after s[i] = v. It is bottom if no index is in bounds.
func (d *Domain[V]) Set(s Sequence[V], i interval.Interval, v V) Sequence[V] {
	lo, hi, ok := i.Int64Bounds()
	lo, hi = max(lo, 0), min(hi, s.hi-1)
	if !ok || !s.some || lo > hi {
		return d.Bottom()
	}
	rest := d.rest(s)
	if hi >= d.limit {
		rest = d.values.Join(rest, v)
	}
	return d.build(max(s.lo, lo+1), s.hi, func(i int64) V {
		switch {
		case i == lo && i == hi:
			return v
		case lo <= i && i <= hi:
			return d.values.Join(s.elems[i], v)
		}
		return s.elems[i]
	}, rest)
}

// Append covers append(s, elems...).
func (d *Domain[V]) Append(s Sequence[V], elems ...V) Sequence[V] {
	return d.AppendAll(s, d.Of(elems...))
}

// AppendAll covers append(s, t...).
func (d *Domain[V]) AppendAll(s, t Sequence[V]) Sequence[V] {
	if !s.some || !t.some {
		return d.Bottom()
	}
	rest := d.rest(s)
	if plus(s.hi, t.hi) > d.limit {
		rest = d.values.Join(rest, d.over(t, max(0, d.limit-s.hi), unbounded))
	}
	return d.build(plus(s.lo, t.lo), plus(s.hi, t.hi), func(i int64) V {
		v := d.at(s, i)
		if i >= s.lo { // after n elements of s comes that of t at i-n
			v = d.values.Join(v, d.over(t, i-min(s.hi, i), i-s.lo))
		}
		return v
	}, rest)
}

// plus is the sum of two lengths, or unbounded.
func plus(a, b int64) int64 {
	if a > unbounded-b {
		return unbounded
	}
	return a + b
}

// Slice covers s[i:j] for j up to the length of s. The slice shares its elements
// with s; see the package comment.
func (d *Domain[V]) Slice(s Sequence[V], i, j interval.Interval) Sequence[V] {
	ilo, ihi, ok := i.Int64Bounds()
	jlo, jhi, okJ := j.Int64Bounds()
	if !ok || !okJ || !s.some {
		return d.Bottom()
	}
	jhi = min(jhi, s.hi)
	return d.slice(s, max(ilo, 0), min(ihi, jhi), jlo, jhi)
}

// SliceFrom covers s[i:].
func (d *Domain[V]) SliceFrom(s Sequence[V], i interval.Interval) Sequence[V] {
	lo, hi, ok := i.Int64Bounds()
	if !ok || !s.some {
		return d.Bottom()
	}
	return d.slice(s, max(lo, 0), min(hi, s.hi), s.lo, s.hi)
}

func (d *Domain[V]) slice(s Sequence[V], ilo, ihi, jlo, jhi int64) Sequence[V] {
	if ilo > ihi || jlo > jhi {
		return d.Bottom()
	}
	lo, hi := int64(0), jhi
	if jlo > ihi {
		lo = jlo - ihi
	}
	if hi != unbounded {
		hi -= ilo
	}
	return d.build(lo, hi, func(n int64) V { return d.over(s, ilo+n, plus(ihi, n)) },
		d.over(s, plus(ilo, d.limit), unbounded))
}

// Reslice covers s[i:j] for j up to the capacity of s. Nothing is known of what
// lies beyond the length.
func (d *Domain[V]) Reslice(s Sequence[V], i, j interval.Interval) Sequence[V] {
	beyond := d.Make(interval.Domain{}.Top(), d.values.Top())
	return d.Slice(d.AppendAll(s, beyond), i, j)
}

// Copy is dst after copy(dst, src): as many elements as the shorter one has are
// those of src. The two must not overlap.
func (d *Domain[V]) Copy(dst, src Sequence[V]) Sequence[V] {
	if !dst.some || !src.some {
		return d.Bottom()
	}
	rest := d.rest(dst)
	if src.hi > d.limit && dst.hi > d.limit {
		rest = d.values.Join(rest, src.rest)
	}
	return d.build(dst.lo, dst.hi, func(i int64) V {
		if i < src.lo {
			return d.at(src, i)
		}
		return d.values.Join(d.at(dst, i), d.at(src, i))
	}, rest)
}

// Range covers the indices and the elements that a range over s goes through: both
// bottom if it goes through none.
func (d *Domain[V]) Range(s Sequence[V]) (interval.Interval, V) {
	if !s.some || s.hi == 0 {
		return interval.Interval{}, d.values.Bottom()
	}
	i, _ := interval.Between(machine.Int.Of(0), machine.Int.Of(s.hi-1)) // hi > 0
	return i, d.over(s, 0, unbounded)
}
