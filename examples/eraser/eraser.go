package eraser

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "data-race"

// Options are the checker's options; see the package comment.
type Options struct {
	Multi   bool
	Initial bool
	Pairs   bool
	Order   bool
}

// Analyzer makes the analyzer "eraser".
func Analyzer() *dataflow.Analyzer {
	o := Options{Order: true}
	a := dataflow.NewAnalyzer("eraser", "finds shared variables that no lock protects at all their accesses",
		func() dataflow.Checker[dataflow.Nothing] { return New(o) })
	a.Flags.BoolVar(&o.Multi, "multi", o.Multi, "let each read hold one of the locks that all writes hold, whichever it is")
	a.Flags.BoolVar(&o.Initial, "initial", o.Initial, "let accesses count before the variable is shared")
	a.Flags.BoolVar(&o.Pairs, "pairs", o.Pairs, "report only accesses of which nothing excludes that they race with another one")
	a.Flags.BoolVar(&o.Order, "order", o.Order, "say of each report whether the order of the run proves it")
	a.OnDemand = true
	return a
}

// New makes the checker for one analysis.
func New(o Options) dataflow.Checker[dataflow.Nothing] {
	c := &checker{Options: o}
	c.tell = c.story
	return c
}

type checker struct {
	Options
	dataflow.Frameless
	dataflow.Facts[envs.Variable, *guards]
	domain lockfamily.AccessDomain[envs.Lock]
	ready  bool
	tell   func(envs.Env, *envs.Report) // story, made once
}

var (
	_ dataflow.Repeater = (*checker)(nil)
	_ dataflow.Needer   = (*checker)(nil)
	_ dataflow.Selector = (*checker)(nil)
)

func (c *checker) Needs() dataflow.Needs {
	n := dataflow.Accesses | dataflow.LockSets
	if c.Pairs || c.Order {
		n |= dataflow.Order
	}
	return n
}

// atomically is what atomic accesses hold.
const atomically envs.Lock = -1

// maxReads is how many sets of locks are kept for the reads of a variable. Beyond that some
// are made smaller, and which ones may depend on the order in which they come.
const maxReads = 64

// Selects the operations that access memory.
func (*checker) Selects(op *envs.Op) bool {
	return op.Accesses()
}

// Step publishes what an access holds and judges what is known of its variable.
func (c *checker) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if !op.Accesses() {
		return s
	}
	v := env.Variable()
	shared := env.MayShare()
	if v == 0 || !shared && !c.Initial {
		return s
	}
	held := env.MustLocks()
	if op.Synchronises() {
		held = env.LockSets().Must().Acquire(held, atomically, lockset.Write)
	}
	g, known := c.Of(v)
	if !known || !g.covers(held, env.Point(), op.Writes()) {
		g = c.Publish(v, c.access(env, op, held))
	}
	if !shared || !g.unprotected(c.Multi) {
		return s
	}
	may, proved := !c.Pairs, false
	if c.Pairs || c.Order {
		for _, a := range env.MayRace() {
			if env.Excluded(a) == envs.NotExcluded {
				may, proved = true, a.Certain
				break
			}
		}
	}
	if may {
		env.Report(envs.Report{Kind: Kind, Subject: env.VariableName(v), Proved: proved, Tell: c.tell})
	}
	return s
}

// access is the fact of a single access.
func (c *checker) access(env envs.Env, op *envs.Op, held envs.LockSet) *guards {
	if !c.ready {
		families, _ := lockfamily.New(env.LockSets(), maxReads) // which is in range
		c.domain, c.ready = families.Accesses(), true
	}
	return c.guardsOf(env.LockSets().Must(), use{env.Point(), op.Writes(), held})
}

func (c *checker) guardsOf(sets lockset.MustDomain[envs.Lock], u use) *guards {
	g := &guards{domain: c.domain, sets: sets, uses: []use{u}}
	if u.write {
		g.locks = c.domain.Write(g.locks, u.held)
	} else {
		g.locks = c.domain.Read(g.locks, u.held)
	}
	return g
}

// unprotected reports whether the variable is written and its locks do not protect
// it.
func (g *guards) unprotected(multi bool) bool {
	if multi {
		verdict, _ := g.domain.Judge(g.locks)
		return verdict >= lockfamily.ReadUnprotected
	}
	return !g.locks.Writes.IsBottom() && g.common().IsTop()
}
