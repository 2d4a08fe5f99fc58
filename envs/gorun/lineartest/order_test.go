package lineartest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A queueCall puts a value, or takes one: 0 if there is none.
type queueCall struct {
	interval
	puts  bool
	value int
}

// A queueSpec is a sequential queue.
type queueSpec struct {
	calls []queueCall
	keyed bool // tell the state apart
}

func (s queueSpec) apply(path []int, i int) (string, bool) {
	var list []int
	ok := true
	for _, j := range append(slices.Clone(path), i) {
		c := s.calls[j]
		switch {
		case c.puts:
			list = append(list, c.value)
		case len(list) == 0:
			ok = ok && c.value == 0
		default:
			ok = ok && c.value == list[0]
			list = list[1:]
		}
	}
	if !s.keyed {
		return "", ok
	}
	return fmt.Sprint("state ", list), ok
}

// intervals are the times of the calls.
func (s queueSpec) intervals() (list []interval) {
	for _, c := range s.calls {
		list = append(list, c.interval)
	}
	return list
}

// explains reports whether calls, one after the other in an order, have the results that they had.
func (s queueSpec) explains(order []int) bool {
	for n, i := range order {
		if _, ok := s.apply(order[:n], i); !ok {
			return false
		}
	}
	return true
}

// some reports whether some order of calls is as wanted.
func some(n int, wanted func(order []int) bool) bool {
	var from func(order []int) bool
	from = func(order []int) bool {
		if len(order) == n {
			return wanted(order)
		}
		for i := range n {
			if !slices.Contains(order, i) && from(append(order, i)) {
				return true
			}
		}
		return false
	}
	return from(nil)
}

// keepsTime reports whether an order has no call after one that began when it had ended.
func (s queueSpec) keepsTime(order []int) bool {
	for n, i := range order {
		for _, j := range order[n+1:] {
			if s.calls[j].ended < s.calls[i].called {
				return false
			}
		}
	}
	return true
}

// TestOrderAgrees holds order to all permutations, with and without states that are told apart.
func TestOrderAgrees(t *testing.T) {
	yes, no := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		var s queueSpec
		free := make([]int, 3) // when each thread has ended its last call
		for range rapid.IntRange(1, 6).Draw(t, "calls") {
			thread := rapid.IntRange(0, 2).Draw(t, "thread")
			called := free[thread] + rapid.IntRange(1, 4).Draw(t, "later")
			ended := called + rapid.IntRange(0, 6).Draw(t, "takes")
			free[thread] = ended
			c := queueCall{interval: interval{time.Duration(called), time.Duration(ended)}}
			if c.puts = rapid.Bool().Draw(t, "puts"); c.puts {
				c.value = rapid.IntRange(1, 2).Draw(t, "value")
			} else {
				c.value = rapid.IntRange(0, 2).Draw(t, "value")
			}
			s.calls = append(s.calls, c)
		}
		want := some(len(s.calls), func(order []int) bool { return s.keepsTime(order) && s.explains(order) })
		for _, s.keyed = range []bool{false, true} {
			got, ok := order(s.intervals(), s)
			require.Equal(t, want, ok, "%+v", s)
			if ok {
				require.Len(t, got, len(s.calls))
				require.True(t, s.keepsTime(got) && s.explains(got), "%v of %+v", got, s)
			}
		}
		if want {
			yes++
		} else {
			no++
		}
	})
	t.Logf("%d histories are linearizable, and %d are not", yes, no)
	require.Greater(t, min(yes, no), 1)
}

// TestSequentiallyConsistentIsNotEnough has a call that does not see what had ended before it began. An order of the
// calls of each thread explains that, but it is none that keeps to time.
func TestSequentiallyConsistentIsNotEnough(t *testing.T) {
	s := queueSpec{calls: []queueCall{
		{interval{1, 2}, true, 7},  // one thread puts 7,
		{interval{3, 4}, false, 0}, // and another one then finds nothing
	}}
	require.True(t, some(2, s.explains))
	_, ok := order(s.intervals(), s)
	require.False(t, ok)
	s.calls[1].called = 2 // at the same time
	_, ok = order(s.intervals(), s)
	require.True(t, ok)
}

// A counted spec says how often it was asked.
type counted struct {
	queueSpec
	n *int
}

func (c counted) apply(path []int, i int) (string, bool) {
	*c.n++
	return c.queueSpec.apply(path, i)
}

// TestSameStatesOnce has calls that put the same value at the same time: the orders lead to few states.
func TestSameStatesOnce(t *testing.T) {
	var s queueSpec
	for range 7 {
		s.calls = append(s.calls, queueCall{interval{1, 2}, true, 1})
	}
	s.calls = append(s.calls, queueCall{interval{3, 4}, false, 2}) // which nobody has put
	var asked [2]int
	for i := range asked {
		s.keyed = i == 1
		_, ok := order(s.intervals(), counted{s, &asked[i]})
		require.False(t, ok)
	}
	require.Equal(t, 13699+5040, asked[0], "7 + 7*6 + ... + 7!, and the last call after each")
	require.Equal(t, 7*64+1, asked[1], "each of 7 calls after each set of the others, and the last one")
}
