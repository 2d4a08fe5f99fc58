package core

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// orders are the orders in which threads that make so many steps each can make them, as an explorer tries them.
func orders(t *testing.T, x *Explorer, limit int, steps ...int) map[string]int {
	seen := map[string]int{}
	for n := range limit {
		x.Begin(n)
		left := append([]int(nil), steps...)
		order := ""
		current := int32(-1)
		for {
			var list []Candidate
			if current >= 0 && left[current] > 0 {
				list = append(list, Candidate{Thread: current, Kind: Lock})
			}
			stays := len(list) > 0
			for i, m := range left {
				if m > 0 && int32(i) != current {
					list = append(list, Candidate{Thread: int32(i), Kind: Lock})
				}
			}
			if len(list) == 0 {
				break
			}
			current = list[x.Thread(list, stays)].Thread
			left[current]--
			order += fmt.Sprint(current)
		}
		seen[order]++
		require.Len(t, x.Widths, len(x.Choices))
		if !x.End() {
			break
		}
	}
	return seen
}

func TestSearchInDepth(t *testing.T) {
	seen := orders(t, New(Spec{Strategy: DFS, Preemptions: -1}), 1000, 2, 2)
	require.Len(t, seen, 6)
	for order, n := range seen {
		require.Equal(t, 1, n, order)
	}
	require.Len(t, orders(t, New(Spec{Strategy: DFS, Preemptions: -1}), 100000, 3, 2, 2), 210) // 7!/(3!2!2!)
	bounded := orders(t, New(Spec{Strategy: DFS}), 1000, 2, 2)
	require.Equal(t, map[string]int{"0011": 1, "1100": 1}, bounded)
	require.Len(t, orders(t, New(Spec{Strategy: DFS, Preemptions: 1}), 1000, 2, 2), 4)
}

func TestRandomSeesAll(t *testing.T) {
	for _, s := range []Strategy{Random, PCT} {
		require.Len(t, orders(t, New(Spec{Strategy: s, Seed: 1, Depth: 4}), 2000, 2, 2), 6, Strategies[s])
	}
	require.Len(t, orders(t, New(Spec{}), 10, 2, 2), 1)
}

func TestSameSeedSameOrders(t *testing.T) {
	for _, s := range []Strategy{Random, PCT} {
		spec := Spec{Strategy: s, Seed: 7, Depth: 3}
		require.Equal(t, orders(t, New(spec), 50, 3, 3), orders(t, New(spec), 50, 3, 3))
	}
}

func TestScheduleIsFollowed(t *testing.T) {
	x := New(Spec{Schedule: []uint16{1, 1}})
	require.Equal(t, map[string]int{"1001": 1}, orders(t, x, 1, 2, 2))
	require.False(t, x.Diverged)
	x = New(Spec{Schedule: []uint16{5}})
	orders(t, x, 1, 2, 2)
	require.True(t, x.Diverged)
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		choices []uint16
		text    string
	}{
		{nil, ""},
		{[]uint16{0, 0, 0, 2}, "0*3 2"},
		{[]uint16{1, 1, 0, 12}, "1*2 0 12"},
	} {
		require.Equal(t, c.text, string(AppendSchedule(nil, append(c.choices[:len(c.choices):len(c.choices)], 0, 0))))
		got, ok := ParseSchedule(c.text)
		require.True(t, ok)
		require.Equal(t, c.choices, got)
	}
	for _, s := range []string{"x", "1*", "70000", "1 -2"} {
		_, ok := ParseSchedule(s)
		require.False(t, ok, s)
	}
}
