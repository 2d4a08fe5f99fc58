package threads

import (
	"slices"
	"strings"
)

// A wait is an event that waits for a lock while others are held.
type wait struct {
	event  int
	shared bool
	held   []held
}

type held struct {
	lock   string
	shared bool
}

// cycles are the lines at which threads wait for locks in a cycle, by the locks of the cycle. The thread that waits for
// one lock holds the one before, and the waits of a cycle may come about together. With all, a thread that holds the
// shared side of a lock may keep another one from the shared side, if a third one waits for the exclusive side
// somewhere.
func (t *truth) cycles(all bool) map[string][]int {
	var waits []wait
	now := map[int][]held{}
	exclusive := map[string][]int{}
	for i, e := range t.events {
		switch e.Op {
		case Lock, RLock, TryLock:
			shared := e.Op == RLock
			if e.Op != TryLock {
				waits = append(waits, wait{i, shared, slices.Clone(now[e.Thread])})
				if !shared {
					exclusive[e.Object] = append(exclusive[e.Object], e.Thread)
				}
			}
			now[e.Thread] = append(now[e.Thread], held{e.Object, shared})
		case Unlock, RUnlock:
			now[e.Thread] = slices.DeleteFunc(now[e.Thread], func(h held) bool { return h.lock == e.Object })
		}
	}
	found := map[string][]int{}
	var path []int
	var extend func()
	keeps := func(w, v *wait) bool {
		lock := t.events[v.event].Object
		return slices.ContainsFunc(w.held, func(h held) bool {
			if h.lock != lock || !h.shared || !v.shared {
				return h.lock == lock
			}
			return all && slices.ContainsFunc(exclusive[lock], func(thread int) bool {
				return thread != t.events[v.event].Thread && thread != t.events[w.event].Thread
			})
		})
	}
	extend = func() {
		first, last := &waits[path[0]], &waits[path[len(path)-1]]
		if len(path) > 1 && keeps(first, last) {
			var locks []string
			for _, w := range path {
				locks = append(locks, t.events[waits[w].event].Object)
			}
			slices.Sort(locks)
			key := strings.Join(locks, " ")
			for _, w := range path {
				found[key] = append(found[key], t.events[waits[w].event].Line)
			}
		}
		if len(path) == 4 {
			return
		}
		for w := range waits {
			apart := func(p int) bool { return !t.together(&waits[p], &waits[w]) }
			if !slices.ContainsFunc(path, apart) && keeps(&waits[w], last) {
				path = append(path, w)
				extend()
				path = path[:len(path)-1]
			}
		}
	}
	for w := range waits {
		path = []int{w}
		extend()
	}
	return found
}

// together reports whether two waits may come about at the same time.
func (t *truth) together(v, w *wait) bool {
	i, j := min(v.event, w.event), max(v.event, w.event)
	if i == j || t.fixed[j][i] {
		return false
	}
	return !slices.ContainsFunc(v.held, func(h held) bool {
		return slices.ContainsFunc(w.held, func(k held) bool { return h.lock == k.lock && !(h.shared && k.shared) })
	})
}
