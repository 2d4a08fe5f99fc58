package lineartest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/seed38182bad/parallax/envs/gorun/control"
)

// fails looks for an execution of a program that fails as another one has.
func (s *finder) fails(p program, kind string, opts control.Options) (*control.Execution, error) {
	opts.Memory, opts.Seed, opts.Test = true, s.o.Seed+1, max(time.Until(s.until), time.Second)
	_, x, err := s.explore(&p, opts)
	if err != nil || x == nil || kindOf(x) != kind {
		return nil, err
	}
	return x, nil
}

// judge looks for an execution of a program that fails, by the strategy with which one was found, and then with one
// preemption.
func (s *finder) judge(p program, kind string) (*control.Execution, error) {
	drawn := control.Options{Strategy: s.by, Executions: 100, Preemptions: -1}
	if len(p.threads) < 2 {
		drawn.Executions = 10 // there may be no other schedule
		return s.fails(p, kind, drawn)
	}
	if kind == raced {
		drawn.Executions = 30 // most schedules show it
	}
	x, err := s.fails(p, kind, drawn)
	if err == nil && x == nil {
		x, err = s.fails(p, kind, control.Options{Strategy: "all", Preemptions: 1, Executions: 500})
	}
	return x, err
}

// smaller makes the program small, and then the schedule: it has as few preemptions as can be.
func (s *finder) smaller(found *failure) (err error) {
	passed := map[string]bool{}
	found.program = shrink(found.program, values{s.t, s.f}, func(p program) bool {
		if err != nil || time.Now().After(s.until) || passed[p.String()] {
			return false
		}
		s.judged++
		x, e := s.judge(p, found.kind)
		if err = e; x != nil {
			found.execution = *x
		}
		passed[p.String()] = x == nil
		return x != nil
	})
	for n := 0; n <= 3 && err == nil && time.Now().Before(s.until); n++ {
		x, e := s.fails(found.program, found.kind, control.Options{Strategy: "all", Preemptions: n, Executions: 3000})
		if err = e; x != nil {
			found.execution, found.preemptions = *x, n
			break
		}
	}
	return err
}

// show makes the execution once more, and notes what happens.
func (s *finder) show(found *failure) error {
	file := filepath.Join(s.t.TempDir(), "events")
	opts := control.Options{
		Schedule: found.execution.Schedule, Rand: found.execution.Rand, Memory: true, Executions: 1,
		Env: []string{envEvents + "=" + file},
	}
	if found.kind != control.Fail && found.kind != raced {
		opts.Env = []string{envEvents + "=" + atOnce + file}
	}
	_, x, err := s.explore(&found.program, opts)
	if err != nil {
		return err
	}
	if x == nil || kindOf(x) != found.kind {
		found.execution.Diverged = "it was not the same again"
	} else {
		x.Schedule = found.execution.Schedule
		found.execution = *x
	}
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("lineartest: %w", err)
	}
	for line := range bytes.Lines(text) {
		var e event
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("lineartest: %w", err)
		}
		found.events = append(found.events, e)
	}
	return nil
}
