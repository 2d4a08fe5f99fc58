package gorun

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
)

// Controlled are the tests of a program with probes, to be executed under schedules that are chosen. Close it after
// use, before the Build.
type Controlled struct {
	b *Build
	c *control.Build
}

// Control builds the tests so that package control can execute them. The program must have Config.Tests.
func (b *Build) Control(ctx context.Context) (*Controlled, error) {
	if !b.cfg.Tests {
		return nil, errors.New("gorun: tests only are executed under chosen schedules: give Config.Tests")
	}
	for { // each turn keeps at least one function more
		c, err := control.Prepare(ctx, control.Config{
			Dir: b.cfg.Dir, Patterns: b.names, BuildFlags: b.cfg.BuildFlags, Env: b.cfg.Env, Temp: b.cfg.Temp,
			Overlay: b.overlay,
		})
		if err != nil {
			return nil, err
		}
		again := false
		for _, f := range c.Failed() {
			again = b.refuse(f.Err.Error()) || again
		}
		if !again {
			return &Controlled{b, c}, nil
		}
		if err := errors.Join(c.Close(), b.generate()); err != nil {
			return nil, err
		}
	}
}

// Failed are the packages whose tests cannot be built.
func (c *Controlled) Failed() []control.Failed { return c.c.Failed() }

// Tests lists the tests that opts.Run selects.
func (c *Controlled) Tests(ctx context.Context, opts control.Options) ([]control.Name, error) {
	return c.c.Tests(ctx, opts)
}

// Close removes all files that were made.
func (c *Controlled) Close() error { return c.c.Close() }

// Session is one execution of a test, as control.Build.Execute makes it. It begins when the events are read. If it is
// perturbed, a thread that would be delayed lets others go first, at as many decisions as it would be delayed for
// microseconds. What it does is in the schedule.
func (c *Controlled) Session(ctx context.Context, of control.Name, number int, opts control.Options) *Session {
	s := c.b.Session(ctx)
	s.runs = nil
	for i, name := range c.b.names {
		if name == of.Package {
			s.runs = []int{i}
		}
	}
	s.execute = func(ctx context.Context, ring string) (*control.Execution, error) {
		opts.Env = append(opts.Env[:len(opts.Env):len(opts.Env)], ring)
		return c.c.Execute(ctx, of, number, opts)
	}
	return s
}

// Execution is what the execution has come to, once the events are read; nil if the session is none of Controlled, or
// there was none.
func (s *Session) Execution() *control.Execution { return s.execution }

// controlled makes the execution, and yields its events.
func (s *Session) controlled(i int, f func(*envs.Event) bool) error {
	ring, err := wire.NewRing()
	if err != nil {
		return fmt.Errorf("gorun: %w", err)
	}
	defer ring.Close()
	ring.Perturb(s.seed, s.near)
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	exited := make(chan struct{})
	var made *control.Execution
	var failed error
	go func() {
		defer close(exited)
		made, failed = s.execute(ctx, ring.Env())
	}()
	ended := func() wire.Ending {
		<-exited
		return wire.Ending{Cut: true} // nobody has looked for threads that wait
	}
	stopped, err := s.decode(ring.Batches(exited), i, ended, f)
	if stopped || err != nil {
		cancel()
	}
	<-exited
	s.execution = made
	s.delays, s.delayed = ring.Delays()
	if lost := ring.Lost(); lost > 0 {
		s.errs = append(s.errs,
			fmt.Errorf("gorun: %s: events were lost %d times since the shared memory was full", s.b.names[i], lost))
	}
	switch {
	case stopped:
		return errStopped
	case s.ctx.Err() != nil:
		return context.Cause(s.ctx)
	case err == nil:
		err = failed
	}
	return err
}
