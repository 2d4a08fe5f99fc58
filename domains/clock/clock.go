package clock

import "slices"

// Clock is a vector that its owner changes in place, such as the clock of a thread or
// a lock. The zero Clock has made no step. It must not be copied.
type Clock struct{ now Vector }

// Vector returns what the clock shows. It does not change with the clock.
func (c *Clock) Vector() Vector { return Vector{slices.Clone(c.now.times), c.now.all} }

// String is that of the vector.
func (c *Clock) String() string { return c.now.String() }

// Has reports whether the step is in the past of the clock.
func (c *Clock) Has(e Epoch) bool { return c.now.Has(e) }

// Epoch returns the last step of a thread that the clock has.
func (c *Clock) Epoch(thread int) Epoch {
	e, err := At(thread, c.now.Time(thread))
	if err != nil {
		return 0
	}
	return e
}

// Tick counts one more step of a thread. The clock becomes top if the thread or the
// time is out of range.
func (c *Clock) Tick(thread int) {
	switch {
	case c.now.all:
	case thread < 0 || thread >= MaxThreads || c.now.Time(thread) == MaxTime:
		c.now = Vector{all: true}
	default:
		c.grow(thread + 1)
		c.now.times[thread]++
	}
}

// grow makes room for n threads.
func (c *Clock) grow(n int) {
	if old := len(c.now.times); n > old {
		c.now.times = slices.Grow(c.now.times, n-old)[:n]
		clear(c.now.times[old:])
	}
}

// Set makes the clock show a vector.
func (c *Clock) Set(v Vector) {
	c.now.all = v.all
	c.now.times = append(c.now.times[:0], v.times...)
}

// Join adds the steps of a vector, and reports whether there were new ones.
func (c *Clock) Join(v Vector) (grew bool) {
	switch {
	case c.now.all:
		return false
	case v.all:
		c.now = v
		return true
	}
	c.grow(len(v.times))
	times := c.now.times
	for t, n := range v.times {
		if n > times[t] {
			times[t] = n
			grew = true
		}
	}
	return grew
}

// Leq reports whether other has all steps of c.
func (c *Clock) Leq(other *Clock) bool { return Domain{}.Leq(c.now, other.now) }

// Equal reports whether both have the same steps.
func (c *Clock) Equal(other *Clock) bool { return Domain{}.Equal(c.now, other.now) }

// Clone returns a copy.
func (c *Clock) Clone() *Clock { return &Clock{c.Vector()} }

// CloneInto returns a copy in the memory of spare.
func (c *Clock) CloneInto(spare *Clock) *Clock {
	spare.Set(c.now)
	return spare
}

// Merge adds the steps of other, in place.
func (c *Clock) Merge(other *Clock) (*Clock, bool) { return c, c.Join(other.now) }

// Widen is Domain.Widen, in place.
func (c *Clock) Widen(next *Clock) (*Clock, bool) {
	if next.Leq(c) {
		return c, false
	}
	c.now = Vector{all: true}
	return c, true
}
