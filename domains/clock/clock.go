package clock

import "slices"

// Clock is a vector that its owner changes in place, such as the clock of a thread or
// a lock. The zero Clock has made no step. It must not be copied.
type Clock struct {
	times []uint64 // by thread
	all   bool
}

// Vector returns what the clock shows. It does not change with the clock.
func (c *Clock) Vector() Vector {
	if c.all {
		return Domain{}.Top()
	}
	return Of(c.times...)
}

// String is that of the vector.
func (c *Clock) String() string { return c.Vector().String() }

func (c *Clock) time(thread int) uint64 {
	switch {
	case c.all:
		return MaxTime
	case thread < 0 || thread >= len(c.times):
		return 0
	}
	return c.times[thread]
}

// Has reports whether the step is in the past of the clock.
func (c *Clock) Has(e Epoch) bool {
	if t := int(e >> 40); t < len(c.times) {
		return uint64(e&MaxTime) <= c.times[t]
	}
	return c.all || e&MaxTime == 0
}

// Epoch returns the last step of a thread that the clock has.
func (c *Clock) Epoch(thread int) Epoch {
	e, err := At(thread, c.time(thread))
	if err != nil {
		return 0
	}
	return e
}

// Tick counts one more step of a thread. The clock becomes top if the thread or the
// time is out of range.
func (c *Clock) Tick(thread int) {
	switch {
	case c.all:
	case thread < 0 || thread >= MaxThreads || c.time(thread) == MaxTime:
		*c = Clock{all: true}
	default:
		c.grow(thread + 1)
		c.times[thread]++
	}
}

// grow makes room for n threads.
func (c *Clock) grow(n int) {
	if old := len(c.times); n > old {
		c.times = slices.Grow(c.times, n-old)[:n]
		clear(c.times[old:])
	}
}

// Set makes the clock show a vector.
func (c *Clock) Set(v Vector) {
	c.all, c.times = v.all, c.times[:0]
	c.Join(v)
}

// Join adds the steps of a vector, and reports whether there were new ones.
func (c *Clock) Join(v Vector) (grew bool) {
	switch {
	case c.all:
		return false
	case v.all:
		*c = Clock{all: true}
		return true
	}
	if v.height == 0 && v.root != nil {
		return c.join(v.root.times)
	}
	for t, n := range v.All() {
		if n > c.time(t) {
			c.grow(t + 1)
			c.times[t], grew = n, true
		}
	}
	return grew
}

func (c *Clock) join(times []uint64) (grew bool) {
	for len(times) > 0 && times[len(times)-1] == 0 {
		times = times[:len(times)-1]
	}
	c.grow(len(times))
	for t, n := range times {
		if n > c.times[t] {
			c.times[t], grew = n, true
		}
	}
	return grew
}

// Leq reports whether other has all steps of c.
func (c *Clock) Leq(other *Clock) bool {
	if c.all || other.all {
		return other.all
	}
	for t, n := range c.times {
		if n > other.time(t) {
			return false
		}
	}
	return true
}

// Equal reports whether both have the same steps.
func (c *Clock) Equal(other *Clock) bool { return c.Leq(other) && other.Leq(c) }

// Clone returns a copy.
func (c *Clock) Clone() *Clock { return c.CloneInto(&Clock{}) }

// CloneInto returns a copy in the memory of spare.
func (c *Clock) CloneInto(spare *Clock) *Clock {
	spare.times, spare.all = append(spare.times[:0], c.times...), c.all
	return spare
}

// Merge adds the steps of other, in place.
func (c *Clock) Merge(other *Clock) (*Clock, bool) {
	switch {
	case c.all:
		return c, false
	case other.all:
		*c = Clock{all: true}
		return c, true
	}
	return c, c.join(other.times)
}

// Widen is Domain.Widen, in place.
func (c *Clock) Widen(next *Clock) (*Clock, bool) {
	if next.Leq(c) {
		return c, false
	}
	*c = Clock{all: true}
	return c, true
}
