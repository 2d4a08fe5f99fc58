package gorun

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
	"github.com/seed38182bad/parallax/envs/internal/child"
)

// A Session is one run of a program, or of the tests of several packages one after the other. It implements envs.Run;
// its events can be read once.
type Session struct {
	ctx  context.Context
	b    *Build
	runs []int
	seed uint64       // 0 if the runs are not perturbed
	near []envs.Point // where they are to be perturbed rather than elsewhere
	// Of an execution under control:
	follow    func(func(*envs.Event) bool) error // yields its events
	execution *control.Execution                 // what it has come to

	started bool
	exit    int
	errs    []error
	misfits uint64
	records uint64
	seen    map[string]bool // problems that were reported
	base    envs.Thread
	memory  wire.Memory
	counts  map[envs.FuncID][]int64
	delays  uint64        // how often goroutines were to be delayed in the latest run
	delayed time.Duration // and for how long in all
}

// Session makes the runs with the given indices in Runs, or all if none is given. They begin when the events are read.
func (b *Build) Session(ctx context.Context, runs ...int) *Session {
	if len(runs) == 0 {
		for i := range b.names {
			runs = append(runs, i)
		}
	}
	return &Session{ctx: ctx, b: b, runs: runs, seen: map[string]bool{}}
}

// Kept are the relevant functions that keep their body.
func (s *Session) Kept() []Kept { return s.b.Kept() }

// Executed is how often the operation at p was executed in the runs that have ended, with events or without; but see
// Config.Ways.
func (s *Session) Executed(p envs.Point) int64 {
	if n := s.counts[p.Func()]; p.PC() >= 0 && int(p.PC()) < len(n) {
		return n[p.PC()]
	}
	return 0
}

// count adds what was executed in a run.
func (s *Session) count(d *wire.Decoder) {
	if s.counts == nil {
		s.counts = map[envs.FuncID][]int64{}
	}
	for id := range envs.FuncID(s.b.prog.NumFuncs()) {
		n := d.Executed(id)
		if n == nil {
			continue // what earlier runs have counted stays
		}
		for pc, m := range s.counts[id] {
			n[pc] += m
		}
		s.counts[id] = n
	}
}

// Events makes the runs and yields their events. To stop ends the program.
func (s *Session) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		err := s.Each(func(ev *envs.Event) bool { return yield(*ev, nil) })
		if err != nil && err != errStopped {
			yield(envs.Event{}, err)
		}
	}
}

var errStopped = errors.New("stopped")

// Each is Events without a copy of each event. f must not keep its argument; it returns false to stop.
func (s *Session) Each(f func(*envs.Event) bool) error {
	if s.started {
		return errors.New("gorun: the events of a session can be read once")
	}
	s.started = true
	for _, i := range s.runs {
		if s.ctx.Err() != nil {
			return context.Cause(s.ctx)
		}
		if s.follow != nil {
			return s.follow(f)
		}
		if err := s.one(i, f); err != nil {
			return err
		}
	}
	return nil
}

func (s *Session) one(i int, f func(*envs.Event) bool) error {
	bin, err := s.b.binary(s.ctx, i)
	if err != nil || bin == "" {
		return err
	}
	ring, err := wire.NewRing()
	if err != nil {
		return fmt.Errorf("gorun: %w", err)
	}
	defer ring.Close()
	ring.Perturb(s.seed, s.near)
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	cmd, scan := s.process(ctx, i, bin, ring.Env())
	started, exited := make(chan error), make(chan struct{})
	var waitErr error
	go child.Held(func() {
		defer close(exited)
		err := cmd.Start()
		started <- err
		if err == nil {
			waitErr = cmd.Wait()
		}
	})
	if err := <-started; err != nil {
		return fmt.Errorf("gorun: %s cannot be started: %w", s.b.names[i], err)
	}
	ended := func() wire.Ending {
		<-exited
		end := ring.Ending()
		end.Cut = end.Cut || s.ctx.Err() != nil || killed(cmd.ProcessState)
		return end
	}
	stopped, err := s.decode(ring.Batches(exited), i, ended, f)
	if stopped || err != nil {
		cancel()
	}
	<-exited
	s.delays, s.delayed = ring.Delays()
	if lost := ring.Lost(); lost > 0 {
		err := fmt.Errorf("gorun: %s: events were lost %d times since the shared memory was full", s.b.names[i], lost)
		s.errs = append(s.errs, err)
	}
	if code := cmd.ProcessState.ExitCode(); code != 0 {
		if s.exit == 0 {
			s.exit = code
		}
		if s.ctx.Err() == nil && !stopped {
			s.failure(i, scan.failed(), waitErr)
		}
	}
	switch {
	case stopped:
		return errStopped
	case s.ctx.Err() != nil:
		return context.Cause(s.ctx)
	}
	return err
}

func (s *Session) failure(i int, failed []string, err error) {
	name := s.b.names[i]
	var exit *exec.ExitError
	switch {
	case s.b.cfg.Tests && len(failed) > 0:
		s.errs = append(s.errs, fmt.Errorf("tests of %s failed: %s", name, strings.Join(failed, ", ")))
	case errors.As(err, &exit):
		s.errs = append(s.errs, fmt.Errorf("%s ended with %s", name, exit.ProcessState))
	case err != nil:
		s.errs = append(s.errs, fmt.Errorf("%s: %w", name, err))
	}
}

// Wait returns the first exit status that was not 0, and what went wrong: tests that failed, records that did not fit.
func (s *Session) Wait() (int, error) {
	err := errors.Join(s.errs...)
	if s.misfits > 0 {
		err = errors.Join(err, fmt.Errorf("gorun: %d of %d records did not fit the program; please report it", s.misfits,
			s.records))
	}
	return s.exit, err
}

// killed reports whether a process was ended by a signal.
func killed(p *os.ProcessState) bool {
	status, ok := p.Sys().(syscall.WaitStatus)
	return ok && status.Signaled()
}

func (s *Session) decode(src wire.Batches, i int, ended func() wire.Ending, f func(*envs.Event) bool) (
	stopped bool, err error) {
	d := s.b.decoder(src, wire.Options{Memory: &s.memory, Threads: s.base, Ended: ended, Problem: func(err error) {
		if text := err.Error(); len(s.seen) < 20 && !s.seen[text] {
			s.seen[text] = true
			s.errs = append(s.errs, fmt.Errorf("gorun: %s: %w", s.b.names[i], err))
		}
	}})
	err = d.Each(f)
	s.base = d.Threads()
	s.took(d)
	return d.Stopped(), err
}

// took takes in what a decoder has counted.
func (s *Session) took(d *wire.Decoder) {
	s.count(d)
	s.misfits += d.Misfits()
	s.records += d.Records()
}

func (b *Build) decoder(src wire.Batches, opts wire.Options) *wire.Decoder {
	opts.Records, opts.Compatible = b.plans.Records, b.view.Compatible
	opts.Selects, opts.Sparse = b.cfg.Selects, b.plans.Sparse()
	opts.File = func(id envs.FuncID) string {
		fn := b.prog.SSA(id)
		return fn.Prog.Fset.Position(fn.Pos()).Filename
	}
	return wire.NewDecoder(b.view, src, opts)
}

// process is the command that makes a run.
func (s *Session) process(ctx context.Context, i int, bin, ring string) (*exec.Cmd, *failures) {
	cfg := &s.b.cfg
	args := cfg.Args
	if cfg.Tests {
		args = append([]string{"-test.paniconexit0", "-test.timeout=10m0s"}, TestFlags(cfg.TestFlags)...)
	}
	cmd := child.Command(ctx, bin, args...)
	env := cfg.Env
	if env == nil {
		env = os.Environ()
	}
	cmd.Env = append(slices.Clip(env), ring)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = cfg.Stdin, cfg.Stdout, cfg.Stderr
	scan := &failures{}
	if cfg.Tests {
		cmd.Dir = s.b.dirs[i]
		cmd.Env = append(cmd.Env, "PWD="+cmd.Dir)
		if cfg.Stdout == nil {
			cmd.Stdout = scan
		} else {
			cmd.Stdout = io.MultiWriter(cfg.Stdout, scan)
		}
		if cfg.Stderr == cfg.Stdout {
			cmd.Stderr = cmd.Stdout
		}
	} else {
		cmd.Dir = cfg.Dir
		if abs, err := filepath.Abs(cfg.Dir); err == nil {
			cmd.Env = append(cmd.Env, "PWD="+abs)
		}
	}
	return cmd, scan
}

// failures reads a test's output for what failed.
type failures struct {
	mu   sync.Mutex
	rest []byte
	list []string
}

var failLine = regexp.MustCompile(`^\s*--- FAIL: (\S+)`)

func (f *failures) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rest = append(f.rest, p...)
	for {
		i := bytes.IndexByte(f.rest, '\n')
		if i < 0 {
			break
		}
		if m := failLine.FindSubmatch(f.rest[:i]); m != nil {
			f.list = append(f.list, string(m[1]))
		}
		f.rest = f.rest[i+1:]
	}
	if len(f.rest) > 1<<16 {
		f.rest = nil
	}
	return len(p), nil
}

func (f *failures) failed() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.list
}

var _ envs.Run = (*Session)(nil)
