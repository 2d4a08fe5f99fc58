package views

import (
	"iter"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "view-inconsistency"

// Options are the checker's options; see the package comment.
type Options struct {
	Plain       bool
	Conditional bool
	Elements    bool
	Least       int
}

// Analyzer makes the analyzer "views".
func Analyzer() *dataflow.Analyzer {
	o := Options{Least: 2}
	a := dataflow.NewAnalyzer("views", "finds variables that one thread accesses together under a lock and another one apart",
		func() dataflow.Checker[state] { return New(o) })
	a.Flags.BoolVar(&o.Plain, "plain", o.Plain, "compare all views, whichever locks they are of and were held around them")
	a.Flags.BoolVar(&o.Conditional, "conditional", o.Conditional, "take what a block accesses under a condition for accessed")
	a.Flags.BoolVar(&o.Elements, "elements", o.Elements, "let elements of arrays, slices and maps be variables, too")
	a.Flags.IntVar(&o.Least, "least", o.Least, "report only what is about at least `n` variables")
	a.OnDemand = true
	return a
}

// New makes the checker for one analysis.
func New(o Options) dataflow.Checker[state] { return &checker{Options: o} }

type checker struct {
	Options
	memory
}

var (
	_ dataflow.Repeater      = (*checker)(nil)
	_ dataflow.Needer        = (*checker)(nil)
	_ dataflow.Caller[state] = (*checker)(nil)
	_ dataflow.Selector      = (*checker)(nil)
	_ dataflow.Dropper       = (*checker)(nil)
)

func (c *checker) Needs() dataflow.Needs {
	return dataflow.Accesses | dataflow.LockSets | dataflow.Segments
}

// Selects what takes and gives back locks, and what accesses memory.
func (c *checker) Selects(k envs.Kind) bool {
	switch k {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Load, envs.Store:
		return true
	}
	return false
}

func (c *checker) Entry(envs.Env, *envs.Func) state { return state{below: begin()} }

// Step opens a block where a lock is taken, adds what is accessed to all open ones, and
// publishes the views of a block that ends.
func (c *checker) Step(env envs.Env, op *envs.Op, s state) state {
	switch {
	case op.Kind == envs.Acquire || op.Kind == envs.TryAcquire:
		return c.open(env, op, s)
	case op.Kind == envs.Release || op.Kind == envs.Wait:
		return c.settle(env, op, s)
	case op.Kind == envs.Load || op.Kind == envs.Store:
		return c.access(env, op, s)
	}
	return s
}

func (c *checker) open(env envs.Env, op *envs.Op, s state) state {
	held, _ := env.MayLocks()
	for _, h := range slices.Backward(held) {
		if h.At != env.Point() || env.MustRetake() {
			continue
		}
		b := block{h.At, h.Lock, h.Maybe, begin()}
		if old, ok := s.find(h.At, h.Lock); ok {
			b.ways, _ = old.merge(b.ways) // it may be the same lock again
		}
		return s.with(b)
	}
	return s
}

func (c *checker) access(env envs.Env, op *envs.Op, s state) state {
	v := env.Variable()
	if v == 0 || op.Is(envs.Local) || op.Is(envs.Volatile) || !env.MayWrite() || !c.Elements && op.Loc != nil && op.Loc.Class == envs.Elem {
		return s
	}
	held, _ := env.MayLocks()
	for i, h := range held {
		b, mine := s.find(h.At, h.Lock)
		for name := range c.lockNames(h) {
			if op.Writes() {
				c.write(v)
			}
			if mine {
				b.ways = b.access(c.item(note{v, name, 0}))
			} else {
				s.below = s.below.access(c.item(note{v, name, h.Lock}))
			}
		}
		if !mine {
			continue
		}
		for _, outer := range held[:i] {
			for name := range c.lockNames(outer) {
				if !c.Plain {
					b.ways = b.access(-c.item(note{v, name, outer.Lock}))
				}
			}
		}
		c.saw(b.at, v, env.Point())
		s = s.with(b)
	}
	return s
}

// settle ends the blocks of which the lock is given back.
func (c *checker) settle(env envs.Env, op *envs.Op, s state) state {
	held, _ := env.MayLocks()
	r := state{below: s.below}
	for _, b := range s.blocks {
		i := heldAt(env, held, b)
		ends, renewed := i < 0, false
		switch {
		case op.Kind == envs.Wait && env.MayBeSame(b.lock, env.Lock()):
			ends, renewed = true, true
		case i >= 0:
			ends = held[i].Maybe && !b.maybe
		case op.Kind != envs.Release || !env.MustBeSame(b.lock, env.Lock()):
			// Where a lock is given back out of order, or by a callee, those inside it have
			// another place from then on.
			i = slices.IndexFunc(held, func(h envs.HeldLock) bool { return h.At == env.Point() && env.MayBeSame(h.Lock, b.lock) })
			renewed = op.Kind == envs.Call
			ends = i < 0 || renewed || !env.MustBeSame(held[i].Lock, b.lock)
		}
		if ends {
			c.publish(env, b)
		}
		if i < 0 {
			i = slices.IndexFunc(held, func(h envs.HeldLock) bool { return renewed && h.At == env.Point() })
		}
		if i < 0 {
			continue
		}
		b.at, b.lock, b.maybe = held[i].At, held[i].Lock, held[i].Maybe
		b.ways = begin().then(b.ways, func(v view.View[item]) view.View[item] { return c.still(held, v) })
		if renewed {
			b.ways = begin()
		}
		if old, ok := r.find(b.at, b.lock); ok {
			b.ways, _ = b.merge(old.ways)
		}
		r = r.with(b)
	}
	return r
}

// still is a view without what it has by locks around its block that are not held any more.
func (c *checker) still(held []envs.HeldLock, v view.View[item]) view.View[item] {
	var r []item
	for i := range v.All() {
		of := c.notes[max(-i, i)].holder
		if i > 0 || slices.ContainsFunc(held, func(h envs.HeldLock) bool { return h.Lock == of }) {
			r = append(r, i)
		}
	}
	return view.Of(r...)
}

// heldAt is the index of the lock of b, of those held, or -1.
func heldAt(env envs.Env, held []envs.HeldLock, b block) int {
	i := slices.IndexFunc(held, func(h envs.HeldLock) bool { return h.At == b.at && h.Lock == b.lock })
	if i < 0 { // a caller may know it by another name
		i = slices.IndexFunc(held, func(h envs.HeldLock) bool { return h.At == b.at && env.MayBeSame(h.Lock, b.lock) })
	}
	return i
}

// Exit is the state.
func (c *checker) Exit(_ envs.Env, _ *envs.Op, s state) state { return s }

// Return adds what a callee has accessed under the locks of the frame, and takes over
// the locks that it has left behind.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s state) state {
	if len(s.blocks)+len(exit.blocks) == 0 && exit.below.empty() {
		return s
	}
	held, _ := env.MayLocks()
	r := state{}
	for _, b := range exit.blocks {
		i := heldAt(env, held, b)
		if i < 0 {
			i = slices.IndexFunc(held, func(h envs.HeldLock) bool { return h.At == env.Point() && env.MayBeSame(h.Lock, b.lock) })
		}
		if i >= 0 {
			b.at, b.lock = held[i].At, held[i].Lock
		}
		r = r.with(b)
	}
	r.below = s.below.then(exit.below, func(v view.View[item]) view.View[item] {
		return c.seen(v, func(n note) item {
			if slices.ContainsFunc(s.blocks, func(b block) bool { return env.MustBeSame(b.lock, n.holder) }) {
				return 0
			}
			return c.item(n)
		})
	})
	for _, b := range s.blocks {
		inner := heldAt(env, held, b)
		if inner < 0 {
			inner = 0 // those around it are not known any more
		}
		b.ways = b.then(exit.below, func(v view.View[item]) view.View[item] {
			return c.seen(v, func(n note) item {
				within := func(h envs.HeldLock) bool { return env.MayBeSame(h.Lock, n.holder) }
				switch {
				case env.MayBeSame(b.lock, n.holder):
					c.saw(b.at, n.variable, env.Point())
					return c.item(note{n.variable, n.name, 0})
				case c.Plain || slices.ContainsFunc(held[inner:], within):
					return 0
				}
				return -c.item(n)
			})
		})
		if old, ok := r.find(b.at, b.lock); ok {
			b.ways, _ = b.merge(old.ways)
		}
		r = r.with(b)
	}
	return c.settle(env, call, r)
}

// seen is a view with each of its items as f gives it, without those that are 0.
func (c *checker) seen(v view.View[item], f func(note) item) view.View[item] {
	var r []item
	for i := range v.All() {
		if j := f(c.notes[i]); j != 0 {
			r = append(r, j)
		}
	}
	return view.Of(r...)
}

// lockNames are the names by which views of a lock are known; none if they are not to be
// compared with others.
func (c *checker) lockNames(h envs.HeldLock) iter.Seq[envs.Lock] {
	return func(yield func(envs.Lock) bool) {
		if c.Plain {
			yield(0)
			return
		}
		for l := range h.Names.All() {
			if !yield(l.Key) {
				return
			}
		}
	}
}
