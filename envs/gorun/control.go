package gorun

import (
	"context"
	"errors"
	"fmt"
	"os"

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
		overlay := map[string][]byte{}
		for name, by := range b.replace {
			var err error
			if overlay[name], err = os.ReadFile(by); err != nil {
				return nil, fmt.Errorf("gorun: %w", err)
			}
		}
		c, err := control.Prepare(ctx, control.Config{
			Dir: b.cfg.Dir, Patterns: b.names, BuildFlags: b.cfg.BuildFlags, Env: b.cfg.Env, Temp: b.cfg.Temp,
			Overlay: overlay,
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

// Explore executes a test as control.Build.Explore does. Each execution but those that repeat another one is a Session,
// for which watch is called when it begins, in a goroutine of its own. Events that it does not read are dropped, and
// Explore goes on when it has returned. If it panics, Explore does. When its events have been read, Session.Execution
// says what it has come to. That is nil if there was no further one after all, or if the process has ended with it
// before it could tell. Goroutines that were there before an execution are not shown.
//
// With perturb, executions are perturbed near these places: where a thread would be delayed, it lets others go first,
// at as many decisions as it would be delayed for microseconds. What it does then is in the schedule.
func (c *Controlled) Explore(ctx context.Context, of control.Name, opts control.Options, perturb []envs.Position,
	watch func(*Session)) (t *control.Test, err error) {
	f := &follower{c: c, ctx: ctx, watch: watch, seed: max(opts.Seed, 1), near: c.b.near(perturb)}
	for i, name := range c.b.names {
		if name == of.Package {
			f.run = i
		}
	}
	defer func() {
		closed := f.close()
		err = errors.Join(append(f.errs, err, closed)...)
	}()
	opts.Watcher = f
	return c.c.Execute(ctx, of, opts)
}

// A follower reads the events of executions. It is a control.Watcher.
type follower struct {
	c     *Controlled
	ctx   context.Context
	watch func(*Session)
	run   int
	seed  uint64 // of the next execution that is perturbed
	near  []envs.Point

	ring    *wire.Ring
	decoder *wire.Decoder // of the execution before, in the same process
	session *Session
	over    chan struct{} // the execution is over
	read    chan struct{} // its events have been read
	memory  wire.Memory
	errs    []error
	panics  any // what watch has panicked with
}

// problem notes what is wrong with records.
func (f *follower) problem(err error) {
	if len(f.errs) < 20 {
		f.errs = append(f.errs, fmt.Errorf("gorun: %s: %w; please report it", f.c.b.names[f.run], err))
	}
}

// Starts makes a ring for a process.
func (f *follower) Starts() ([]string, error) {
	if err := f.close(); err != nil {
		return nil, err
	}
	ring, err := wire.NewRing()
	if err != nil {
		return nil, fmt.Errorf("gorun: %w", err)
	}
	f.ring, f.decoder = ring, nil
	return []string{ring.Env()}, nil
}

// Begins begins to read events.
func (f *follower) Begins(again bool) {
	if f.near != nil && !again {
		f.ring.Perturb(f.seed, f.near)
		f.seed++
	}
	f.over, f.read = make(chan struct{}), make(chan struct{})
	over, read := f.over, f.read
	s := f.c.b.Session(f.ctx, f.run)
	f.session = s
	s.follow = func(yield func(*envs.Event) bool) error {
		batches := f.ring.Batches(over)
		if f.decoder != nil {
			f.decoder = f.decoder.Next(batches)
		} else {
			ended := func() wire.Ending { return wire.Ending{Cut: true} } // nobody has looked for threads that wait
			f.decoder = f.c.b.decoder(batches, wire.Options{Memory: &f.memory, Ended: ended, Problem: f.problem})
		}
		wanted := true
		err := f.decoder.Each(func(ev *envs.Event) bool { // to the end, where the next execution begins
			wanted = wanted && yield(ev)
			return true
		})
		s.took(f.decoder)
		if err != nil {
			f.problem(err)
		}
		return err
	}
	go func() {
		defer close(read)
		defer func() { f.panics = recover() }()
		if !again {
			f.watch(s)
		}
		s.Each(func(*envs.Event) bool { return true }) // unless somebody has
	}()
}

// Ends waits until all events have been read. If the reader has panicked, it panics too: its caller may recover.
func (f *follower) Ends(x *control.Execution) {
	f.session.execution = x
	close(f.over)
	<-f.read
	if f.panics != nil {
		panic(f.panics)
	}
}

// close gives the ring of a process back, and notes what was lost in it.
func (f *follower) close() error {
	if f.ring == nil {
		return nil
	}
	if lost := f.ring.Lost(); lost > 0 {
		f.errs = append(f.errs,
			fmt.Errorf("gorun: %s: events were lost %d times since the shared memory was full", f.c.b.names[f.run], lost))
	}
	err := f.ring.Close()
	f.ring = nil
	return err
}

// Execution is what the execution has come to of which the session is, once its events have been read. It is nil if
// there was none after all.
func (s *Session) Execution() *control.Execution { return s.execution }
