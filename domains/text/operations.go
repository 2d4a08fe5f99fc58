package text

import (
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
)

// kept is how much of a long string is known at either end.
const kept = 1 << 12

// ends gives up the middle of strings of which more than both ends is known, so that a
// program that doubles a string again and again does not make this one grow with it. It
// is monotone.
func (d Domain) ends(t Text) Text {
	if t.IsBottom() {
		return t
	}
	s := t.hull()
	if s.hi <= 2*kept || t.shaped && len(s.prefix) <= kept && len(s.suffix) <= kept {
		return t
	}
	s.prefix = s.prefix[:min(len(s.prefix), kept)]
	s.suffix = s.suffix[max(0, len(s.suffix)-kept):]
	return s.text(d.max())
}

// Concat covers x + y. Of results beyond 8192 bytes it keeps the first and the last
// 4096.
func (d Domain) Concat(a, b Text) Text {
	if a.IsBottom() || b.IsBottom() {
		return Text{}
	}
	if !a.shaped && !b.shaped && len(a.strings)*len(b.strings) <= 2*MaxLimit {
		var sums []string
		for _, x := range a.strings {
			for _, y := range b.strings {
				sums = append(sums, x+y)
			}
		}
		return d.ends(around(sums, d.max()))
	}
	x, y := a.hull(), b.hull()
	r := shape{x.prefix, y.suffix, plus(x.lo, y.lo), plus(x.hi, y.hi)}
	// The strings of a finite set are known to their ends.
	for i, x := range a.strings {
		if i == 0 {
			r.prefix = x + y.prefix
		}
		r.prefix = commonPrefix(r.prefix, x+y.prefix)
	}
	for i, y := range b.strings {
		if i == 0 {
			r.suffix = x.suffix + y
		}
		r.suffix = commonSuffix(r.suffix, x.suffix+y)
	}
	return d.ends(r.text(d.max()))
}

// plus is the sum of two lengths, or unbounded.
func plus(a, b int64) int64 {
	if a > unbounded-b {
		return unbounded
	}
	return a + b
}

// minus is a length less another that is not greater, where unbounded stays so.
func minus(a, b int64) int64 {
	if a == unbounded {
		return a
	}
	return a - b
}

// Slice covers x[i:j].
func (d Domain) Slice(a Text, i, j interval.Interval) Text {
	ilo, ihi, ok := i.Int64Bounds()
	jlo, jhi, okJ := j.Int64Bounds()
	if !ok || !okJ || a.IsBottom() {
		return Text{}
	}
	return d.slice(a, max(ilo, 0), ihi, max(jlo, 0), jhi, false)
}

// SliceTo covers x[:j].
func (d Domain) SliceTo(a Text, j interval.Interval) Text {
	lo, hi, ok := j.Int64Bounds()
	if !ok || a.IsBottom() {
		return Text{}
	}
	return d.slice(a, 0, 0, max(lo, 0), hi, false)
}

// SliceFrom covers x[i:].
func (d Domain) SliceFrom(a Text, i interval.Interval) Text {
	lo, hi, ok := i.Int64Bounds()
	if !ok || a.IsBottom() {
		return Text{}
	}
	return d.slice(a, max(lo, 0), hi, 0, unbounded, true)
}

// few is the number of substrings up to which they are looked at one by one.
const few = 64

// slice covers x[i:j], and x[i:] if toEnd, where j covers the length.
func (d Domain) slice(a Text, ilo, ihi, jlo, jhi int64, toEnd bool) Text {
	h := a.hull()
	ihi, jhi = min(ihi, jhi, h.hi), min(jhi, h.hi)
	jlo = max(jlo, ilo)
	if ilo > ihi || jlo > jhi {
		return Text{}
	}
	toEnd = toEnd || jlo == h.hi
	if !a.shaped {
		if n := int64(len(a.strings)); ihi-ilo < few/n && (toEnd || (ihi-ilo+1)*(jhi-jlo+1) <= few/n) {
			return a.substrings(ilo, ihi, jlo, jhi, toEnd, d.max())
		}
	}
	if toEnd {
		jlo = max(jlo, h.lo)
	}
	r := shape{lo: max(0, jlo-ihi), hi: minus(jhi, ilo)}
	if n := int64(len(h.prefix)); ilo == ihi && ilo < n {
		r.prefix = h.prefix[ilo:min(n, ilo+r.lo)]
	}
	switch n := int64(len(h.prefix)); {
	case toEnd:
		m := int64(len(h.suffix))
		r.suffix = h.suffix[m-min(m, r.lo):]
	case jlo == jhi && jlo <= n:
		r.suffix = h.prefix[jlo-r.lo : jlo]
	}
	return r.text(d.max())
}

// substrings are x[i:j] of each string x of a finite set.
func (t Text) substrings(ilo, ihi, jlo, jhi int64, toEnd bool, limit int) Text {
	var all []string
	for _, x := range t.strings {
		n := int64(len(x))
		first, last := jlo, min(jhi, n)
		if toEnd {
			first, last = max(jlo, n), n
		}
		for i := ilo; i <= min(ihi, n); i++ {
			for j := max(i, first); j <= last; j++ {
				all = append(all, x[i:j])
			}
		}
	}
	return around(all, limit)
}

// Index covers x[i], as a value of type byte.
func (d Domain) Index(a Text, i interval.Interval) interval.Interval {
	var bytes interval.Domain
	lo, hi, ok := i.Int64Bounds()
	if !ok || a.IsBottom() {
		return bytes.Bottom()
	}
	h := a.hull()
	lo, hi = max(lo, 0), min(hi, minus(h.hi, 1))
	switch {
	case lo > hi:
		return bytes.Bottom()
	case !a.shaped:
		r := bytes.Bottom()
		for _, x := range a.strings {
			for i := lo; i <= min(hi, int64(len(x))-1); i++ {
				r = bytes.Join(r, bytes.Of(machine.Byte.Of(int64(x[i]))))
			}
		}
		return r
	}
	r := bytes.Bottom()
	for i := lo; i <= hi; i++ {
		b, ok := h.at(i)
		if !ok {
			return bytes.All(machine.Byte)
		}
		r = bytes.Join(r, bytes.Of(machine.Byte.Of(int64(b))))
	}
	return r
}

// at is the byte at i of all strings of the shape that are longer, if it is known.
func (s shape) at(i int64) (byte, bool) {
	n := int64(len(s.prefix))
	m := int64(len(s.suffix))
	switch {
	case i < n:
		return s.prefix[i], true
	case s.lo == s.hi && i >= s.hi-m:
		return s.suffix[i-(s.hi-m)], true
	}
	return 0, false
}
