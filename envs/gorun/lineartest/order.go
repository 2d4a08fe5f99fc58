package lineartest

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"
)

// An interval is the time that a call takes.
type interval struct{ called, ended time.Duration }

// A sequential execution makes calls one after the other.
type sequential interface {
	// apply makes call i after those of a path. It reports whether its results may be what they were. The text tells the
	// state after it apart; it is "" if that is not known.
	apply(path []int, i int) (state string, ok bool)
}

// maxCalls is how many calls a history may have.
const maxCalls = 64

// order finds a linearization: an order of all calls that has each one after those that ended before it began, and in
// which each has the results that it had.
//
// The search is that of Wing and Gong (Testing and verifying concurrent objects, JPDC 1993, section 4): next is a call
// that began before any that is left has ended. What was seen not to lead on, calls made and state, is not looked at
// again (Lowe, Testing for linearizability, CCPE 2017, section 3).
func order(calls []interval, s sequential) ([]int, bool) {
	if len(calls) > maxCalls {
		panic(fmt.Sprintf("lineartest: a history has %d calls, and may have %d", len(calls), maxCalls))
	}
	x := search{calls: calls, spec: s, seen: map[seen]bool{}}
	for i := range calls {
		x.byEnd = append(x.byEnd, i)
	}
	slices.SortStableFunc(x.byEnd, func(i, j int) int { return cmp.Compare(calls[i].ended, calls[j].ended) })
	return x.from(0, make([]int, 0, len(calls)))
}

type search struct {
	calls []interval
	byEnd []int // calls that ended first are tried first: mostly that is right
	spec  sequential
	seen  map[seen]bool
}

type seen struct {
	made  uint64
	state string
}

func (x *search) from(made uint64, path []int) ([]int, bool) {
	if len(path) == len(x.calls) {
		return path, true
	}
	var first *interval // that has ended, of those that are left
	for _, i := range x.byEnd {
		if made&(1<<i) != 0 {
			continue
		}
		if first == nil {
			first = &x.calls[i]
		}
		if x.calls[i].called > first.ended {
			continue
		}
		state, ok := x.spec.apply(path, i)
		if !ok {
			continue
		}
		next := made | 1<<i
		if state != "" {
			if x.seen[seen{next, state}] {
				continue
			}
			x.seen[seen{next, state}] = true
		}
		if all, ok := x.from(next, append(path, i)); ok {
			return all, true
		}
	}
	return nil, false
}

// A replica is a sequential execution of the operations of a history, on objects of its own.
type replica struct {
	tb    testing.TB
	f     func(*T)
	draws []int
	ops   []*operation
	live  *T
	made  []int // on live
}

// apply makes the call on the object on which those of the path have been made. Where that is no longer as it was, a
// new one is made.
func (r *replica) apply(path []int, i int) (string, bool) {
	if r.live == nil || !slices.Equal(r.made, path) {
		r.close()
		t, err := object(r.tb, r.f, r.draws)
		if err != nil {
			return "", false // which it was not before
		}
		r.live = t
		for _, j := range path {
			r.call(j)
		}
	}
	ok := r.call(i)
	if ok && r.live.state != nil {
		return fmt.Sprint("state ", r.live.state()), true
	}
	return "", ok
}

func (r *replica) call(i int) bool {
	r.made = append(r.made, i)
	o := r.ops[i]
	c := r.live.command(o.command)
	args, err := c.arguments(o.call.args)
	if err != nil {
		return false
	}
	return c.agrees(args, o.results)
}

func (r *replica) close() {
	if r.live != nil {
		r.live.cleanup()
	}
	r.live, r.made = nil, nil
}

// linearize finds a linearization of a history.
func (h *history) linearize(tb testing.TB, f func(*T), draws []int) ([]int, bool) {
	r := &replica{tb: tb, f: f, draws: draws, ops: h.operations()}
	defer r.close()
	var calls []interval
	for _, o := range r.ops {
		calls = append(calls, interval{o.called, o.ended})
	}
	return order(calls, r)
}
