package dataflow

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// Options tune the fixpoint engine. The zero Options are good.
type Options struct {
	// WidenDelay is how often a state at a loop head may grow by merging before
	// it is widened; 0 means 2. States without a Widen method are never widened.
	WidenDelay int
	// Thresholds are given to states that widen to thresholds, ascending.
	Thresholds []int64
	// Descend is how many descending rounds follow when a state can narrow; 0
	// means 1, a negative number none.
	Descend int
	// MaxVisits is how often a state may grow at one point before the engine
	// gives up with a DivergenceError; 0 means 10,000.
	MaxVisits int
	// Contexts is what SolveContexts found for the program, if it is to be used
	// again; nil means that Fixpoint solves it.
	Contexts *Contexts
	// Progress, if not nil, is told now and then how many of the roots are done.
	Progress func(done, all int)
}

func (o Options) withDefaults() Options {
	if o.WidenDelay == 0 {
		o.WidenDelay = 2
	}
	if o.Descend == 0 {
		o.Descend = 1
	}
	if o.MaxVisits == 0 {
		o.MaxVisits = 10_000
	}
	return o
}

// Stats tell what the engine did.
type Stats struct {
	Instances int   // functions analysed, times the calling contexts that the checker tells apart
	Visits    int64 // operations stepped over
	Kept      int   // states kept
}

// A Result is what Fixpoint found.
type Result struct {
	Findings []envs.Finding
	Stats    Stats
}

// Fixpoint runs a checker over all paths of a program. The findings are sorted;
// they do not depend on the order in which the engine worked. An error ends the
// analysis: ctx was cancelled (its error), the checker panicked (*PanicError) or
// did not converge (*DivergenceError); what was found up to then is returned
// with it.
func Fixpoint[S lattice.Mergeable[S]](ctx context.Context, prog envs.Program, name string, an Analysis[S], opts Options) (*Result, error) {
	return fixpoint(ctx, prog, name, an, opts, func(*engine[S]) {})
}

func fixpoint[S lattice.Mergeable[S]](ctx context.Context, prog envs.Program, name string, an Analysis[S], opts Options, tune func(*engine[S])) (*Result, error) {
	if err := an.check(name); err != nil {
		return &Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return &Result{}, err
	}
	opts = opts.withDefaults()
	c := opts.Contexts
	if c != nil && c.prog != prog {
		return &Result{}, fmt.Errorf("checker %q: the contexts are those of another program", name)
	}
	if c == nil {
		var err error
		if c, err = newContexts(prog).needing(ctx, an.Needs); err != nil {
			return &Result{}, err
		}
	}
	c, err := c.needing(ctx, an.Needs)
	if err != nil {
		return &Result{}, err
	}
	var e *engine[S]
	for {
		e, err = fixpointOnce(ctx, prog, an, opts, c, tune, e)
		if again := an.Gather.Again; err != nil || again == nil || !again() {
			res, late := e.result(name) // of the last pass only: its findings are those that count
			if err == nil {
				err = late
			}
			return res, err
		}
		if e.retained == nil {
			e = nil
		}
	}
}

// result is what was found. The error is of a report that was to be made later.
func (e *engine[S]) result(name string) (*Result, error) {
	findings, err := e.findings(name)
	res := &Result{Findings: findings}
	res.Stats = Stats{Instances: len(e.insts), Visits: e.visits, Kept: e.keptAll}
	for _, in := range e.insts {
		if in.work != nil {
			res.Stats.Kept += len(in.kept)
		}
	}
	return res, err
}

// fixpointOnce goes through the program, with contexts that are solved. before is the engine of the pass
// before, if there was one.
func fixpointOnce[S lattice.Mergeable[S]](ctx context.Context, prog envs.Program, an Analysis[S], opts Options, c *Contexts, tune func(*engine[S]), before *engine[S]) (*engine[S], error) {
	e := newEngine(ctx, prog, an, opts)
	e.strat = &checkStratum[S]{c: c}
	e.env.contexts, e.env.needs = c, an.Needs
	e.shapes = c.shapes
	if c.analysis.structured {
		e.can.Calls.Thrown = nil
	}
	if e.can.Calls.Context == nil {
		e.byFrame = make([]*instance[S], len(c.frames), 2*len(c.frames))
		if e.can.Calls.Enter == nil {
			e.anyFrame = make([]*instance[S], prog.NumFuncs())
		}
	}
	tune(e)
	e.retains(before)
	var err error
	roots := c.roots
	if bySites(e, c) {
		err, roots = e.overSites(ctx, c.accesses.sites), nil
	}
	again := e.retained != nil && before != nil
	if again {
		if err = e.resume(); err != nil {
			roots = nil
		}
	}
	if e.pick != nil {
		roots = slices.Clone(roots)
		for n := len(roots); n > 0; n-- {
			draw(roots[:n], e.pick)
		}
	}
	var entered []*instance[S]
	for i, root := range roots {
		in := e.rootAt(root, c.frames[root].fn)
		entered = append(entered, in)
		if err = e.root(in); err != nil {
			break
		}
		if opts.Progress != nil && (i%64 == 0 || i == len(roots)-1) {
			opts.Progress(i+1, len(roots))
		}
	}
	if again && err == nil {
		e.reach(entered)
	}
	return e, err
}

// root enters a root in the checker's own entry state and works until nothing is
// left to do.
func (e *engine[S]) root(in *instance[S]) (err error) {
	defer e.recovered(&err)
	if e.can.Calls.Enter != nil {
		e.enter(in, e.entryOf(in))
	} else if !in.begun {
		e.begin(in)
	}
	return e.run()
}

// findings groups all reports by function, kind and cause.
func (e *engine[S]) findings(name string) (_ []envs.Finding, err error) {
	g := newGrouper(e.prog, name)
	for _, m := range e.reported() {
		if failed := e.report(g, m.at, m.number); err == nil {
			err = failed
		}
	}
	e.can.finish(e.prog, g)
	return g.findings(), err
}

// reportAt is a report of the pool, and where it was made.
type reportAt struct {
	at     envs.Point
	number int32
}

// reported are the reports that count, each once, in the order of the program.
func (e *engine[S]) reported() (list []reportAt) {
	seen := map[reportAt]bool{}
	for _, in := range e.insts {
		for pc, rs := range in.reports.byPC {
			for _, r := range rs {
				if m := (reportAt{envs.At(in.fn.ID, pc), r}); !seen[m] {
					seen[m] = true
					list = append(list, m)
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b reportAt) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.number, b.number)) })
	return list
}

// report adds a report that was made of an operation. The error is that who is to make it now panicked.
func (e *engine[S]) report(g *grouper, at envs.Point, number int32) (err error) {
	r := e.env.pool.all[number]
	if r.Later == nil {
		g.add(at, r, 0)
		return nil
	}
	defer e.recovered(&err)
	fn := e.prog.Func(at.Func())
	e.env.frame(fn, nil)
	e.env.op = &fn.Ops[at.PC()]
	for _, x := range r.Later(e.env) {
		if x.Tell != nil {
			x.Tell(e.env, &x)
		}
		g.add(at, x, 0)
	}
	return nil
}
