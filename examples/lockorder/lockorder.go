package lockorder

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// The kinds of reports.
const (
	Cycle = "lock-cycle" // threads may wait for each other
	Again = "lock-again" // a thread waits for a lock that it holds
	Kept  = "lock-kept"  // a thread ends while it holds a lock
)

// Options are the checker's options; see the package comment.
type Options struct {
	All bool
}

// Analyzer makes the analyzer "lockorder".
func Analyzer() *dataflow.Analyzer {
	var o Options
	a := dataflow.NewAnalyzer("lockorder", "finds locks that threads may take in an order in which they wait for each other",
		func() dataflow.Checker[holding] { return New(o) })
	a.Flags.BoolVar(&o.All, "all", o.All, "count locks without a name, each of which may be any")
	a.OnDemand = true
	return a
}

// New makes the checker for one analysis.
func New(o Options) dataflow.Checker[holding] { return &checker{Options: o} }

type checker struct {
	Options
	graph
}

var (
	_ dataflow.Enterer[holding] = (*checker)(nil)
	_ dataflow.Repeater         = (*checker)(nil)
	_ dataflow.Needer           = (*checker)(nil)
)

func (c *checker) Needs() dataflow.Needs { return dataflow.Segments | dataflow.LockSets }

// Entry is the state of a frame whose callers hold no lock.
func (c *checker) Entry(envs.Env, *envs.Func) holding { return nil }

// Enter tells a callee of the locks that are held around it.
func (c *checker) Enter(env envs.Env, _ *envs.Op, s holding, _ *envs.Func) holding {
	return s.around(env).clean()
}

// Step puts the places at which locks are waited for into the graph, and judges each.
func (c *checker) Step(env envs.Env, op *envs.Op, s holding) holding {
	switch op.Kind {
	case envs.Acquire:
		if !env.MustRetake() {
			c.wait(env, op, s)
		} else if !op.Is(envs.Reentrant) {
			c.again(env, op, s)
		}
	case envs.Wait: // which takes its lock again
		c.wait(env, op, s)
	case envs.Return:
		if env.MayEnd() {
			c.end(env)
		}
	}
	return s
}

// wait is the effect of an operation that waits for a lock.
func (c *checker) wait(env envs.Env, op *envs.Op, s holding) {
	lock := env.Lock()
	if lock == 0 && !c.All {
		return
	}
	w := c.waitAt(env, op, lock)
	c.want(&w)
	for _, h := range s.around(env).without(lock) {
		if h.Lock == 0 && !c.All {
			continue
		}
		w.holds, w.taken = hold{h.Lock, h.Read}, h.At
		c.add(env, &w)
		c.judge(env, &w)
	}
}

// again is the effect of taking a lock that the thread holds, where that is no matter of
// course.
func (c *checker) again(env envs.Env, op *envs.Op, s holding) {
	w := c.waitAt(env, op, env.Lock())
	c.want(&w)
	held := s.around(env)
	if i := held.innermost(w.lock); i >= 0 {
		w.holds, w.taken = hold{held[i].Lock, held[i].Read}, held[i].At
	}
	if !w.read || !w.holds.read {
		c.reportAgain(env, &w, nil)
	} else if u := c.writer(env, &w, &w); u != nil {
		c.reportAgain(env, &w, u)
	}
}

// end is the effect of the end of a thread.
func (c *checker) end(env envs.Env) {
	held, _ := env.MayLocks()
	for _, h := range held {
		if c.All || !h.Maybe && h.Lock != 0 {
			c.reportKept(env, h)
		}
	}
}

// waitAt is what an operation waits for. Of the locks that are certainly held around it,
// those that are the same everywhere keep others from waiting at the same time.
func (c *checker) waitAt(env envs.Env, op *envs.Op, lock envs.Lock) wait {
	sets, around := env.LockSets().Must(), env.MustLocks()
	for l := range around.All() {
		if l.Key == lock || !env.MustBeSame(l.Key, l.Key) {
			around = sets.Clear(around, l.Key)
		}
	}
	return wait{lock: lock, read: op.Is(envs.Shared), at: env.Point(), segment: env.Segment(), around: around}
}
