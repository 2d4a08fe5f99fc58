package threads

import (
	"strings"
)

// A transaction is what a thread does from one event to another, with all that is done between.
type transaction struct {
	fn     string // the function that is called, or in which its block begins
	cyclic bool   // others have to come between two parts of it
}

// transactions are those of the scenario, by the rules: exported functions, or else monitor blocks. An event that is in
// none is one by itself. They are cyclic if no serial order explains them: with all, by all that may count as a
// conflict; otherwise by what certainly does.
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
			if all && e.Op == Receive && e.Size == 0 && t.orders(i, j, false) { // the send ends afterwards
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
		case Enter:
			if s.depth++; s.open < 0 && exported(e.Object) {
				s.open, s.begun = begin(e.Object), s.depth
			}
		case Lock, RLock, TryLock:
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
		case Leave:
			if s.depth--; s.open >= 0 && !s.block && s.depth < s.begun {
				s.open = -1
			}
		case Unlock, RUnlock:
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
	if t.orders(i, j, true) && (all || a.Op != Receive) { // what a send alone waits for closes no cycle
		return true
	}
	if a.Object != b.Object {
		return false
	}
	reads := func(o Op) bool { return o == Read || o == Load }
	writes := func(o Op) bool { return o == Write || o == Store || o == Add }
	switch {
	case writes(a.Op) && (reads(b.Op) || writes(b.Op)), reads(a.Op) && writes(b.Op):
		// Two accesses that nothing orders count in neither direction: a run does not tell which came first.
		atomic := a.Op != Read && a.Op != Write
		return all || atomic || t.before[j][i]
	case all && a.Op == Send:
		return b.Op == Receive
	case all && a.Op == Receive:
		return b.Op == Send
	}
	return false
}

func exported(fn string) bool { return strings.Contains(fn, ").M") }
