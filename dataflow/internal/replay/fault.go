package replay

import (
	"errors"
	"fmt"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// failed is the check that did not hold where a run is, and its values.
type failed struct {
	check  *envs.Check
	terms  []envs.Term
	values []machine.Value
}

func (f *failed) known(t envs.Term) (machine.Value, bool) {
	for i, u := range f.terms {
		if u == t && i < len(f.values) {
			return f.values[i], f.values[i].Kind() != machine.NoKind
		}
	}
	return machine.Value{}, false
}

// fault shows the checkers an operation whose check does not hold. What they make of their state is dropped: if the
// operation takes effect after all, a step follows.
func (x *Watch) fault(t *thread, ev *envs.Event) error {
	fn := x.function(ev.Func)
	if fn == nil {
		return fmt.Errorf("thread %d is in function %d, which the program does not have", ev.Thread, ev.Func)
	}
	if ev.PC < 0 || int(ev.PC) >= len(fn.Ops) {
		return fmt.Errorf("thread %d: %s has no operation %d", ev.Thread, fn.Name, ev.PC)
	}
	op := &fn.Ops[ev.PC]
	detail := x.prog.Detail(envs.At(ev.Func, ev.PC))
	if detail == envs.NoDetail {
		return nil // the program of a trace, which says nothing of values and their checks
	}
	checks := detail.Checks
	fails := ev.Failure
	if fails == nil || fails.Check < 0 || int(fails.Check) >= len(checks) {
		return fmt.Errorf("thread %d: operation %d (%s) of %s does not have the check of the failure %+v", ev.Thread, ev.PC,
			op, fn.Name, fails)
	}
	check := &checks[fails.Check]
	if len(t.Frames) == 0 || t.Top().Fn != fn {
		err := x.enter(t, &envs.Event{Kind: envs.Enter, Func: ev.Func, Thread: ev.Thread})
		defer x.leave(t, &envs.Event{Kind: envs.Leave, Func: ev.Func, Thread: ev.Thread})
		if err != nil {
			return err
		}
	}
	f := t.Top()
	err := x.arrive(t, f, ev.PC) // of one checker: the others are shown the operation
	f.Op = nil                   // a branch that led here was followed
	c := x.count(fn, ev.PC)
	if check.Kind.Throws() && !x.env.pass.Again {
		c.n++
	}
	x.env.at(&t.Thread, len(t.Frames)-1, op)
	x.env.failed = &failed{check, check.Terms(), fails.Values}
	defer func() { x.env.failed = nil }()
	return errors.Join(err, x.show(func(l *listener) error {
		if c.to&l.bit != 0 {
			l.try(&t.Thread, op)
		}
		return nil
	}))
}
