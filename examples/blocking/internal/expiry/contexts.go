package expiry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
)

// A doom says of a channel that nobody serves a thread at it.
type doom uint8

const (
	served  doom = iota
	without      // nobody does, and other cases of a select are meant to end the wait
	onlyWay      // nobody does, and it is meant to end the thread
)

// A search looks for waits in a function, and in what that calls and starts with values that are of interest.
type search struct {
	*finder
	// doomed is what is known of a context, a timer or a ticker.
	doomed func(value) doom
	tell   func(sighting)
	story  []envs.Evidence
	thread bool // it is another thread than that of the first function
	called bool // the function is called, and not started
	all    bool // what is of interest is found in memory, too
	seen   map[string]bool
}

// A sighting is a wait that is found.
type sighting struct {
	*search
	at     envs.Point
	of     value // the context, timer or ticker
	single bool  // it is the wait for that alone
	none   bool  // nothing ends the wait
}

// maxCalls is how many calls a value is followed through.
const maxCalls = 4

// in looks through a function.
func (s *search) in(fn *envs.Func, in frame) {
	s.waits(fn, in)
	if len(s.story) == maxCalls {
		return
	}
	for i := range fn.Ops {
		if op := &fn.Ops[i]; surely(op) && (s.all || s.hands(fn, op, in)) {
			s.enter(fn, op, in)
		}
	}
}

// surely reports whether it is known which function an operation calls or starts.
func surely(op *envs.Op) bool { return op.Reaches() && !op.Callee.Open && len(op.Callee.Funcs) == 1 }

// hands reports whether a call hands over what is of interest, by itself or in a variable.
func (s *search) hands(fn *envs.Func, op *envs.Op, in frame) bool {
	return slices.ContainsFunc(op.Uses, func(r envs.Reg) bool {
		if r == 0 {
			return false
		}
		v := s.root(value{fn.ID, r}, in)
		held, ok := in.holds[v]
		if !ok && v.fn == fn.ID {
			held, ok = s.settled(fn, v.reg, op.PC)
		}
		return s.dooms(v, in) || ok && s.dooms(s.root(held, in), in)
	})
}

// doomOf is what is known of a root: of a channel, or of what has the channel. The value is what has it.
func (s *search) doomOf(v value, in frame) (doom, value) {
	op, m := s.originMark(v)
	switch {
	case m == done && s.tested(v):
		return served, v
	case m == done:
		v = s.root(value{v.fn, argument(op, 0)}, in)
	case op != nil && op.Kind == envs.Load && isTick(op.Loc):
		v = s.root(value{v.fn, op.Uses[0]}, in)
	}
	v = s.context(v, in)
	return s.doomed(v), v
}

// enter looks through the function that an operation calls or starts.
func (s *search) enter(fn *envs.Func, op *envs.Op, in frame) {
	callee := s.prog.Func(op.Callee.Funcs[0])
	if callee == nil {
		return
	}
	below, next := *s, s.entered(fn, op, callee, in)
	text := "it is called with that"
	if below.called = op.Kind == envs.Call; !below.called {
		below.thread, text = true, "a thread is started with that"
	}
	key := below.keyOf(callee, next)
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	below.story = append(slices.Clip(s.story), envs.Evidence{At: envs.At(fn.ID, op.PC), Text: text})
	below.in(callee, next)
}

// keyOf names what is known of a function where it is called.
func (s *search) keyOf(fn *envs.Func, in frame) string {
	var all []string
	for to, from := range in.handed {
		if held, ok := in.holds[from]; ok {
			from = held
		}
		if d, _ := s.doomOf(from, in); d != served {
			all = append(all, fmt.Sprint(to, d))
		}
	}
	slices.Sort(all)
	return fmt.Sprint(fn.ID, s.thread, s.called, strings.Join(all, " "))
}

func (s *search) dooms(v value, in frame) bool {
	d, _ := s.doomOf(v, in)
	return d != served
}

// waits finds the waits of a function itself.
func (s *search) waits(fn *envs.Func, in frame) {
	for i := range fn.Ops {
		op := &fn.Ops[i]
		switch op.Kind {
		case envs.Send, envs.Receive:
			if !op.Is(envs.Chosen) {
				s.choice(fn, []*envs.Op{op}, in)
			}
		case envs.Branch, envs.Switch:
			if cases := flow.Cases(fn, op); cases != nil {
				s.choice(fn, cases, in)
			}
		}
	}
}

// choice finds out whether a thread may wait for good at operations of which it executes one. A function that is called
// may return otherwise: then it is not known whether the wait is for such callers.
func (s *search) choice(fn *envs.Func, cases []*envs.Op, in frame) {
	most, of, all := served, value{}, true
	var others []int32
	for _, op := range cases {
		switch d, v := s.channel(fn, op, in); {
		case d == served:
			all, others = false, append(others, op.PC)
		case v.reg != 0 && (d > most || of.reg == 0):
			most, of = d, v
		}
	}
	if of.reg == 0 || !all && (most != onlyWay || !s.thread || s.returns(fn, others, in)) {
		return
	}
	if s.reaches(fn, cases[0].PC, in) && !(s.called && s.returns(fn, []int32{0}, in)) {
		s.tell(sighting{s, envs.At(fn.ID, cases[0].PC), of, len(cases) == 1, all})
	}
}

// returns reports whether control may come from operations to a return, if no wait ends that is known to be of no use.
func (s *search) returns(fn *envs.Func, from []int32, in frame) (does bool) {
	for _, pc := range from {
		does = does || s.follows(fn, pc, in, func(op *envs.Op) bool { return op.Kind == envs.Return })
	}
	return does
}

// reaches reports whether control may come to a wait, if no other one ends that is known to be of no use.
func (s *search) reaches(fn *envs.Func, wait int32, in frame) bool {
	return s.follows(fn, 0, in, func(op *envs.Op) bool { return op.PC == wait })
}

// follows reports whether control may come from an operation to another one, or there are too many paths to tell.
func (s *search) follows(fn *envs.Func, from int32, in frame, to func(*envs.Op) bool) (does bool) {
	w := flow.Walk[bool]{Flow: s.table.Flow, Func: fn, Step: func(op *envs.Op, b bool) (bool, bool) {
		switch {
		case does:
			return b, false
		case to(op):
			does = true
			return b, false
		case op.Kind == envs.Send || op.Kind == envs.Receive:
			d, _ := s.channel(fn, op, in)
			return b, d == served
		}
		return b, true
	}}
	return !w.From(from, false) || does
}

// channel is what is known of the channel of an operation, and what has it.
func (s *search) channel(fn *envs.Func, op *envs.Op, in frame) (doom, value) {
	if len(op.Uses) == 0 {
		return served, value{}
	}
	v := s.root(value{fn.ID, op.Uses[0]}, in)
	if from := s.origin(v); from != nil && from.Kind == envs.New {
		if s.unserved(v, from, op.Kind) {
			return without, value{}
		}
		return served, value{}
	}
	return s.doomOf(v, in)
}

// context is the context that a value is derived from, and is cancelled with.
func (f *finder) context(v value, in frame) value {
	for range maxWay {
		v = f.root(v, in)
		op, m := f.originMark(v)
		if m != valued {
			break
		}
		v = value{v.fn, argument(op, 0)}
	}
	return v
}

// tested reports whether a function asks whether the channel of a context is nil.
func (f *finder) tested(v value) bool {
	fn := f.prog.Func(v.fn)
	return slices.ContainsFunc(fn.Ops, func(op envs.Op) bool {
		return op.Kind == envs.Compute && slices.Contains(op.Uses, v.reg)
	})
}

// unserved reports whether nobody does what ends a wait at a channel, which all who know it do not hand on.
func (f *finder) unserved(v value, made *envs.Op, wait envs.Kind) bool {
	for _, x := range f.table.Objects(f.prog.Func(v.fn)) {
		if x.Made != made.PC || x.Group {
			continue
		}
		var all exchange.Often
		for _, use := range x.At {
			if all = all.Plus(use.Most()); use.Threads != nil {
				all = all.Plus(use.MostOfThreads())
			}
		}
		if wait == envs.Send {
			return x.Room == 0 && all[exchange.Receives] == 0
		}
		return all[exchange.Sends]+all[exchange.Closes] == 0
	}
	return false
}

// wait is what is told of a wait for the end of a context.
func (s sighting) wait(first envs.Evidence) Wait {
	why := "nothing else ends the thread"
	if s.none {
		why = "nothing ends the wait"
	}
	last := envs.Evidence{At: s.at, Text: "it waits: " + why}
	return Wait{"for the end of a context", why, slices.Concat([]envs.Evidence{first}, s.story, []envs.Evidence{last})}
}

// idleContexts finds waits for the end of contexts that nobody can cancel: of those that a function makes, and of those
// that it finds in memory.
func (f *finder) idleContexts(fn *envs.Func) {
	s := &search{finder: f, seen: f.seen, thread: f.started[fn.ID], doomed: func(v value) doom {
		switch _, m := f.originMark(v); m {
		case background:
			return without
		case detached:
			return onlyWay
		}
		return served
	}}
	s.tell = func(w sighting) {
		if _, known := f.found.Waits[w.at]; !known && !w.meant() {
			made := envs.At(w.of.fn, f.origin(w.of).PC)
			f.found.Waits[w.at] = w.wait(envs.Evidence{At: made, Text: "nobody can cancel this context"})
		}
	}
	switch {
	case len(f.marked(fn, background, detached)) > 0:
		s.in(fn, frame{})
	case len(f.marked(fn, done)) > 0:
		s.waits(fn, frame{})
	}
}

// meant reports whether a thread is kept for good as its authors want it. They keep the main thread so, and what serves
// it.
func (s sighting) meant() bool {
	switch {
	case !s.thread && s.single:
		return true
	case s.thread && !s.single || s.doomed(s.of) != without:
		return false
	}
	return s.byMain(s.of.fn)
}

// byMain reports whether a main function calls another function, directly or not.
func (f *finder) byMain(id envs.FuncID) bool {
	if f.inMain == nil {
		f.inMain = map[envs.FuncID]bool{}
		for id := range envs.FuncID(f.prog.NumFuncs()) {
			if f.prog.Knows().EndsWith(id) {
				f.calledBy(id)
			}
		}
	}
	return f.inMain[id]
}

func (f *finder) calledBy(id envs.FuncID) {
	for work := []envs.FuncID{id}; len(work) > 0; {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		fn := f.prog.Func(id)
		if fn == nil || f.inMain[id] {
			continue
		}
		f.inMain[id] = true
		for i := range fn.Ops {
			if op := &fn.Ops[i]; op.Kind == envs.Call {
				work = append(work, op.Callee.Funcs...)
			}
		}
	}
}
