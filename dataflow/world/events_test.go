package world_test

import (
	"iter"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// A told run is a list of events, of a program that has an operation for each thing that
// may happen in a run.
type toldRun struct {
	prog   *vocabulary
	events []envs.Event
}

func (r *toldRun) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		for _, ev := range r.events {
			if !yield(ev, nil) {
				return
			}
		}
	}
}

// op is the operation of an event, nil if it is no step.
func (r *toldRun) op(ev *envs.Event) *envs.Op {
	if ev.Kind != envs.Step {
		return nil
	}
	return &r.prog.fn.Ops[ev.PC]
}

// vocabulary is a program of one function, which has the operations that are asked for.
type vocabulary struct {
	fn   envs.Func
	locs []*envs.Loc
}

func newVocabulary(vars int) *vocabulary {
	v := &vocabulary{fn: envs.Func{Name: "f"}}
	for i := range vars {
		v.locs = append(v.locs, &envs.Loc{Class: envs.Global, Name: string(rune('x' + i))})
	}
	return v
}

// at is the index of the operation of that kind.
func (v *vocabulary) at(kind envs.Kind, flags envs.Flags, loc *envs.Loc) int32 {
	for i, op := range v.fn.Ops {
		if op.Kind == kind && op.Flags == flags && op.Loc == loc {
			return int32(i)
		}
	}
	n := int32(len(v.fn.Ops))
	v.fn.Ops = append(v.fn.Ops, envs.Op{Kind: kind, Flags: flags, Loc: loc, PC: n})
	return n
}

func (v *vocabulary) NumFuncs() int                  { return 1 }
func (v *vocabulary) Func(envs.FuncID) *envs.Func    { return &v.fn }
func (v *vocabulary) Roots() []envs.FuncID           { return []envs.FuncID{0} }
func (v *vocabulary) Detail(envs.Point) *envs.Detail { return envs.NoDetail }
func (v *vocabulary) Knows() *envs.Knowledge         { return &envs.Knowledge{} }
func (v *vocabulary) Position(p envs.Point) envs.Position {
	return envs.Position{File: "f", Line: int(p.PC()) + 1, Col: 1}
}

// teller draws a run: threads that start and wait for each other, locks of which threads
// hold either side, what else orders them, and accesses of which some are atomic. Every
// event may happen after those before it.
type teller struct {
	*toldRun
	draw    irgen.Draw
	threads []*toldThread
	owner   map[uint64]*toldThread
	readers map[uint64]int
	objects []uint64        // that may be signalled
	spent   map[uint64]bool // of these, those that are no more
	plain   bool            // locks are exclusive, and nothing but locks, Fork and Join orders
}

type toldThread struct {
	id    envs.Thread
	held  []toldLock
	waits uint64
	times int // how often the lock that it waits for was held
	ended bool
	left  bool // nobody waits for it
}

type toldLock struct {
	obj  uint64
	read bool
}

func tell(draw irgen.Draw, n int, plain bool) *toldRun {
	s := &teller{
		toldRun: &toldRun{prog: newVocabulary(3)}, draw: draw, plain: plain,
		owner: map[uint64]*toldThread{}, readers: map[uint64]int{}, spent: map[uint64]bool{},
	}
	s.start()
	if !plain {
		s.start() // of which nobody knows how it came about
	}
	for range n {
		s.next()
	}
	return s.toldRun
}

func (s *teller) start() *toldThread {
	t := &toldThread{id: envs.Thread(len(s.threads) + 1)}
	s.threads = append(s.threads, t)
	return t
}

func (s *teller) event(t *toldThread, ev envs.Event) {
	ev.Thread = t.id
	if !slices.ContainsFunc(s.events, func(e envs.Event) bool { return e.Thread == t.id }) {
		s.events = append(s.events, envs.Event{Kind: envs.Enter, Thread: t.id})
	}
	s.events = append(s.events, ev)
}

func (s *teller) step(t *toldThread, kind envs.Kind, flags envs.Flags, loc *envs.Loc, obj uint64, done bool) {
	s.event(t, envs.Event{Kind: envs.Step, PC: s.prog.at(kind, flags, loc), Obj: obj, Done: done})
}

// next draws a thread and what it does.
func (s *teller) next() {
	t := s.threads[s.draw("thread", len(s.threads))]
	if t.ended || !s.goesOn(t) {
		return
	}
	kinds := 13
	if s.plain {
		kinds = 9
	}
	switch s.draw("kind", kinds) {
	default:
		s.access(t)
	case 3, 4:
		s.acquire(t)
	case 5, 6:
		s.release(t)
	case 7:
		u := s.start()
		s.step(t, envs.Fork, 0, nil, uint64(u.id), true)
	case 8:
		s.joinOrEnd(t)
	case 9:
		obj := s.object()
		s.event(t, envs.Event{Kind: envs.Signal, Obj: obj, Done: s.draw("replaces", 3) == 2, Direct: ofLock(obj)})
	case 10:
		obj := s.object()
		last := s.draw("last", 3) == 2
		s.event(t, envs.Event{Kind: envs.Observe, Obj: obj, Done: last, Direct: ofLock(obj)})
		if last {
			s.spent[obj] = true
		}
	case 11:
		s.wait(t)
	case 12:
		obj := s.object()
		for _, u := range s.threads {
			if !u.ended && u.waits == 0 {
				s.event(u, envs.Event{Kind: envs.Signal, Obj: obj, Direct: ofLock(obj)})
			}
		}
	}
}

// ofLock reports whether what is signalled of an object orders as a lock does: so does every second one.
func ofLock(obj uint64) bool { return obj>>32%2 == 1 }

// object draws something to signal or observe; there are three at a time.
func (s *teller) object() uint64 {
	i := s.draw("object", 3)
	for len(s.objects) <= i {
		s.objects = append(s.objects, uint64(len(s.objects)+1)<<32) // which is no lock's
	}
	if s.spent[s.objects[i]] {
		s.objects[i] = uint64(len(s.spent)+3) << 32
	}
	return s.objects[i]
}

// goesOn takes back the lock that the thread has given back in a wait, if it can.
func (s *teller) goesOn(t *toldThread) bool {
	if t.waits == 0 {
		return true
	}
	if s.owner[t.waits] != nil || s.readers[t.waits] > 0 {
		return false
	}
	s.owner[t.waits] = t
	for range t.times {
		t.held = append(t.held, toldLock{obj: t.waits})
	}
	t.waits = 0
	return true
}

func (s *teller) access(t *toldThread) {
	loc := s.prog.locs[s.draw("variable", len(s.prog.locs))]
	kind, flags := envs.Load, envs.Flags(0)
	switch n := s.draw("access", 9); {
	case n >= 7 && !s.plain:
		kind = envs.Atomic
	case n >= 4:
		kind = envs.Store
	}
	if kind != envs.Atomic && !s.plain && s.draw("volatile", 6) == 5 {
		flags = envs.Volatile
	}
	s.step(t, kind, flags, loc, 1, false)
}

func (s *teller) acquire(t *toldThread) {
	l := toldLock{1 + uint64(s.draw("lock", 3)), !s.plain && s.draw("side", 3) == 2}
	mine := func(m toldLock) bool { return m.obj == l.obj }
	i := slices.IndexFunc(t.held, mine)
	can := s.owner[l.obj] == nil && (l.read || s.readers[l.obj] == 0)
	if i >= 0 {
		can = t.held[i].read == l.read // again, on the same side
	}
	kind, flags := envs.Acquire, envs.Flags(0)
	if l.read {
		flags = envs.Shared
	}
	if s.draw("try", 4) == 3 {
		kind = envs.TryAcquire
	} else if !can {
		return
	}
	s.step(t, kind, flags, nil, l.obj, can)
	switch {
	case !can:
	case l.read:
		s.readers[l.obj]++
		t.held = append(t.held, l)
	default:
		s.owner[l.obj] = t
		t.held = append(t.held, l)
	}
}

// release gives back any lock that the thread holds, or one that another thread does,
// as one may in Go.
func (s *teller) release(t *toldThread) {
	o := t
	if !s.plain && s.draw("other", 5) == 4 {
		o = s.threads[s.draw("holder", len(s.threads))]
	}
	if len(o.held) == 0 {
		return
	}
	i := s.draw("held", len(o.held))
	l := o.held[i]
	if o != t && (l.read || slices.ContainsFunc(t.held, func(m toldLock) bool { return m.obj == l.obj })) {
		return
	}
	flags := envs.Flags(0)
	if l.read {
		flags = envs.Shared
	}
	s.step(t, envs.Release, flags, nil, l.obj, true)
	o.held = slices.Delete(o.held, i, i+1)
	if l.read {
		s.readers[l.obj]--
	} else if !slices.Contains(o.held, l) {
		delete(s.owner, l.obj)
	}
}

func (s *teller) wait(t *toldThread) {
	for _, l := range t.held {
		if l.read {
			continue
		}
		s.step(t, envs.Wait, 0, nil, l.obj, true)
		n := len(t.held)
		t.held = slices.DeleteFunc(t.held, func(m toldLock) bool { return m == l })
		t.waits, t.times = l.obj, n-len(t.held)
		delete(s.owner, l.obj)
		return
	}
}

// joinOrEnd waits for a thread that has ended, or ends this one.
func (s *teller) joinOrEnd(t *toldThread) {
	u := s.threads[s.draw("other", len(s.threads))]
	switch {
	case u.ended && !u.left:
		s.step(t, envs.Join, 0, nil, uint64(u.id), true)
	case len(t.held) == 0 && t.id != 1:
		s.event(t, envs.Event{Kind: envs.Leave, Done: true})
		t.ended, t.left = true, s.draw("left", 3) == 2
		s.event(t, envs.Event{Kind: envs.End, Done: !t.left})
	}
}
