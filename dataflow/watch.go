package dataflow

import (
	"context"
	"errors"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/dataflow/internal/replay"
	"github.com/seed38182bad/parallax/envs"
)

// A Watch shows runs to checkers: events in, findings out. What the run itself is (threads, locks, memory and order)
// is followed once for all of them. It is not safe for concurrent use.
type Watch struct {
	prog   envs.Program
	driver *runs
	replay *replay.Watch
	all    []listener
	wrong  []error // with the findings, when they were asked for
}

// A listener is an analysis that is shown runs.
type listener struct {
	replay.Listener
	name   string
	finish finish // nil if there is no such part
}

// NewWatch shows runs of a program to several checkers, without those that are defined over all paths only. It panics
// with a *ContractError, or a *fixpoint.PanicError, if one of them is not made as it should be.
func NewWatch(prog envs.Program, analyzers ...*Analyzer) *Watch {
	d := newRuns(prog)
	var all []listener
	for _, a := range On(OverSchedules, analyzers) {
		r := &Requires{driver: d}
		all = append(all, must(a.made(r)).listen(a.Name, r))
	}
	return d.watch(all...)
}

// Run feeds a whole run to the checkers. After it another run may follow: threads, locks and objects are new, findings
// and counts add up. An error that ended the run early is returned after all that came before it was taken in.
func (w *Watch) Run(ctx context.Context, run envs.Run) error { return w.replay.Run(ctx, run) }

// RunWhole is Run for a run that is over, off-line: events gives the same as often as it is asked. It shows the run to
// the checkers twice, so that they look at each operation in the light of all that comes after it, too (envs.Stages).
// It shows it again as long as one of them asks for it (Table). Findings are those of the last pass, and do not depend
// on who else asks. What is no more is not forgotten meanwhile, so it takes memory for all variables of the run
// together.
func (w *Watch) RunWhole(ctx context.Context, events envs.Run) error {
	return w.replay.RunWhole(ctx, events)
}

// Begin begins another run, of which Event is told, as Run does. A new Watch needs no Begin.
func (w *Watch) Begin() { w.replay.Begin() }

// Event takes in one event. One that does not fit what came before is an error and is shown to no checker, and what
// follows is in Doubt. A checker that panics (*fixpoint.PanicError) is an error, too, and is shown nothing more. One
// that contradicts the run is an error once for each branch, and forgets what it knows of the frame. In any case more
// events may follow.
func (w *Watch) Event(ev *envs.Event) error { return w.replay.Event(ev) }

// End says that the run is over, for those who tell of it by Event. Frames of a Recorded program that are open are
// left as by an exception (Analysis.Thrown), those of one thread after the other. So checkers hear of what did not
// come to its end.
func (w *Watch) End() error { return w.replay.End() }

// Doubt says that events of this run are missing from here on. One of them may have ordered two threads, so of what
// Races.MayRace gives after it nothing is Certain, until Run begins with another run. What was reported before stays as
// it is.
func (w *Watch) Doubt() { w.replay.Doubt() }

// Selects reports whether it makes a difference to the checkers if they are told of a step. named is whether the event
// says what the operation accesses, or is about. A run may leave out the others. It may leave out calls, from the step
// of the Call to the end of the callee, if it leaves out all but the Return in them. Then Executed counts what is
// left.
//
// That a register has a new value matters if it tells which lock an operation takes.
func (w *Watch) Selects(fn *envs.Func, op *envs.Op, named bool) bool {
	return w.replay.Selects(fn, op, named)
}

// Executed is how often the operation at p was executed so far.
func (w *Watch) Executed(p envs.Point) int64 { return w.replay.Executed(p) }

// Findings are what was reported so far, sorted. Err says what is wrong with them.
func (w *Watch) Findings() []envs.Finding {
	var all []envs.Finding
	w.wrong = nil
	for _, l := range w.all {
		fs, err := verdict(w.prog, l.name, func(add add) { l.Reports(add) }, l.finish)
		all, w.wrong = append(all, fs...), append(w.wrong, err)
	}
	slices.SortStableFunc(all, envs.Finding.Compare)
	return all
}

// Err says what went wrong when Findings was called last. A Finish that panicked, or a report at a point that the
// program does not have, is a *fixpoint.PanicError. A Finish that made a report without a Kind is a *ContractError.
// What a checker does wrong at an event is an error of that event.
func (w *Watch) Err() error { return errors.Join(w.wrong...) }

// listen makes a listener of an analysis.
func (an Analysis[S]) listen(name string, r *Requires) listener {
	an = an.requiring(r)
	if err := an.check(checkerNamed(name)); err != nil {
		panic(err)
	}
	return listener{replay.New(r.driver.(*runs).Env, an.inRuns(name, "")), name, an.Finish}
}

// inRuns is the analysis of a checker as it is shown runs, or of a facet; provider is its name in errors then.
func (an Analysis[S]) inRuns(checker, provider string) replay.Analysis[S] {
	r := an.requires
	prog := r.driver.(*runs).Program()
	a := replay.Analysis[S]{
		Entry: an.Entry, Step: an.Step, Branch: an.Branch, Enter: an.Enter, Return: an.Return,
		Selects: an.Tuning.Selects, Checker: checker, Provider: provider, Gathered: gathered{r},
		Cost: r.always.cost | r.inRuns.cost,
	}
	if decided := an.Tuning.Decided; decided != nil {
		a.Entry, a.Branch = func(envs.Env, *envs.Func) S { return decided() }, nil
	}
	if an.Signals != nil {
		a.Signals = func(env envs.Env, m replay.Message, s S) { an.Signals(env, Message(m), s) }
	}
	if knows := prog.Knows(); !knows.Structured {
		a.Thrown, a.Unfinished = an.Thrown, knows.Recorded
	}
	return a
}

// gathered are the tables of an analysis.
type gathered struct{ of *Requires }

func (g gathered) Again() bool { return g.of.again() }

func (g gathered) Forget(run bool, l envs.Lock, v envs.Variable) {
	for _, t := range g.of.tables {
		t.Forget(Gone{run, v, l})
	}
}

// runs answer the facets that are required in runs.
type runs struct {
	*replay.Env
	provided  map[any]any       // facets that analyses provide
	providers []replay.Listener // these, in the order in which they are told
}

func newRuns(prog envs.Program) *runs {
	return &runs{Env: replay.NewEnv(prog), provided: map[any]any{}}
}

// from has the source answer, too.
func (d *runs) from(source ground.Source) any {
	if d.World == nil {
		d.World = source.Runs(d.Program(), d.At())
	}
	return d.World
}

// provide has a provider told of the run before those that require its facet.
func (d *runs) provide(facet, by any, l replay.Listener) {
	d.provided[facet] = by
	d.providers = append(d.providers, l)
}

// watch shows runs to those that listen, after the providers of what they require.
func (d *runs) watch(all ...listener) *Watch {
	told := d.providers
	for _, l := range all {
		told = append(told, l.Listener)
	}
	return &Watch{prog: d.Program(), driver: d, replay: replay.NewWatch(d.Env, told...), all: all}
}
