package gorun_test

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// clocks decides what happens before what in a run, the plain way: a vector clock for each thread, lock and object, and
// all accesses kept.
type clocks struct {
	prog    envs.Program
	threads map[envs.Thread]clock
	stacks  map[envs.Thread][]*envs.Func
	forked  map[envs.Thread]clock
	locks   map[uint64]*sides
	signals map[uint64]clock
	cells   map[cellOf][]access
	objects map[string]map[uint64]bool // by class of memory, of those that are there
	lives   map[string]int             // how many there have been
	held    int                        // how many locks there have been
	byObj   map[uint64][]*envs.Loc
	races   map[string]bool     // classes of memory with unordered accesses
	sites   map[envs.Point]bool // of these
	ended   int
	events  int
	unknown int // accesses without identity to memory that is not local
}

type clock map[envs.Thread]int

func (c clock) join(d clock) {
	for t, n := range d {
		c[t] = max(c[t], n)
	}
}

type sides struct{ exclusive, all clock }

type cellOf struct {
	loc *envs.Loc
	obj uint64
}

type access struct {
	thread envs.Thread
	time   int
	at     envs.Point
	writes bool
	atomic bool
}

func newClocks(prog envs.Program) *clocks {
	return &clocks{
		prog: prog, threads: map[envs.Thread]clock{}, stacks: map[envs.Thread][]*envs.Func{}, forked: map[envs.Thread]clock{},
		locks: map[uint64]*sides{}, signals: map[uint64]clock{}, cells: map[cellOf][]access{},
		objects: map[string]map[uint64]bool{}, lives: map[string]int{}, byObj: map[uint64][]*envs.Loc{},
		races: map[string]bool{}, sites: map[envs.Point]bool{},
	}
}

func (c *clocks) of(t envs.Thread) clock {
	if c.threads[t] == nil {
		c.threads[t] = clock{t: 1}
		c.threads[t].join(c.forked[t])
		delete(c.forked, t)
	}
	return c.threads[t]
}

// release gives what the thread did so far, and what it does from here on is later.
func (c *clocks) release(t envs.Thread) clock {
	now := maps.Clone(c.of(t))
	c.of(t)[t]++
	return now
}

func (c *clocks) event(e envs.Event) {
	c.events++
	switch e.Kind {
	case envs.Enter:
		c.of(e.Thread)
		c.stacks[e.Thread] = append(c.stacks[e.Thread], c.prog.Func(e.Func))
	case envs.Leave:
		s := c.stacks[e.Thread]
		c.stacks[e.Thread] = s[:len(s)-1]
	case envs.End:
		delete(c.threads, e.Thread)
		delete(c.forked, e.Thread)
		delete(c.stacks, e.Thread)
		c.ended++
	case envs.Signal:
		now := c.release(e.Thread)
		if old := c.signals[e.Obj]; old != nil && !e.Done {
			now.join(old)
		}
		c.signals[e.Obj] = now
	case envs.Observe:
		c.of(e.Thread).join(c.signals[e.Obj])
		if e.Done {
			delete(c.signals, e.Obj)
		}
	case envs.Forget:
		delete(c.signals, e.Obj)
		delete(c.locks, e.Obj)
		for _, loc := range c.byObj[e.Obj] {
			delete(c.cells, cellOf{loc, e.Obj})
			delete(c.objects[loc.Name], e.Obj)
		}
		delete(c.byObj, e.Obj)
	case envs.Step:
		s := c.stacks[e.Thread]
		fn := s[len(s)-1]
		c.step(e, fn, &fn.Ops[e.PC])
	}
}

func (c *clocks) step(e envs.Event, fn *envs.Func, op *envs.Op) {
	switch op.Kind {
	case envs.Fork:
		if e.Obj != 0 {
			c.forked[envs.Thread(e.Obj)] = c.release(e.Thread)
		}
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait:
		if e.Obj == 0 || op.Kind == envs.TryAcquire && !e.Done {
			return
		}
		l := c.locks[e.Obj]
		if l == nil {
			l = &sides{clock{}, clock{}}
			c.locks[e.Obj] = l
			c.held++
		}
		switch {
		case op.Kind != envs.Release && op.Is(envs.Shared):
			c.of(e.Thread).join(l.exclusive)
		case op.Kind != envs.Release:
			c.of(e.Thread).join(l.all)
		case op.Is(envs.Shared):
			l.all.join(c.release(e.Thread))
		default:
			now := c.release(e.Thread)
			l.all.join(now)
			l.exclusive.join(now)
		}
	case envs.Load, envs.Store, envs.Atomic:
		if op.Is(envs.Local) || op.Loc == nil {
			return
		}
		if e.Obj == 0 {
			c.unknown++
			return
		}
		if c.objects[op.Loc.Name] == nil {
			c.objects[op.Loc.Name] = map[uint64]bool{}
		}
		if !c.objects[op.Loc.Name][e.Obj] {
			c.objects[op.Loc.Name][e.Obj] = true
			c.lives[op.Loc.Name]++
			c.byObj[e.Obj] = append(c.byObj[e.Obj], op.Loc)
		}
		c.access(cellOf{op.Loc, e.Obj}, access{
			e.Thread, c.of(e.Thread)[e.Thread], envs.At(fn.ID, e.PC), op.Kind != envs.Load,
			op.Is(envs.Volatile) || op.Kind == envs.Atomic,
		})
	}
}

func (c *clocks) access(at cellOf, a access) {
	mine := c.of(a.thread)
	for _, b := range c.cells[at] {
		if b.thread != a.thread && (a.writes || b.writes) && !(a.atomic && b.atomic) && mine[b.thread] < b.time {
			c.races[at.loc.Name] = true
			c.sites[a.at], c.sites[b.at] = true, true
		}
	}
	if list := c.cells[at]; !slices.Contains(list, a) {
		c.cells[at] = append(list, a)
	}
}
