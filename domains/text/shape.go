package text

import (
	"math"
	"strings"
)

// unbounded is the greatest length.
const unbounded = math.MaxInt64

// shape is all strings with the prefix and the suffix, and a length from lo to hi.
type shape struct {
	prefix, suffix string
	lo, hi         int64
}

var anything = shape{hi: unbounded}

// contains reports whether x has the shape.
func (s shape) contains(x string) bool {
	n := int64(len(x))
	return s.lo <= n && n <= s.hi && strings.HasPrefix(x, s.prefix) && strings.HasSuffix(x, s.suffix)
}

// of is the smallest shape that contains x.
func of(x string) shape { return shape{x, x, int64(len(x)), int64(len(x))} }

// hull is the smallest shape around two that are themselves smallest around what
// they contain.
func hull(a, b shape) shape {
	return shape{commonPrefix(a.prefix, b.prefix), commonSuffix(a.suffix, b.suffix), min(a.lo, b.lo), max(a.hi, b.hi)}
}

func leq(a, b shape) bool {
	return b.lo <= a.lo && a.hi <= b.hi && strings.HasPrefix(a.prefix, b.prefix) && strings.HasSuffix(a.suffix, b.suffix)
}

// both is the shape of what is in a and in b, false if that is nothing because of
// their prefixes, suffixes or lengths alone.
func both(a, b shape) (shape, bool) {
	if len(a.prefix) < len(b.prefix) {
		a.prefix, b.prefix = b.prefix, a.prefix
	}
	if len(a.suffix) < len(b.suffix) {
		a.suffix, b.suffix = b.suffix, a.suffix
	}
	r := shape{a.prefix, a.suffix, max(a.lo, b.lo), min(a.hi, b.hi)}
	return r, r.lo <= r.hi && strings.HasPrefix(a.prefix, b.prefix) && strings.HasSuffix(a.suffix, b.suffix)
}

func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

func commonSuffix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return a[len(a)-n:]
}

// covered is the number of bytes that prefix and suffix determine where they do
// not overlap. A longer string of the shape has bytes that are free; a shorter one
// has none.
func (s shape) covered() int64 { return int64(len(s.prefix) + len(s.suffix)) }

// withLength is the string of length n that has prefix and suffix, for n ≤
// covered(); false if they do not fit into it or disagree where they overlap.
func (s shape) withLength(n int64) (string, bool) {
	overlap := s.covered() - n
	if n < int64(len(s.prefix)) || n < int64(len(s.suffix)) ||
		s.prefix[int64(len(s.prefix))-overlap:] != s.suffix[:overlap] {
		return "", false
	}
	return s.prefix + s.suffix[overlap:], true
}

// text is the best form for what s contains: the set of these strings if there are
// at most limit, and otherwise the smallest shape around them.
func (s shape) text(limit int) Text {
	s.lo = max(s.lo, int64(len(s.prefix)), int64(len(s.suffix)))
	if s.lo > s.hi {
		return Text{}
	}
	if s.hi > s.covered() { // with free bytes, of which a set is never big enough
		for s.lo < s.covered() {
			if _, ok := s.withLength(s.lo); ok {
				break
			}
			s.lo++
		}
		return Text{shape: s, shaped: true}
	}
	var short []string // by length
	for n := s.lo; n <= s.hi; n++ {
		if x, ok := s.withLength(n); ok {
			short = append(short, x)
		}
	}
	return around(short, limit)
}
