package ir

import (
	enc "encoding/binary"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/explore"
)

// Interference looks for a schedule that shows that calls of some functions are not atomic: one that leaves something
// behind which no schedule does that executes each such call as if at once. What is left behind is the values of
// variables, and of fields and elements that they lead to, uncaught exceptions, and who waits for good. A call within
// another one is part of that. Nil says that there is none. The schedule is a shortest one; a System with the same
// options executes it. Complete says that all states were searched, of which Options.MaxRuns is the limit.
//
// A call that has begun, and has to wait for others before it has ended, cannot be executed at once. Schedules that
// lead there are not among those that are compared with, so that what only they leave behind counts against the call.
// That includes who waits for good (Lipton's restriction R1).
func (p *Program) Interference(atomic func(*envs.Func) bool, opts Options) (shown explore.Schedule, complete bool) {
	opts.Reduce = Reduce{} // what a call has begun is told by where it stops
	limits := explore.StatesOptions{Breadth: true, States: opts.MaxRuns}
	serial := map[string]bool{}
	s := p.System(opts)
	s.whole = atomic
	count := explore.States(s, limits, explore.Visitor{End: func(*explore.Path) bool {
		if s.open() == nil {
			serial[s.ending()] = true
		}
		return true
	}})
	if complete = count.Complete; !complete {
		return nil, false
	}
	serially := s
	s = p.System(opts)
	s.names, s.made = serially.names, serially.made // so that threads that threads start have the same names
	count = explore.States(s, limits, explore.Visitor{End: func(path *explore.Path) bool {
		if !serial[s.ending()] {
			shown = path.Schedule()
		}
		return shown == nil
	}})
	return shown, count.Complete || shown != nil
}

// follow notes whether a thread is in a call that is to be executed as if at once, after one of its operations.
func (s *System) follow(t *thread) {
	c := &s.threads[t.id-1]
	if int(c.call) > len(t.frames) {
		c.call, c.begun = 0, false
	}
	if c.call == 0 && len(t.frames) > 0 && s.whole(t.top().code.fn) {
		c.call = int32(len(t.frames))
	}
}

// open is the thread that has begun such a call and not ended it; nil if there is none.
func (s *System) open() *thread {
	for _, t := range s.m.threads {
		if s.threads[t.id-1].begun && t.status != ended {
			return t
		}
	}
	return nil
}

// ending describes what an execution has left behind.
func (s *System) ending() string {
	if s.quick != nil {
		s.quick.sync()
	}
	for _, t := range s.m.threads {
		s.bury(t)
	}
	s.canonical()
	b := s.appendRest(nil)
	for _, t := range s.m.threads {
		if t.status != ended {
			f := t.top()
			for _, n := range [...]int32{t.name, int32(f.code.fn.ID), f.pc} {
				b = enc.AppendVarint(b, int64(n))
			}
		}
	}
	for i := range s.m.objs {
		b = s.appendObject(append(b, '.'), &s.m.objs[i])
	}
	return string(b)
}
