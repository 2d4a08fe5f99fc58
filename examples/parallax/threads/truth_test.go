package threads

import (
	"slices"
	"strconv"
)

// A truth is what is so of one scenario, by the definitions, from its schedule alone.
type truth struct {
	events []Event
	before [][]bool // before[j][i]: event i happens before event j
	fixed  [][]bool // the same without the order in which locks were taken
}

func truthOf(events []Event) *truth {
	t := &truth{events: events}
	t.before = t.closure(true)
	t.fixed = t.closure(false)
	return t
}

// closure is the order that the memory model of Go gives, with what locks order or without.
func (t *truth) closure(byLocks bool) [][]bool {
	before := make([][]bool, len(t.events))
	for j := range t.events {
		before[j] = make([]bool, len(t.events))
		for i := range j {
			if before[j][i] || !t.orders(i, j, byLocks) {
				continue
			}
			before[j][i] = true
			for k := range i {
				before[j][k] = before[j][k] || before[i][k]
			}
		}
	}
	return before
}

// orders reports whether event i comes before event j by itself, and not by way of others.
func (t *truth) orders(i, j int, byLocks bool) bool {
	a, b := &t.events[i], &t.events[j]
	if a.Thread == b.Thread {
		return true
	}
	switch b.Op {
	case Start:
		return a.Op == Fork && a.Object == strconv.Itoa(b.Thread)
	case Join:
		return a.Op == End && b.Object == strconv.Itoa(a.Thread)
	}
	if a.Op == Receive && a.Size == 0 && t.sends(b.Thread, a, i) {
		return true // without a buffer, who sends goes on after the value was received
	}
	if a.Object != b.Object || a.Object == "" {
		return false
	}
	switch b.Op {
	case Lock, TryLock:
		return byLocks && (a.Op == Unlock || a.Op == RUnlock)
	case RLock:
		return byLocks && a.Op == Unlock
	case Load, Add:
		// What is observed is the last value, and by an Add all that the Add before it has observed.
		return i == t.lastStore(b.Object, j)
	case Receive:
		return a.Op == Send && a.Rank == b.Rank
	case Send:
		return a.Op == Receive && b.Size > 0 && a.Rank == b.Rank-b.Size
	}
	return false
}

// sends reports whether a thread has sent what is received at event i.
func (t *truth) sends(thread int, receive *Event, i int) bool {
	return slices.ContainsFunc(t.events[:i], func(e Event) bool {
		return e.Op == Send && e.Thread == thread && e.Object == receive.Object && e.Rank == receive.Rank
	})
}

// lastStore is the last event before j that changes an atomic variable, or -1.
func (t *truth) lastStore(object string, j int) int {
	for i := j - 1; i >= 0; i-- {
		if e := &t.events[i]; e.Object == object && (e.Op == Store || e.Op == Add) {
			return i
		}
	}
	return -1
}

// races are the pairs of events that are in a data race.
func (t *truth) races() (pairs [][2]int) {
	for j, b := range t.events {
		for i, a := range t.events[:j] {
			writes := a.Op == Write && b.Op == Write
			differ := a.Op == Write && b.Op == Read || a.Op == Read && b.Op == Write
			if a.Object == b.Object && (writes || differ) && !t.before[j][i] {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}

// handles are the handles that are used or shut after they were shut, with the lines at which that is done. With them
// are those that are never shut, with the line at which they are made.
func (t *truth) handles() (used map[string][]int, open map[string]int) {
	shut := map[string]bool{}
	used, open = map[string][]int{}, map[string]int{}
	for _, e := range t.events {
		switch e.Op {
		case New:
			open[e.Object] = e.Line
		case Use, Shut:
			if shut[e.Object] {
				used[e.Object] = append(used[e.Object], e.Line)
			}
			if e.Op == Shut {
				shut[e.Object] = true
				delete(open, e.Object)
			}
		}
	}
	return used, open
}
