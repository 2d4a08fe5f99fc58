package dataflow

import (
	"errors"
	"runtime/debug"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
)

// A sight is something that a run shows to its checkers.
type sight struct {
	what saw
	t    *thread

	op       *envs.Op      // of a step, a fault and a branch
	to       audience      // of a step and a fault
	known    bool          // of a step: which memory is accessed, or that none is
	taken    int           // of a branch
	frame    *frameAt      // that was left
	done     bool          // by a return
	variable envs.Variable // that was dropped
	lock     envs.Lock     // that was parted from
	message  Message       // that was told or heard
}

// saw says what it is.
type saw uint8

const (
	sawStep   saw = iota // an operation was executed
	sawFault             // a check of an operation does not hold
	sawBranch            // control went one way from a branch
	sawEntry             // a frame was pushed
	sawExit              // a frame was popped
	sawDrop              // a variable is no more
	sawPart              // something that threads met at is no more
	sawTell              // a thread told something
	sawHear              // a thread heard something
)

// see shows a checker what it wants to know.
func (l *listener) see(s *sight) error {
	switch s.what {
	case sawStep:
		if s.to&l.bit != 0 && l.takes(s.known) {
			l.step(s.t, s.op)
		}
	case sawFault:
		if s.to&l.bit != 0 {
			l.try(s.t, s.op)
		}
	case sawBranch:
		return l.branch(s.t, s.op, s.taken)
	case sawEntry:
		l.enter(s.t)
	case sawExit:
		l.leave(s.t, s.frame, s.done)
	case sawDrop:
		l.drop(s.variable)
	case sawPart:
		l.part(s.lock)
	case sawTell, sawHear:
		l.message(s.t, s.message, s.what == sawHear)
	}
	return nil
}

// takes reports whether the checker is shown an access that it selects; known is whether the
// run knows to which memory.
func (l *listener) takes(known bool) bool {
	return known || l.selects == nil || l.needs&byVariable == 0
}

// show shows something to each checker, which reports in its own name. Those that fail are
// shown nothing more, unless they have but contradicted the run.
func (x *Watch) show(s *sight) error {
	i, err := x.showFrom(0, s)
	if err == nil {
		return nil
	}
	for i < len(x.listeners) {
		var e error
		i, e = x.showFrom(i, s)
		err = errors.Join(err, e)
	}
	x.listeners = slices.DeleteFunc(slices.Clone(x.listeners), func(l listener) bool { return l.failed })
	return err
}

// showFrom is show for the checkers from i on, up to one that fails, and gives the next.
func (x *Watch) showFrom(i int, s *sight) (next int, err error) {
	ok := false
	defer func() {
		if !ok {
			e := &PanicError{Value: recover(), Stack: debug.Stack()}
			if x.env.fn != nil { // else nothing was executed yet
				e.Place = fixpoint.PlaceOf(x.w.prog, x.env.Point())
			}
			x.listeners[i].failed = true
			next, err = i+1, e
		}
	}()
	for ; i < len(x.listeners); i++ {
		l := &x.listeners[i]
		x.env.asker = l
		if err = l.see(s); err != nil {
			_, goesOn := err.(*contradiction)
			l.failed = !goesOn
			i++
			break
		}
	}
	ok = true
	return i, err
}
