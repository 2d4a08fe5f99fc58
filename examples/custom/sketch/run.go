package sketch

import (
	"errors"
	"iter"
	"math/rand/v2"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// A run is one order in which the threads take their turns. It implements envs.Run.
type run struct {
	*program
	turns  *rand.Rand
	pcs    []int32        // the next operation of each thread; -1 behind the last
	held   map[string]int // by which thread
	failed error
}

// run makes the run that the seed determines, for session.Schedules.
func (p *program) run(_ *session.RunConfig, seed uint64) (envs.Run, func() error) {
	turns := rand.New(rand.NewPCG(seed, 0))
	r := &run{program: p, turns: turns, pcs: make([]int32, len(p.threads)), held: map[string]int{}}
	return r, func() error { return r.failed }
}

// Events lets threads take turns as long as one can go on.
func (r *run) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		for t, fn := range r.threads {
			if !yield(envs.Event{Kind: envs.Enter, Thread: envs.Thread(t + 1), Func: fn.ID}, nil) {
				return
			}
		}
		for ready := r.ready(); len(ready) > 0; ready = r.ready() {
			for _, ev := range r.turn(ready[r.turns.IntN(len(ready))]) {
				if !yield(ev, nil) {
					return
				}
			}
		}
		r.failed = r.blocked()
	}
}

// ready are the threads that can go on.
func (r *run) ready() (threads []int) {
	for t, pc := range r.pcs {
		if pc < 0 {
			continue
		}
		op := &r.threads[t].Ops[pc]
		if _, held := r.held[nameOf(op)]; op.Kind != envs.Acquire || !held {
			threads = append(threads, t)
		}
	}
	return threads
}

// turn executes the next operation of a thread.
func (r *run) turn(t int) []envs.Event {
	pc, thread := r.pcs[t], envs.Thread(t+1)
	op := &r.threads[t].Ops[pc]
	r.pcs[t]++
	step := envs.Event{Kind: envs.Step, Thread: thread, PC: pc, Obj: r.names[nameOf(op)]}
	switch op.Kind {
	case envs.Acquire:
		r.held[nameOf(op)] = t
		step.Done = true
	case envs.Release:
		delete(r.held, nameOf(op))
	case envs.Return:
		r.pcs[t] = -1
		step.Obj = 0
		return []envs.Event{
			step, {Kind: envs.Leave, Thread: thread, Done: true}, {Kind: envs.End, Thread: thread},
		}
	}
	return []envs.Event{step}
}

// blocked says which threads wait for ever.
func (r *run) blocked() error {
	var errs []error
	for t, pc := range r.pcs {
		if pc >= 0 {
			errs = append(errs, session.Problem{Pos: r.places[t][pc], Message: "deadlock: a thread cannot go on here"})
		}
	}
	return errors.Join(errs...)
}
