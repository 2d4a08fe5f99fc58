package mover

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/seed38182bad/parallax/lattice"
)

// A Path is the atomicity of the steps of a path, with the locks at its two ends: of type K, of
// which 0 is none. E is what is kept of a step as evidence; it has no part in what a path is.
// The zero Path is that of no path.
//
// Acquire, Release and Of make the paths of single steps.
type Path[K lattice.Integer, E any] struct {
	// Body is the atomicity of all steps but for those of First and Last.
	Body Atomicity
	// First is the lock that is given back first, if all steps before are Const.
	First K
	// Last is the lock that is taken last, if all steps after are Const.
	Last K

	firstAt, lastAt E
	// after is the last step of Body that is no right mover, and before the first one that is no
	// left mover. In a Compound they are a step and a later one that make it so.
	after, before E
}

// Of is the path of one step of an atomicity.
func Of[K lattice.Integer, E any](a Atomicity, at E) Path[K, E] {
	return Path[K, E]{Body: a, after: at, before: at}
}

// Acquire is the path that takes a lock.
func Acquire[K lattice.Integer, E any](lock K, at E) Path[K, E] {
	return Path[K, E]{Body: Mover, Last: lock, lastAt: at}
}

// Release is the path that gives a lock back.
func Release[K lattice.Integer, E any](lock K, at E) Path[K, E] {
	return Path[K, E]{Body: Mover, First: lock, firstAt: at}
}

// Atomicity is that of the whole path, if nothing comes before or after it.
func (p Path[K, E]) Atomicity() Atomicity { return p.closed(p.First != 0, p.Last != 0).Body }

// Why are a step and a later one that make the path a Compound. The step is no right mover, and the
// later one is no left mover.
func (p Path[K, E]) Why() (step, later E) {
	p = p.closed(p.First != 0, p.Last != 0)
	return p.after, p.before
}

// closed is the path with its ends as parts of its body, if they are steps that count.
func (p Path[K, E]) closed(first, last bool) Path[K, E] {
	b := Path[K, E]{Body: p.Body, after: p.after, before: p.before}
	if first {
		b = Of[K](Left, p.firstAt).sequence(b)
	}
	if last {
		b = b.sequence(Of[K](Right, p.lastAt))
	}
	return b
}

// sequence is Then for paths without locks at their ends.
func (p Path[K, E]) sequence(q Path[K, E]) Path[K, E] {
	r := p
	r.Body = p.Body.Then(q.Body)
	switch {
	case p.Body == Compound:
	case q.Body == Compound:
		r.after, r.before = q.after, q.before
	case r.Body == Compound:
		r.before = q.before
	default:
		if q.Body == Left || q.Body == Atomic {
			r.after = q.after
		}
		if p.Body <= Left {
			r.before = q.before
		}
	}
	return r
}

// Then is the path p and then q.
func (p Path[K, E]) Then(q Path[K, E]) Path[K, E] {
	switch {
	case p.Body == None || q.Body == None:
		return Path[K, E]{}
	case p.Body == Const:
		return q
	case q.Body == Const:
		return p
	}
	idle := p.Last != 0 && p.Last == q.First // a block in which nothing happens
	r := p.closed(false, p.Last != 0 && !idle).sequence(q.closed(q.First != 0 && !idle, false))
	if r.Body != Compound { // which is one whatever is around it
		r.First, r.firstAt, r.Last, r.lastAt = p.First, p.firstAt, q.Last, q.lastAt
	}
	return r
}

// under reports whether p may be replaced by q wherever it stands: after a step that takes a lock
// and before one that gives it back, by ThenRelease too.
func (p *Path[K, E]) under(q *Path[K, E]) bool {
	if q.Body == Compound || p.Body == None {
		return true
	}
	for _, first := range [...]K{0, p.First, q.First} {
		for _, last := range [...]K{0, p.Last, q.Last} {
			if !(Domain{}).Leq(p.between(first, last), q.between(first, last)) {
				return false
			}
		}
		// What is given back by a name is the lock that q has taken, and need not be one that was taken before p.
		if p.Body == Const && q.Last != 0 &&
			!(Domain{}).Leq(when(first != 0, Right).Then(Left), q.between(first, q.Last)) {
			return false
		}
	}
	return true
}

// between is the atomicity of the path after a step that takes a lock, and before one that gives a lock
// back; 0 is no step.
func (p *Path[K, E]) between(taken, given K) Atomicity {
	if p.Body == Const && taken != 0 && taken == given {
		return Mover
	}
	a := p.Body
	if taken != p.First || p.First == 0 {
		a = when(taken != 0, Right).Then(when(p.First != 0, Left)).Then(a)
	}
	if given != p.Last || p.Last == 0 {
		a = a.Then(when(p.Last != 0, Right)).Then(when(given != 0, Left))
	}
	return a
}

func when(is bool, a Atomicity) Atomicity {
	if is {
		return a
	}
	return Const
}

func (p *Path[K, E]) compare(q *Path[K, E]) int {
	return cmp.Or(cmp.Compare(p.Body, q.Body), cmp.Compare(p.First, q.First), cmp.Compare(p.Last, q.Last))
}

// String is such as "right", or "-a mover +b" of a path that gives back lock a first, and takes b last.
func (p Path[K, E]) String() string {
	s := p.Body.String()
	if p.First != 0 {
		s = fmt.Sprintf("-%v %s", p.First, s)
	}
	if p.Last != 0 {
		s = fmt.Sprintf("%s +%v", s, p.Last)
	}
	return s
}

// MarshalJSON gives the String.
func (p Path[K, E]) MarshalJSON() ([]byte, error) { return json.Marshal(p.String()) }
