package interleaving_test

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/interleaving"
)

// What follows is the definition of the report, section 5.1, word by word: all traces of a set of
// transactions, and whether each is equivalent to a serial one.

type (
	transaction = interleaving.Transaction[int, int]
	event       = interleaving.Event[int, int]
)

// A program is the transactions of each thread, in order. Of is the number of an event.
type program [][]*transaction

// action is an event or a change of locks.
type action struct {
	event *event
	step  *interleaving.Step[int]
	of    *transaction
}

func actions(t *transaction) (list []action) {
	n := 0
	for i := range t.Events {
		for e := &t.Events[i]; n < int(e.When); n++ {
			list = append(list, action{step: &t.Steps[n], of: t})
		}
		list = append(list, action{event: &t.Events[i], of: t})
	}
	for ; n < len(t.Steps); n++ {
		list = append(list, action{step: &t.Steps[n], of: t})
	}
	return list
}

// traces calls f with the events of each trace, until it says no. It reports whether all traces come
// to their end, none of them in a deadlock.
func (p program) traces(f func([]action) bool) (ends bool) {
	threads := make([][]action, len(p))
	total := 0
	for i, ts := range p {
		for _, t := range ts {
			threads[i] = append(threads[i], actions(t)...)
		}
		total += len(threads[i])
	}
	writer, readers := map[int]int{}, map[int]int{} // by lock: 1 + the thread that has it, how many others
	at, ends := make([]int, len(p)), true
	var trace []action
	var walk func(done int) bool
	walk = func(done int) bool {
		if done == total {
			return f(trace)
		}
		stuck := true
		for i := range threads {
			if at[i] == len(threads[i]) {
				continue
			}
			a := threads[i][at[i]]
			if s := a.step; s != nil {
				k := s.Lock
				switch {
				case s.Taken && s.Side == 0:
					if writer[k] != 0 || readers[k] != 0 {
						continue
					}
					writer[k] = i + 1
				case s.Taken:
					if writer[k] != 0 {
						continue
					}
					readers[k]++
				case s.Side == 0:
					writer[k] = 0
				default:
					readers[k]--
				}
			} else {
				trace = append(trace, a)
			}
			stuck = false
			at[i]++
			more := walk(done + 1)
			at[i]--
			if s := a.step; s != nil {
				switch k := s.Lock; {
				case s.Taken && s.Side == 0:
					writer[k] = 0
				case s.Taken:
					readers[k]--
				case s.Side == 0:
					writer[k] = i + 1
				default:
					readers[k]++
				}
			} else {
				trace = trace[:len(trace)-1]
			}
			if !more {
				return false
			}
		}
		ends = ends && !stuck
		return true
	}
	walk(0)
	return ends
}

// view is what a trace is equivalent by: what each read reads, and the final writes.
func view(trace []*event) map[int]int {
	v, last := map[int]int{}, map[int64]int{}
	for _, e := range trace {
		if e.Op == interleaving.Read {
			v[e.Of] = last[e.Var] // 0: uninitialised
		} else {
			last[e.Var] = e.Of
		}
	}
	for x, e := range last {
		v[-1-int(x)] = e
	}
	return v
}

// serializable reports whether one of the serial traces has the same view.
func serializable(trace []action, serial []map[int]int) bool {
	var events []*event
	for _, a := range trace {
		events = append(events, a.event)
	}
	v := view(events)
	return slices.ContainsFunc(serial, func(s map[int]int) bool {
		for k, x := range v {
			if s[k] != x {
				return false
			}
		}
		return true
	})
}

// serial are the views of all serial traces.
func (p program) serial() (views []map[int]int) {
	var trace []*event
	at := make([]int, len(p))
	var walk func(left int)
	walk = func(left int) {
		if left == 0 {
			views = append(views, view(trace))
			return
		}
		for i := range p {
			if at[i] == len(p[i]) {
				continue
			}
			n := len(trace)
			for j := range p[i][at[i]].Events {
				trace = append(trace, &p[i][at[i]].Events[j])
			}
			at[i]++
			walk(left - 1)
			at[i]--
			trace = trace[:n]
		}
	}
	n := 0
	for _, ts := range p {
		n += len(ts)
	}
	walk(n)
	return views
}

// atomic reports whether each trace is serializable, and whether all of them end.
func (p program) atomic() (atomic, ends bool) {
	serial := p.serial()
	atomic = true
	ends = p.traces(func(trace []action) bool {
		atomic = serializable(trace, serial)
		return atomic
	})
	return atomic, ends
}
