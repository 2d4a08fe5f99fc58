package methods

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// A lockView is what is accessed of a class between taking a lock at a place and giving it back.
type lockView struct {
	id      int32
	place   int32 // in the order of the views of its class, once they are in order
	block   blocks.Block
	lock    lockName
	facts   []fact // ascending
	moments []blocks.Moment
	met     int          // how often these have changed
	came    int          // in which pass
	held    []lockName   // at all its ends, with its own lock
	inside  []envs.Point // where locks were taken that are always held around it
	last    *part        // see common
}

type viewKey struct {
	from  envs.Point
	class class
	way   string // if ways are told apart
}

// An overlap says whether parts of two views may be executed at the same time.
type overlap struct {
	may bool
	met int // what both had met when it was found out
}

// lose takes out of a list what is not in another one, and reports whether that is anything.
func lose[E comparable](list *[]E, other []E) bool {
	n := len(*list)
	*list = slices.DeleteFunc(*list, func(e E) bool { return !slices.Contains(other, e) })
	return len(*list) < n
}

// Limits of the moments that are kept of a lock view. It is the last ones. If it is not known when they were, as over
// all paths, more than maxMoments are any.
const (
	maxAlike   = 8 // of one thread, if it is known when they were
	maxMoments = 256
)

// meet adds a moment, and reports whether it is a new one. When it was is 0 if it is not known.
func (v *lockView) meet(m blocks.Moment, when envs.Moment) bool {
	if when == 0 {
		return v.among(m.Segment)
	}
	alike := 0
	for i := range v.moments {
		if o := &v.moments[i]; o.Thread == m.Thread {
			if alike++; alike == maxAlike || o.Segment.Equal(m.Segment) {
				return false
			}
		}
	}
	if len(v.moments) == maxMoments {
		v.moments = slices.Clone(v.moments[maxMoments/4:])
	}
	v.moments = append(v.moments, m)
	return true
}

// among adds a segment to those that come in no order. The zero one is any.
func (v *lockView) among(s envs.Segment) bool {
	var all envs.Segment
	for i := range v.moments {
		if o := &v.moments[i]; o.Segment.Is(s) || o.Segment.Is(all) {
			return false
		}
	}
	if s.Is(all) || len(v.moments) == maxMoments {
		v.moments, s = nil, all
	}
	v.moments = append(v.moments, blocks.Moment{Segment: s})
	return true
}

// mayOverlap reports whether two views may be executed at the same time.
func (b *book) mayOverlap(v, w *lockView) bool {
	if v.id > w.id {
		v, w = w, v
	}
	key := [2]int32{v.id, w.id}
	o := b.overlap[key]
	if n := v.met + w.met; !o.may && o.met != n {
		o.met, o.may = n, slices.ContainsFunc(v.moments, func(m blocks.Moment) bool {
			return slices.ContainsFunc(w.moments, func(n blocks.Moment) bool { return b.ask.MayOverlap(m.Segment, n.Segment) })
		})
		b.overlap[key] = o
	}
	return o.may
}

// union is the union of two ascending lists; it is a if that has all of b.
func union[E interface {
	comparable
	compare(E) int
}](a, b []E) []E {
	return order.Union[E]{Compare: E.compare}.Of(a, b)
}
