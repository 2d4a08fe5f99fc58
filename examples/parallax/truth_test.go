package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/envs/gorun/threadgen"
)

// A truth is what is so of one scenario, by the definitions, from its schedule alone.
type truth struct {
	events []threadgen.Event
	before [][]bool // before[j][i]: event i happens before event j
	fixed  [][]bool // the same without the order in which locks were taken
}

func truthOf(events []threadgen.Event) *truth {
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
	case threadgen.Start:
		return a.Op == threadgen.Fork && a.Object == strconv.Itoa(b.Thread)
	case threadgen.Join:
		return a.Op == threadgen.End && b.Object == strconv.Itoa(a.Thread)
	}
	if a.Op == threadgen.Receive && a.Size == 0 && t.sends(b.Thread, a, i) {
		return true // without a buffer, who sends goes on after the value was received
	}
	if a.Object != b.Object || a.Object == "" {
		return false
	}
	switch b.Op {
	case threadgen.Lock, threadgen.TryLock:
		return byLocks && (a.Op == threadgen.Unlock || a.Op == threadgen.RUnlock)
	case threadgen.RLock:
		return byLocks && a.Op == threadgen.Unlock
	case threadgen.Load, threadgen.Add:
		// What is observed is the last value, and by an Add all that the Add before it has observed.
		return i == t.lastStore(b.Object, j)
	case threadgen.Receive:
		return a.Op == threadgen.Send && a.Rank == b.Rank
	case threadgen.Send:
		return a.Op == threadgen.Receive && b.Size > 0 && a.Rank == b.Rank-b.Size
	}
	return false
}

// sends reports whether a thread has sent what is received at event i.
func (t *truth) sends(thread int, receive *threadgen.Event, i int) bool {
	return slices.ContainsFunc(t.events[:i], func(e threadgen.Event) bool {
		return e.Op == threadgen.Send && e.Thread == thread && e.Object == receive.Object && e.Rank == receive.Rank
	})
}

// lastStore is the last event before j that changes an atomic variable, or -1.
func (t *truth) lastStore(object string, j int) int {
	for i := j - 1; i >= 0; i-- {
		if e := &t.events[i]; e.Object == object && (e.Op == threadgen.Store || e.Op == threadgen.Add) {
			return i
		}
	}
	return -1
}

// races are the pairs of events that are in a data race.
func (t *truth) races() (pairs [][2]int) {
	for j, b := range t.events {
		for i, a := range t.events[:j] {
			if a.Object == b.Object && (a.Op == threadgen.Write && (b.Op == threadgen.Write || b.Op == threadgen.Read) || a.Op == threadgen.Read && b.Op == threadgen.Write) && !t.before[j][i] {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}

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

// cycles are the lines at which threads wait for locks in a cycle, by the locks of the cycle. The thread that waits for one
// lock holds the one before, and the waits of a cycle may come about together. With all, a thread that holds the shared
// side of a lock may keep another one from the shared side, if a third one waits for the exclusive side somewhere.
func (t *truth) cycles(all bool) map[string][]int {
	var waits []wait
	now := map[int][]held{}
	exclusive := map[string][]int{}
	for i, e := range t.events {
		switch e.Op {
		case threadgen.Lock, threadgen.RLock, threadgen.TryLock:
			shared := e.Op == threadgen.RLock
			if e.Op != threadgen.TryLock {
				waits = append(waits, wait{i, shared, slices.Clone(now[e.Thread])})
				if !shared {
					exclusive[e.Object] = append(exclusive[e.Object], e.Thread)
				}
			}
			now[e.Thread] = append(now[e.Thread], held{e.Object, shared})
		case threadgen.Unlock, threadgen.RUnlock:
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
			if !slices.ContainsFunc(path, func(p int) bool { return !t.together(&waits[p], &waits[w]) }) && keeps(&waits[w], last) {
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

// handles are the handles that are used or shut after they were shut, with the lines at which that is done, and those that
// are never shut, with the line at which they are made.
func (t *truth) handles() (used map[string][]int, open map[string]int) {
	shut := map[string]bool{}
	used, open = map[string][]int{}, map[string]int{}
	for _, e := range t.events {
		switch e.Op {
		case threadgen.New:
			open[e.Object] = e.Line
		case threadgen.Use, threadgen.Shut:
			if shut[e.Object] {
				used[e.Object] = append(used[e.Object], e.Line)
			}
			if e.Op == threadgen.Shut {
				shut[e.Object] = true
				delete(open, e.Object)
			}
		}
	}
	return used, open
}

// A transaction is what a thread does from one event to another, with all that is done between.
type transaction struct {
	fn     string // the function that is called, or in which its block begins
	cyclic bool   // others have to come between two parts of it
}

// transactions are those of the scenario, by the rules: exported functions, or else monitor blocks. An event that is in
// none is one by itself. They are cyclic if no serial order explains them: with all, by all that may count as a conflict;
// otherwise by what certainly does.
func (t *truth) transactions(all bool) (list []*transaction) {
	of := t.split(&list)
	reach := make([][]bool, len(list))
	for i := range reach {
		reach[i] = make([]bool, len(list))
	}
	last := map[int]int{}
	for j, e := range t.events {
		if i, ok := last[e.Thread]; ok {
			reach[of[i]][of[j]] = true
		}
		last[e.Thread] = j
		for i := range j {
			if t.conflicts(i, j, all) {
				reach[of[i]][of[j]] = true
			}
			if all && e.Op == threadgen.Receive && e.Size == 0 && t.orders(i, j, false) { // the send ends afterwards
				reach[of[j]][of[i]] = true
			}
		}
	}
	for k := range reach {
		for i := range reach {
			if reach[i][k] {
				for j := range reach {
					reach[i][j] = reach[i][j] || reach[k][j]
				}
			}
		}
	}
	for i := range reach {
		for j := range reach {
			if i != j && reach[i][j] && reach[j][i] {
				list[i].cyclic = true
			}
		}
	}
	return list
}

// split says of each event in which transaction it is.
func (t *truth) split(list *[]*transaction) (of []int) {
	type state struct {
		open, depth, begun, locked int
		block                      bool
	}
	threads := map[int]*state{}
	begin := func(fn string) int {
		*list = append(*list, &transaction{fn: fn})
		return len(*list) - 1
	}
	for _, e := range t.events {
		s := threads[e.Thread]
		if s == nil {
			s = &state{open: -1}
			threads[e.Thread] = s
		}
		switch e.Op {
		case threadgen.Enter:
			if s.depth++; s.open < 0 && exported(e.Object) {
				s.open, s.begun = begin(e.Object), s.depth
			}
		case threadgen.Lock, threadgen.RLock, threadgen.TryLock:
			if s.locked++; s.open < 0 {
				s.open, s.block = begin(e.Func), true
			}
		}
		if s.open < 0 {
			of = append(of, begin(e.Func))
		} else {
			of = append(of, s.open)
		}
		switch e.Op {
		case threadgen.Leave:
			if s.depth--; s.open >= 0 && !s.block && s.depth < s.begun {
				s.open = -1
			}
		case threadgen.Unlock, threadgen.RUnlock:
			if s.locked--; s.locked == 0 && s.block {
				s.open, s.block = -1, false
			}
		}
	}
	return of
}

// conflicts reports whether two events of different threads conflict, so that their transactions come in their order.
func (t *truth) conflicts(i, j int, all bool) bool {
	a, b := &t.events[i], &t.events[j]
	if a.Thread == b.Thread {
		return false
	}
	if t.orders(i, j, true) && (all || a.Op != threadgen.Receive) { // what a send alone waits for closes no cycle
		return true
	}
	if a.Object != b.Object {
		return false
	}
	reads := func(o threadgen.Op) bool { return o == threadgen.Read || o == threadgen.Load }
	writes := func(o threadgen.Op) bool { return o == threadgen.Write || o == threadgen.Store || o == threadgen.Add }
	switch {
	case writes(a.Op) && (reads(b.Op) || writes(b.Op)), reads(a.Op) && writes(b.Op):
		// Two accesses that nothing orders count in neither direction: a run does not tell which came first.
		atomic := a.Op != threadgen.Read && a.Op != threadgen.Write
		return all || atomic || t.before[j][i]
	case all && (a.Op == threadgen.Send && b.Op == threadgen.Receive || a.Op == threadgen.Receive && b.Op == threadgen.Send):
		return true
	}
	return false
}

func exported(fn string) bool { return strings.Contains(fn, ").M") }
