package replay

import (
	"errors"
	"runtime/debug"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/envs"
)

// A listener is a checker of a run, and what it wants to know of it.
type listener struct {
	Listener
	interest
	asks   run.Asker
	bit    audience
	failed bool
}

// interest is what a checker asks, and what it has to be shown.
type interest struct {
	cost     ground.Cost         // of what it requires
	selects  func(*envs.Op) bool // nil if all operations
	branches bool                // the directions that control takes
	messages bool                // what is signalled and observed
	of       string              // its name in errors
}

// A Listener is a Replay whatever the type of its states. A Watch looks after the panics of its analysis.
type Listener interface {
	// Reports calls fn for what was reported so far, in no order: each with where, and in how many executions.
	Reports(fn func(at envs.Point, rep envs.Report, runs int64))
	// Again reports whether another pass is asked for; Forget drops what is gathered of a run, a lock or a variable.
	Again() bool
	Forget(run bool, l envs.Lock, v envs.Variable)

	interest() interest
	begin(run.Pass)
	enter(*run.Thread)
	branch(t *run.Thread, prev *envs.Op, taken int) error
	step(*run.Thread, *envs.Op)
	try(*run.Thread, *envs.Op)
	leave(t *run.Thread, returned bool) // the frame is popped afterwards
	end(*run.Thread)
	message(*run.Thread, Message)
	waits(*run.Thread, Message)
	report(envs.Point, envs.Report)
	fail()
}

// takes reports whether the checker is shown an access that it selects; known is whether the run knows to which memory.
func (l *listener) takes(known bool) bool { return known || l.selects == nil || !l.asks.Variables }

// show shows something to each checker, which reports in its own name. Those that fail are shown nothing more, unless
// they have but contradicted the run.
func (x *Watch) show(f func(*listener) error) error {
	i, err := x.showFrom(0, f)
	if err == nil {
		return nil
	}
	x.wrong++
	errs := []error{err}
	for i < len(x.listeners) {
		i, err = x.showFrom(i, f)
		errs = append(errs, err)
	}
	x.listeners = slices.DeleteFunc(slices.Clone(x.listeners), func(l listener) bool { return l.failed })
	return errors.Join(slices.DeleteFunc(errs, func(e error) bool { return e == errUnanswered })...)
}

// errUnanswered is the panic of who asks a facet whose analysis has failed, which was told.
var errUnanswered = errors.New("the analysis that provides a facet has failed")

// showFrom is show for the checkers from i on, up to one that fails, and gives the next.
func (x *Watch) showFrom(i int, f func(*listener) error) (next int, err error) {
	ok := false
	defer func() {
		if !ok {
			next, err = i+1, x.failure(&x.listeners[i], recover())
		}
	}()
	for ; i < len(x.listeners); i++ {
		l := &x.listeners[i]
		x.env.asker, x.env.pos.Asker = l, &l.asks
		if err = f(l); err != nil {
			_, goesOn := err.(*contradiction)
			l.failed = !goesOn
			i++
			break
		}
	}
	ok = true
	return i, err
}

// failure is the error of a listener that panics. It is shown nothing more.
func (x *Watch) failure(l *listener, panicked any) error {
	l.failed = true
	l.fail()
	switch p := panicked.(type) {
	case nameless:
		return p.error
	case error:
		if p == errUnanswered {
			return p
		}
	}
	e := &fixpoint.PanicError{Of: l.of, Value: panicked, Stack: debug.Stack()}
	if x.env.pos.Fn != nil { // else nothing was executed yet
		e.Place = envs.PlaceOf(x.prog, x.env.Point())
	}
	return e
}
