package lineartest_test

import (
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs/gorun/lineartest"
)

// A Stack keeps at most so many values.
type Stack struct {
	mu   sync.Mutex
	max  int
	list []string
}

// Push reports whether there was room.
func (s *Stack) Push(v string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == s.max {
		return false
	}
	s.list = append(s.list, v)
	return true
}

// Pop takes the value that was pushed last.
func (s *Stack) Pop() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == 0 {
		return "", false
	}
	v := s.list[len(s.list)-1]
	s.list = s.list[:len(s.list)-1]
	return v, true
}

// stack makes a stack of a size that is drawn. Its model is a slice.
func stack(t *lineartest.T) {
	s := &Stack{max: lineartest.Draw(t, rapid.IntRange(1, 2), "max")}
	var model []string
	t.Command("Push", s.Push, rapid.SampledFrom([]string{"a", "b"})).Model(func(v string) bool {
		if len(model) == s.max {
			return false
		}
		model = append(model, v)
		return true
	})
	t.Command("Pop", s.Pop).Model(func() (v string, ok bool) {
		if n := len(model); n > 0 {
			v, ok, model = model[n-1], true, model[:n-1]
		}
		return v, ok
	})
	t.State(func() any { return model })
}

func TestStack(t *testing.T) {
	if testing.Short() {
		t.Skip("builds its package again and executes it")
	}
	lineartest.Options{Executions: 600}.Check(t, stack)
}

func ExampleCheck() {
	_ = func(t *testing.T) { // a test, such as TestStack
		lineartest.Check(t, stack)
	}
}

// It has the schedules drawn by another strategy, and programs with more calls.
func ExampleOptions_Check() {
	_ = func(t *testing.T) {
		lineartest.Options{Strategy: "pct", Calls: 5, Executions: 10000, BuildFlags: []string{"-tags=fast"}}.Check(t, stack)
	}
}
