package dataflow

import (
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

// fault shows the checker an operation whose check does not hold. What it makes of
// its state is dropped: if the operation takes effect after all, a step follows.
func (r *Replay[S]) fault(t *thread[S], ev *envs.Event) (err error) {
	if ev.Func < 0 || int(ev.Func) >= r.prog.NumFuncs() || r.prog.Func(ev.Func) == nil {
		return fmt.Errorf("thread %d is in function %d, which the program does not have", ev.Thread, ev.Func)
	}
	fn := r.prog.Func(ev.Func)
	if ev.PC < 0 || int(ev.PC) >= len(fn.Ops) {
		return fmt.Errorf("thread %d: %s has no operation %d", ev.Thread, fn.Name, ev.PC)
	}
	op := &fn.Ops[ev.PC]
	checks := r.prog.Detail(envs.At(ev.Func, ev.PC)).Checks
	if ev.Check < 0 || int(ev.Check) >= len(checks) {
		return fmt.Errorf("thread %d: operation %d (%s) of %s has no check %d", ev.Thread, ev.PC, op, fn.Name, ev.Check)
	}
	check := &checks[ev.Check]
	if n := len(t.frames); n == 0 || t.frames[n-1].fn != fn {
		err := r.enter(t, &envs.Event{Kind: envs.Enter, Func: ev.Func, Thread: ev.Thread})
		defer r.leave(t, &envs.Event{Kind: envs.Leave, Func: ev.Func, Thread: ev.Thread})
		if err != nil {
			return err
		}
	}
	n := len(t.frames)
	f := &t.frames[n-1]
	if err := r.arrive(t, f, ev.PC); err != nil {
		return err
	}
	f.op = nil // a branch that led here was followed
	if check.Kind.Throws() {
		f.counts[ev.PC]++
	}
	r.at(t, n-1, op)
	terms := check.Terms()
	r.env.failed = &failed{check, terms, ev.Values}
	defer func() { r.env.failed = nil }()
	defer r.guard(&err)
	r.ch.Step(&r.env, op, f.s.Clone())
	return nil
}
