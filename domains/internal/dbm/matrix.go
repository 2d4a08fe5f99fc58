package dbm

import "slices"

// A Matrix is a state of a number of variables: closed, rounded, and changed in
// place. It says nothing of variables that it does not have: operations on these give
// it more, and Matrices of different numbers of variables can be compared and merged. The zero Matrix is
// bottom.
type Matrix[L Layout] struct {
	n     int
	sat   bool
	cut   bool    // rounding has cut a bound off: m is not closed in itself
	m     []int64 // closed and rounded, if sat
	loose []int64 // what widening made, if its closure m differs; never changed
}

// Top returns the Matrix of n variables that says nothing.
func Top[L Layout](n int) Matrix[L] {
	s := Matrix[L]{n: n}
	s.SetTop()
	return s
}

// Len returns the number of variables.
func (s *Matrix[L]) Len() int { return s.n }

// SetTop makes s say nothing.
func (s *Matrix[L]) SetTop() {
	var l L
	s.resize(l.Size(s.n))
	fill(s.m)
	s.sat, s.cut, s.loose = true, false, nil
}

// SetBottom makes s unsatisfiable.
func (s *Matrix[L]) SetBottom() { s.sat, s.cut, s.loose = false, false, nil }

func (s *Matrix[L]) resize(size int) {
	if cap(s.m) < size {
		s.m = make([]int64, size)
	}
	s.m = s.m[:size]
}

// IsBottom reports whether nothing satisfies s.
func (s *Matrix[L]) IsBottom() bool { return !s.sat }

// IsTop reports whether s says nothing.
func (s *Matrix[L]) IsTop() bool { return s.sat && allInf(s.m) }

// CopyInto makes dst a copy of s, in the memory of dst.
func (s *Matrix[L]) CopyInto(dst *Matrix[L]) {
	dst.n, dst.sat, dst.cut, dst.loose = s.n, s.sat, s.cut, s.loose
	if s.sat {
		dst.resize(len(s.m))
		copy(dst.m, s.m)
	}
}

// Clone returns a copy.
func (s *Matrix[L]) Clone() Matrix[L] {
	r := *s
	r.m = nil
	if s.sat {
		r.m = slices.Clone(s.m)
	}
	return r
}

// become makes s say what other says.
func (s *Matrix[L]) become(other *Matrix[L]) {
	var l L
	s.n = max(s.n, other.n)
	s.resize(l.Size(s.n))
	fill(s.m[copy(s.m, other.m):])
	s.sat, s.cut, s.loose = true, other.cut, nil
}

// Leq reports whether s implies other.
func (s *Matrix[L]) Leq(other *Matrix[L]) bool {
	if !s.sat || !other.sat {
		return !s.sat
	}
	return leqAll(s.m, other.m)
}

// Equal reports whether s and other imply each other.
func (s *Matrix[L]) Equal(other *Matrix[L]) bool {
	if !s.sat || !other.sat {
		return s.sat == other.sat
	}
	return equalAll(s.m, other.m)
}

// Hash is the same for Matrices that are Equal.
func (s *Matrix[L]) Hash() uint64 {
	if !s.sat {
		return 0
	}
	h := uint64(14695981039346656037)
	for i, v := range s.m {
		if v != Inf {
			h = (h ^ uint64(i)) * 1099511628211
			h = (h ^ uint64(v)) * 1099511628211
			h ^= h >> 29
		}
	}
	return h
}

// Merge raises s to the join.
func (s *Matrix[L]) Merge(other *Matrix[L]) (grew bool) {
	switch {
	case !other.sat:
		return false
	case !s.sat:
		s.become(other)
		return true
	}
	if !joinAll(s.m, other.m) {
		return false
	}
	s.cut = s.cut || other.cut
	s.loose = nil
	return true
}

// Meet lowers s to the meet, which has the variables of both.
func (s *Matrix[L]) Meet(other *Matrix[L]) {
	var l L
	if !s.sat || !other.sat {
		s.SetBottom()
		return
	}
	s.grow(other.n)
	one, any := s.lowered(other.m)
	if !any {
		return
	}
	meetAll(s.m, other.m)
	switch {
	case s.cut || other.cut || one < 0:
		s.settle(l.Close(s.m, s.n))
	default:
		s.settle(l.CloseVar(s.m, s.n, one))
	}
}

// lowered returns whether entries of m lie below those of s, and if so, a variable
// that all of these have in common, or -1.
func (s *Matrix[L]) lowered(m []int64) (one int, any bool) {
	var l L
	candidates := [2]int{-1, -1}
	for i, v := range m {
		if v >= s.m[i] {
			continue
		}
		if !any {
			any = true
			k := 0
			for x := range s.n {
				if l.Touches(i, x) {
					candidates[k] = x
					k++
				}
			}
			continue
		}
		for k, x := range candidates {
			if x >= 0 && !l.Touches(i, x) {
				candidates[k] = -1
			}
		}
		if candidates == [2]int{-1, -1} {
			return -1, true
		}
	}
	return max(candidates[0], candidates[1]), any
}

// settle rounds what a closure has made, or makes s bottom.
func (s *Matrix[L]) settle(sat bool) {
	s.loose = nil
	if !sat {
		s.SetBottom()
		return
	}
	s.cut = RoundAll(s.m)
}

// Widen is Merge that gives up the bounds that do not hold in next, or moves them
// to thresholds.
func (s *Matrix[L]) Widen(next *Matrix[L], thresholds []int64) (grew bool) {
	var l L
	switch {
	case !next.sat:
		return false
	case !s.sat:
		s.become(next)
		return true
	case leqAll(next.m, s.m):
		return false
	}
	loose := s.loose
	if loose == nil {
		loose = s.m
	}
	// The closure is made in the memory of s.m, if that is not needed.
	loose = slices.Clone(loose)
	widenAll(loose, next.m, thresholds, l.Double)
	copy(s.m, loose)
	s.settle(l.Close(s.m, s.n))
	if !slices.Equal(loose, s.m) {
		s.loose = loose
	}
	return true
}

// Narrow takes from next the bounds that widening has given up in s.
func (s *Matrix[L]) Narrow(next *Matrix[L]) (changed bool) {
	var l L
	switch {
	case !s.sat:
		return false
	case !next.sat:
		s.SetBottom()
		return true
	}
	base := s.loose
	if base == nil {
		base = s.m
	}
	base = slices.Clone(base)
	if !narrowAll(base, next.m) {
		return false
	}
	sat := l.Close(base, s.n)
	if sat {
		cut := RoundAll(base)
		if slices.Equal(base, s.m) {
			return false
		}
		s.m, s.cut, s.loose = base, cut, nil
		return true
	}
	s.SetBottom()
	return true
}
