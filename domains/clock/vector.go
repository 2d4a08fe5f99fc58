package clock

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/internal/hash"
	"github.com/seed38182bad/parallax/lattice"
)

// Vector has a time for each thread. It never changes. The zero Vector is bottom.
type Vector struct {
	times []uint64 // by thread; the last one is not 0
	all   bool     // top
}

// Of returns the vector with these times of the threads from 0 on. Times that are too
// large make it top, as do too many threads.
func Of(times ...uint64) Vector {
	return Vector{times: slices.Clone(times)}.trimmed()
}

// trimmed drops zeros at the end and checks bounds. It may return the slice.
func (v Vector) trimmed() Vector {
	n := len(v.times)
	for n > 0 && v.times[n-1] == 0 {
		n--
	}
	if v.all || n > MaxThreads || n > 0 && slices.Max(v.times[:n]) > MaxTime {
		return Vector{all: true}
	}
	return Vector{times: v.times[:n:n]}
}

// IsTop reports whether v has every step.
func (v Vector) IsTop() bool { return v.all }

// Time is the number of steps of the thread that v has; MaxTime in top.
func (v Vector) Time(thread int) uint64 {
	switch {
	case v.all:
		return MaxTime
	case thread < 0 || thread >= len(v.times):
		return 0
	}
	return v.times[thread]
}

// All yields the threads of which v has steps, with their times; none for top.
func (v Vector) All() iter.Seq2[int, uint64] {
	return func(yield func(int, uint64) bool) {
		for t, n := range v.times {
			if n > 0 && !yield(t, n) {
				return
			}
		}
	}
}

// Has reports whether the step is in v: it happens before whoever has v as its past.
func (v Vector) Has(e Epoch) bool {
	if t := int(e >> 40); t < len(v.times) {
		return uint64(e&MaxTime) <= v.times[t]
	}
	return v.all || e&MaxTime == 0
}

// String lists the threads that have made steps: {0:3, 2:1}. Top is {…}.
func (v Vector) String() string {
	if v.all {
		return "{…}"
	}
	var parts []string
	for t, n := range v.All() {
		parts = append(parts, fmt.Sprintf("%d:%d", t, n))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// MarshalJSON gives an object from threads to times, and "any" for top.
func (v Vector) MarshalJSON() ([]byte, error) {
	if v.all {
		return []byte(`"any"`), nil
	}
	var parts []string
	for t, n := range v.All() {
		parts = append(parts, fmt.Sprintf(`"%d":%d`, t, n))
	}
	return []byte("{" + strings.Join(parts, ",") + "}"), nil
}

// leq reports whether all times of a are at most those of b.
func leq(a, b []uint64) bool {
	if len(a) > len(b) {
		return false
	}
	for t, n := range a {
		if n > b[t] {
			return false
		}
	}
	return true
}

// Domain is the lattice of vectors.
type Domain struct{}

// Bottom returns the vector without a step.
func (Domain) Bottom() Vector { return Vector{} }

// Top returns the vector with all steps.
func (Domain) Top() Vector { return Vector{all: true} }

// Leq reports whether b has all steps of a.
func (Domain) Leq(a, b Vector) bool { return b.all || !a.all && leq(a.times, b.times) }

// Equal reports whether both have the same steps.
func (Domain) Equal(a, b Vector) bool { return a.all == b.all && slices.Equal(a.times, b.times) }

// Hash numbers a vector by its content.
func (Domain) Hash(v Vector) uint64 {
	h := uint64(len(v.times))
	if v.all {
		h = ^h
	}
	for _, n := range v.times {
		h = hash.Add(h, n)
	}
	return h
}

// Join returns the steps of both: the greater time of each thread.
func (d Domain) Join(a, b Vector) Vector {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Vector) (Vector, lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	if len(a.times) < len(b.times) {
		a, b = b, a
	}
	r := slices.Clone(a.times)
	for t, n := range b.times {
		r[t] = max(r[t], n)
	}
	return Vector{times: r}, lattice.Neither
}

// Meet returns the common steps: the smaller time of each thread.
func (d Domain) Meet(a, b Vector) Vector {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	r := slices.Clone(a.times[:min(len(a.times), len(b.times))])
	for t := range r {
		r[t] = min(r[t], b.times[t])
	}
	return Vector{times: r}.trimmed()
}

// Widen returns old if next adds nothing, and top otherwise: threads go on without end.
func (d Domain) Widen(old, next Vector) Vector {
	if d.Leq(next, old) {
		return old
	}
	return d.Top()
}

// Add returns v with a step and all before it in its thread.
func (Domain) Add(v Vector, e Epoch) Vector {
	if v.Has(e) {
		return v
	}
	t := e.Thread()
	times := make([]uint64, max(len(v.times), t+1))
	copy(times, v.times)
	times[t] = e.Time()
	return Vector{times: times}
}

// Tick returns v after one more step of a thread; top if the thread or the time is out
// of range.
func (d Domain) Tick(v Vector, thread int) Vector {
	var c Clock
	c.Set(v)
	c.Tick(thread)
	return c.now
}

// HappensBefore reports whether all of a's past, and a itself, is in the past that b
// has, but not the other way round.
func (d Domain) HappensBefore(a, b Vector) bool { return d.Leq(a, b) && !d.Leq(b, a) }

// Concurrent reports whether neither has all steps of the other.
func (d Domain) Concurrent(a, b Vector) bool { return !d.Leq(a, b) && !d.Leq(b, a) }
