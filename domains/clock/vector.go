package clock

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// Vector has a time for each thread. It never changes. The zero Vector is bottom.
//
// Vectors share what they have in common. One of many threads is a tree, and one made
// from another by a few steps has most of its branches. So to compare and to join two
// that have much in common costs little, however many threads there are.
type Vector struct {
	root   *node // nil in the zero Vector and in top
	height uint8 // of the tree; 0 if the root has times
	all    bool  // top
}

// Of returns the vector with these times of the threads from 0 on. Times that are too
// large make it top, as do too many threads.
func Of(times ...uint64) Vector {
	for len(times) > 0 && times[len(times)-1] == 0 {
		times = times[:len(times)-1]
	}
	if len(times) > MaxThreads || len(times) > 0 && slices.Max(times) > MaxTime {
		return Vector{all: true}
	}
	if len(times) == 0 {
		return Vector{}
	}
	height := uint8(0)
	for len(times) > 1<<(bits*(height+1)) {
		height++
	}
	return Vector{root: planted(times, height), height: height}
}

// IsTop reports whether v has every step.
func (v Vector) IsTop() bool { return v.all }

// Time is the number of steps of the thread that v has; MaxTime in top.
func (v Vector) Time(thread int) uint64 {
	switch {
	case v.all:
		return MaxTime
	case thread < 0:
		return 0
	}
	return v.at(thread)
}

// at is the time of a thread.
func (v *Vector) at(t int) uint64 {
	n := v.root
	for h := bits * v.height; h > 0 && n != nil; h -= bits {
		n, t = n.kid(t>>h), t&(1<<h-1)
	}
	if n == nil || t >= len(n.times) {
		return 0
	}
	return n.times[t]
}

// All yields the threads of which v has steps, with their times; none for top.
func (v Vector) All() iter.Seq2[int, uint64] {
	return func(yield func(int, uint64) bool) { v.root.each(0, v.height, yield) }
}

// Has reports whether the step is in v: it happens before whoever has v as its past.
func (v Vector) Has(e Epoch) bool {
	return uint64(e&MaxTime) <= v.at(int(e>>40)) || v.all
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

// Domain is the lattice of vectors.
type Domain struct{}

// Bottom returns the vector without a step.
func (Domain) Bottom() Vector { return Vector{} }

// Top returns the vector with all steps.
func (Domain) Top() Vector { return Vector{all: true} }

// Leq reports whether b has all steps of a.
func (Domain) Leq(a, b Vector) bool {
	switch {
	case b.all:
		return true
	case a.all || a.height > b.height:
		return false
	}
	n := b.root
	for h := b.height; h > a.height; h-- {
		n = n.kid(0)
	}
	return leq(a.root, n)
}

// Equal reports whether both have the same steps.
func (Domain) Equal(a, b Vector) bool {
	return a.all == b.all && a.height == b.height && equal(a.root, b.root)
}

// Join returns the steps of both: the greater time of each thread. In what is equal it shares the
// memory of a. So threads that learn come to share what they know if a is the vector that they
// learn from.
func (d Domain) Join(a, b Vector) Vector {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Vector) (Vector, lattice.Side) {
	if a.all || b.all || a.height != b.height { // most often the higher one has all
		if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
			return r, side
		}
	}
	height := max(a.height, b.height)
	r, fromA, fromB := join(a.lifted(height), b.lifted(height), height)
	switch {
	case fromA && fromB:
		return a, lattice.Both
	case fromA:
		return a, lattice.Left
	case fromB:
		return b, lattice.Right
	}
	return Vector{root: r, height: height}, lattice.Neither
}

// Meet returns the common steps: the smaller time of each thread.
func (d Domain) Meet(a, b Vector) Vector {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	var times []uint64
	for t, n := range a.All() {
		if m := min(n, b.at(t)); m > 0 {
			times = append(times, make([]uint64, t+1-len(times))...)
			times[t] = m
		}
	}
	return Of(times...)
}

// Widen returns old if next adds nothing, and top otherwise: threads go on without end.
func (d Domain) Widen(old, next Vector, _ ...int64) Vector {
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
	height := v.height
	for t >= 1<<(bits*(height+1)) {
		height++
	}
	return Vector{root: v.lifted(height).with(t, e.Time(), height), height: height}
}

// lifted is the root of v in a tree of a greater height.
func (v Vector) lifted(height uint8) *node {
	n := v.root
	for h := v.height; h < height && n != nil; h++ {
		n = &node{kids: []*node{n}}
	}
	return n
}

// Learn returns the steps of v and o, and a step with all before it in its thread: what
// Join and Add make, in one go.
func (d Domain) Learn(v, o Vector, e Epoch) Vector {
	t := e.Thread()
	if v.root == nil || o.root == nil || v.height|o.height != 0 || t >= width {
		return d.Add(d.Join(o, v), e)
	}
	n := max(len(v.root.times), len(o.root.times))
	if e.Time() > 0 {
		n = max(n, t+1)
	}
	r := leaf(n)
	copy(r.times, v.root.times)
	for i, time := range o.root.times {
		r.times[i] = max(r.times[i], time)
	}
	if e.Time() > 0 {
		r.times[t] = max(r.times[t], e.Time())
	}
	return Vector{root: r}
}

// Tick returns v after one more step of a thread; top if the thread or the time is out
// of range.
func (d Domain) Tick(v Vector, thread int) Vector {
	if v.all || thread < 0 || thread >= MaxThreads || v.at(thread) == MaxTime {
		return d.Top()
	}
	e, _ := At(thread, v.at(thread)+1) // in range
	return d.Add(v, e)
}
