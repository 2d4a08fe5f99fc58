package conflict

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// Chances are the cycles that may come about in what a frame has done so far, with all that it has called: over all
// paths. A transaction has two operations. After the first one another thread may do something that conflicts with it.
// Before the second one another thread may have done something that conflicts with that. There is no lock which the
// transaction holds all the time between, and the others at what they do. All of what the others do, however many of
// them a cycle leads through, happens between the two.
//
// Chances never change; the zero value is that of a frame that has done nothing.
type Chances struct {
	leaves  []leave
	comes   []come
	touched locks // that the frame may have taken or given back, so that they are not held all the time
	closed  Chance
}

// A Chance is a cycle that may come about. The zero Chance is none.
type Chance struct {
	// Leaves is an operation of the transaction, and Then one of another thread that may come after it.
	Leaves, Then envs.Point
	// Comes is a later operation of the transaction, and Before one of another thread that may come before it.
	Before, Comes envs.Point
}

// IsZero reports whether there is none.
func (c Chance) IsZero() bool { return c.Comes.IsZero() }

func (c Chance) compare(o Chance) int {
	return cmp.Or(c.Comes.Compare(o.Comes), c.Leaves.Compare(o.Leaves), c.Then.Compare(o.Then), c.Before.Compare(o.Before))
}

// min is the one to tell of.
func (c Chance) min(o Chance) Chance {
	if c.IsZero() || !o.IsZero() && o.compare(c) < 0 {
		return o
	}
	return c
}

// A leave is an operation from which an edge may lead away.
type leave struct {
	held     locks // all the time since then
	apart    locks // those of them that keep away who is needed
	at, then envs.Point
}

// A come is an operation to which an edge may lead.
type come struct {
	touched    locks // by the frame, before
	apart      locks // held, and keep away who is needed
	at, before envs.Point
}

// covers reports whether whatever cycle there is with m there is with l.
func (l *leave) covers(m *leave) bool { return l.held.within(m.held) && l.apart.within(m.apart) }
func (l *leave) compare(m *leave) int {
	return cmp.Or(l.held.compare(m.held), l.apart.compare(m.apart), l.at.Compare(m.at), l.then.Compare(m.then))
}

func (c *come) covers(d *come) bool { return d.touched.within(c.touched) && c.apart.within(d.apart) }
func (c *come) compare(d *come) int {
	return cmp.Or(c.touched.compare(d.touched), c.apart.compare(d.apart), c.at.Compare(d.at), c.before.Compare(d.before))
}

// thing is a leave or a come.
type thing[T any] interface {
	*T
	covers(*T) bool
	compare(*T) int
}

// add adds x to a list, which it does not change, unless the list has one that covers it; what x covers is left out.
// Of those that cover each other the least is kept.
func add[T any, P thing[T]](list []T, x T) []T {
	for i := range list {
		if P(&list[i]).covers(&x) && (!P(&x).covers(&list[i]) || P(&list[i]).compare(&x) <= 0) {
			return list
		}
	}
	r := make([]T, 0, len(list)+1)
	for i := range list {
		if !P(&x).covers(&list[i]) {
			r = append(r, list[i])
		}
	}
	at, _ := slices.BinarySearchFunc(r, x, func(y, x T) int { return P(&y).compare(&x) })
	return slices.Insert(r, at, x)
}

// Clone is the receiver.
func (c Chances) Clone() Chances { return c }

// Merge has the chances on two paths.
func (c Chances) Merge(o Chances) (Chances, bool) {
	r := c
	for _, l := range o.leaves {
		r.leaves = add(r.leaves, l)
	}
	for _, x := range o.comes {
		r.comes = add(r.comes, x)
	}
	r.touched = c.touched.join(o.touched)
	r.closed = c.closed.min(o.closed)
	return r, !r.Equal(c)
}

// Equal reports whether both are the same.
func (c Chances) Equal(o Chances) bool {
	return c.touched == o.touched && c.closed == o.closed && slices.Equal(c.leaves, o.leaves) &&
		slices.Equal(c.comes, o.comes)
}

// Touch says that the frame takes a lock that it does not hold, or gives one back.
func (c Chances) Touch(l envs.Lock, same func(a, b envs.Lock) bool) Chances {
	c.leaves = touched(c.leaves, locks{}.touch(l), same)
	c.touched = c.touched.touch(l)
	return c
}

// touched is a list after locks were touched.
func touched(list []leave, by locks, same func(a, b envs.Lock) bool) []leave {
	if len(list) == 0 || by == (locks{}) {
		return list
	}
	gone := by.may(same)
	var r []leave
	for _, l := range list {
		l.held, l.apart = l.held.without(gone), l.apart.without(gone)
		r = add(r, l)
	}
	return r
}

// may reports of a lock whether it may be one of the set.
func (s locks) may(same func(a, b envs.Lock) bool) func(envs.Lock) bool {
	return func(l envs.Lock) bool {
		if s[0] == anyLock || l == unmoved {
			return s[0] != 0
		}
		for _, m := range s.names() {
			if l == m || same(l, m) {
				return true
			}
		}
		return false
	}
}

// join has the names of both.
func (s locks) join(o locks) locks {
	if o[0] == anyLock {
		return o
	}
	for _, l := range o.names() {
		s = s.touch(l)
	}
	return s
}

// Leave says that after the operation at, others may do something that conflicts with it.
func (c Chances) Leave(at envs.Point, held Holding, others []Rival) Chances {
	for _, o := range others {
		c.leaves = add(c.leaves, leave{held.names, o.apart.among(held.names), at, o.At})
	}
	return c
}

// among is what of s is in o.
func (s locks) among(o locks) locks { return s.without(func(l envs.Lock) bool { return !o.has(l) }) }

// Come says that before the operation at, others may have done something that conflicts with it. It gives the
// cycle that may then come about, if there is one.
func (c Chances) Come(at envs.Point, others []Rival, same func(a, b envs.Lock) bool) (Chances, Chance) {
	var closed Chance
	gone := c.touched.may(same)
	for _, o := range others {
		for _, l := range c.leaves {
			if l.apart == (locks{}) && !o.apart.meets(l.held) {
				closed = closed.min(Chance{l.at, l.then, o.At, at})
			}
		}
		c.comes = add(c.comes, come{c.touched, o.apart.without(gone), at, o.At})
	}
	c.closed = c.closed.min(closed)
	return c, closed
}

// Call says that the frame has called another one, which has these chances. It gives a cycle that may then come about.
func (c Chances) Call(o Chances, same func(a, b envs.Lock) bool) (Chances, Chance) {
	closed := o.closed
	for _, x := range o.comes {
		for _, l := range touched(c.leaves, x.touched, same) {
			if l.apart == (locks{}) && !x.apart.meets(l.held) {
				closed = closed.min(Chance{l.at, l.then, x.before, x.at})
			}
		}
	}
	gone := c.touched.may(same)
	for _, x := range o.comes {
		x.touched, x.apart = c.touched.join(x.touched), x.apart.without(gone)
		c.comes = add(c.comes, x)
	}
	c.leaves = touched(c.leaves, o.touched, same)
	for _, l := range o.leaves {
		c.leaves = add(c.leaves, l)
	}
	c.touched = c.touched.join(o.touched)
	c.closed = c.closed.min(closed)
	return c, closed
}
