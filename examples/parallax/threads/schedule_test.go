package threads

import (
	"fmt"
	"strconv"
)

// step reports whether an event waits for its turn.
func (o Op) step() bool {
	switch o {
	case Start, End, Enter, Leave, New, Use, Shut:
		return false
	}
	return true
}

// schedule draws an order of all events in which none has to wait. ok is false if the threads come to a deadlock, or
// if there are too many events.
func (g *gen) schedule() (events []Event, ok bool) {
	s := &scheduler{
		gen: g, threads: make([]*threadState, len(g.threads)),
		holder: map[string]int{}, readers: map[string]int{}, queued: map[string]int{},
	}
	s.threads[0] = s.unfold(0)
	if s.threads[0] == nil {
		return nil, false
	}
	for {
		ready := s.ready()
		if len(ready) == 0 {
			break
		}
		t := ready[g.n(len(ready))]
		if g.maybe(30) && s.last < len(s.threads) && s.enabled(s.last) { // a thread goes on for a while
			t = s.last
		}
		if !s.advance(t) || len(s.events) > maxEvents {
			return nil, false
		}
	}
	for _, t := range s.threads {
		if t == nil || len(t.rest) > 0 {
			return nil, false
		}
	}
	return s.events, true
}

type scheduler struct {
	*gen
	threads []*threadState
	holder  map[string]int // 1 + the thread that holds the exclusive side
	readers map[string]int
	queued  map[string]int // values in a channel
	events  []Event
	last    int
}

type threadState struct{ rest []Event }

// unfold lists all that a thread does; nil if that is too much.
func (s *scheduler) unfold(t int) *threadState {
	u := &unfolder{gen: s.gen, thread: t, fn: fmt.Sprintf("(*main.object%d).t%d", s.number, t)}
	u.add(Start, "", 0)
	u.nodes(s.gen.threads[t].body)
	u.add(End, "", 0)
	if len(u.list) > maxEvents {
		return nil
	}
	return &threadState{rest: u.list}
}

type unfolder struct {
	*gen
	thread  int
	fn      string
	list    []Event
	handles int
}

func (u *unfolder) add(op Op, object string, line int) {
	u.list = append(u.list, Event{Thread: u.thread, Op: op, Object: object, Line: line, Func: u.fn})
}

func (u *unfolder) nodes(list []*node) {
	for _, n := range list {
		if len(u.list) > maxEvents {
			return
		}
		u.node(n)
	}
}

func (u *unfolder) node(n *node) {
	switch n.op {
	case Read, Write:
		u.add(n.op, variables[n.object].name, n.line)
	case Load, Store, Add:
		u.add(n.op, "at", n.line)
	case Send, Receive:
		u.add(n.op, channels[n.object].path, n.line)
		u.list[len(u.list)-1].Size = channels[n.object].size
	case Fork, Join:
		u.add(n.op, strconv.Itoa(n.thread), n.line)
	case call:
		outer := u.fn
		u.fn = fmt.Sprintf("(*main.object%d).%s", u.number, n.fn.name)
		u.add(Enter, u.fn, n.line)
		u.nodes(n.fn.body)
		u.add(Leave, u.fn, n.line)
		u.fn = outer
	case loop:
		u.nodes(n.body)
		u.nodes(n.body)
	case branch:
		if u.thread == n.thread {
			u.nodes(n.body)
		}
	case handle:
		u.handles++
		h := fmt.Sprintf("%s handle %d of thread %d", n.form, u.handles, u.thread)
		u.add(New, h, n.line)
		for _, do := range n.body {
			u.add(do.op, h, do.line)
		}
	default:
		lock, outer := locks[n.object].name, u.fn
		switch n.form {
		case "function":
			u.fn = fmt.Sprintf("main.with%d", u.number)
		case "method value":
			u.fn = fmt.Sprintf("main.acquire%d", u.number)
		}
		u.add(n.op, lock, n.line)
		u.fn = outer
		u.nodes(n.body)
		end := Unlock
		if n.op == RLock {
			end = RUnlock
		}
		u.add(end, lock, n.end)
	}
}

func (s *scheduler) ready() (list []int) {
	for t := range s.threads {
		if s.enabled(t) {
			list = append(list, t)
		}
	}
	return list
}

// next is the next event of a thread that has one.
func (s *scheduler) next(t int) (Event, bool) {
	if s.threads[t] == nil || len(s.threads[t].rest) == 0 {
		return Event{}, false
	}
	return s.threads[t].rest[0], true
}

func (s *scheduler) enabled(t int) bool {
	e, ok := s.next(t)
	if !ok {
		return false
	}
	switch e.Op {
	case Lock, TryLock:
		return s.holder[e.Object] == 0 && s.readers[e.Object] == 0
	case RLock:
		return s.holder[e.Object] == 0
	case Send:
		if e.Size == 0 {
			return s.receiver(t, e.Object) >= 0
		}
		return s.queued[e.Object] < e.Size
	case Receive:
		return e.Size > 0 && s.queued[e.Object] > 0 // without a buffer, with the send
	case Join:
		child, _ := strconv.Atoi(e.Object)
		return s.threads[child] != nil && len(s.threads[child].rest) == 0
	}
	return true
}

// receiver is a thread that can receive at once from a channel without a buffer, or -1.
func (s *scheduler) receiver(sender int, channel string) int {
	for t := range s.threads {
		if e, ok := s.next(t); ok && t != sender && e.Op == Receive && e.Object == channel {
			return t
		}
	}
	return -1
}

// advance makes the next event of a thread; ok is false if a thread that it starts does too much.
func (s *scheduler) advance(t int) (ok bool) {
	e, _ := s.next(t)
	s.threads[t].rest = s.threads[t].rest[1:]
	s.last = t
	switch e.Op {
	case Lock, TryLock:
		s.holder[e.Object] = 1 + t
	case Unlock:
		s.holder[e.Object] = 0
	case RLock:
		s.readers[e.Object]++
	case RUnlock:
		s.readers[e.Object]--
	case Send:
		e.Rank = s.rank(Send, e.Object)
		s.queued[e.Object]++
	case Receive:
		e.Rank = s.rank(Receive, e.Object)
		s.queued[e.Object]--
	case Fork:
		child, _ := strconv.Atoi(e.Object)
		if s.threads[child] = s.unfold(child); s.threads[child] == nil {
			return false
		}
	}
	s.events = append(s.events, e)
	if e.Op == Send && e.Size == 0 {
		return s.advance(s.receiver(t, e.Object))
	}
	return true
}

func (s *scheduler) rank(op Op, channel string) (n int) {
	for _, e := range s.events {
		if e.Op == op && e.Object == channel {
			n++
		}
	}
	return n
}
