package lineartest

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// slowly takes its time between a load and a store.
type slowly struct {
	mu sync.Mutex
	n  int
}

func (s *slowly) Inc() int {
	s.mu.Lock()
	n := s.n
	s.mu.Unlock()
	time.Sleep(50 * time.Microsecond)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n = n + 1
	return s.n
}

var errNative = errors.New("no control here")

func TestNative(t *testing.T) {
	if inside(t) {
		return
	}
	o := Options{Executions: 300}.withDefaults()
	found, said, err := o.native(t, aCounter, errNative)
	require.NoError(t, err)
	require.Nil(t, found)
	require.Equal(t, "30 programs, each executed natively 10 times: no control here", said)

	found, _, err = o.native(t, func(t *T) {
		s := new(slowly)
		t.Command("Inc", s.Inc)
	}, errNative)
	require.NoError(t, err)
	require.NotNil(t, found)
	require.GreaterOrEqual(t, len(found.program.threads), 2)
	require.Contains(t, found.String(), notLinearizable)
	require.Contains(t, found.String(), "natively, as no control here")
}

// TestRefused has functions that are no commands.
func TestRefused(t *testing.T) {
	for want, f := range map[string]func(*T){
		"there are no commands":                             func(t *T) {},
		`command "a b": the name is not a word`:             func(t *T) { t.Command("a b", func() {}) },
		"command A is a int: want a function":               func(t *T) { t.Command("A", 1) },
		"command A is a <nil>: want a function":             func(t *T) { t.Command("A", nil).Model(nil) },
		"A: its function has 1 parameters, and there are 0": func(t *T) { t.Command("A", func(int) {}) },
		"command A is named twice": func(t *T) {
			t.Command("A", func() {})
			t.Command("A", func() {})
		},
	} {
		_, err := object(t, f, nil)
		require.ErrorContains(t, err, want)
	}
	want := "lineartest: the model of A is a func() int: want func(int) int, or func(int, int) bool"
	require.PanicsWithValue(t, want, func() {
		object(t, func(t *T) {
			t.Command("A", func(int) int { return 0 }, rapid.Int()).Model(func() int { return 0 })
		}, nil)
	})
	p := program{threads: [][]call{{{"A", []int{1}}}}}
	_, err := p.perform(t, func(t *T) { t.Command("A", func(string) {}, rapid.Int()) }, nil)
	require.ErrorContains(t, err, "argument 1 of command A is a int: want a string")
	_, err = p.perform(t, func(t *T) { t.Command("B", func() {}) }, nil)
	require.ErrorContains(t, err, "the program calls A, and there is no such command")
}

// TestCleanedUp makes objects in each way in which they are made, also such that have no commands.
func TestCleanedUp(t *testing.T) {
	if inside(t) {
		return
	}
	made, cleaned := 0, 0
	counted := func(t *T) {
		made++
		t.Cleanup(func() { cleaned++ })
	}
	o := Options{Executions: 100}.withDefaults()
	found, _, err := o.native(t, func(t *T) {
		counted(t)
		s := &slowly{n: Draw(t, rapid.IntRange(0, 9), "n")}
		t.Command("Inc", s.Inc)
	}, errNative)
	require.NoError(t, err)
	require.NotNil(t, found)
	require.Greater(t, made, 10)
	require.Equal(t, made, cleaned)
	_, _, err = o.find(t, counted)
	require.ErrorContains(t, err, "there are no commands")
	require.Equal(t, made, cleaned)
}
