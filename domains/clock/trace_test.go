package clock_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/clock"
)

// An event of a run of threads that access memory, take and give back locks, start
// threads and wait for them.
type event struct {
	thread int
	op     string
	other  int // the lock or the thread
}

// drawTrace draws a run that locks, starts and waits as it can be done.
func drawTrace(t *rapid.T) (trace []event) {
	const threads, locks = 4, 2
	started, ended := [threads]bool{0: true}, [threads]bool{}
	holder := [locks]int{-1, -1}
	for range rapid.IntRange(10, 40).Draw(t, "length") {
		thread := rapid.IntRange(0, threads-1).Draw(t, "thread")
		e := event{thread, rapid.SampledFrom([]string{"access", "acquire", "release", "fork", "join", "end"}).Draw(t,
			"event"), 0}
		possible := started[thread] && !ended[thread]
		switch e.op {
		case "acquire", "release":
			e.other = rapid.IntRange(0, locks-1).Draw(t, "lock")
			if e.op == "acquire" {
				possible = possible && holder[e.other] < 0
			} else {
				possible = possible && holder[e.other] == thread
			}
		case "fork", "join":
			e.other = rapid.IntRange(0, threads-1).Draw(t, "other")
			if e.op == "fork" {
				possible = possible && !started[e.other]
			} else {
				possible = possible && ended[e.other]
			}
		case "end":
			possible = possible && thread != 0
		}
		if !possible {
			continue
		}
		switch e.op {
		case "acquire":
			holder[e.other] = thread
		case "release":
			holder[e.other] = -1
		case "fork":
			started[e.other] = true
		case "end":
			ended[thread] = true
		}
		trace = append(trace, e)
	}
	return trace
}

// reachable is the happens-before relation by its definition, a transitive closure. It
// is that of program order, giving back a lock before taking it, starting before the
// first event and the last event before waiting.
func reachable(trace []event) [][]bool {
	before := make([][]bool, len(trace)) // before[j][i]: i happens before j
	for j, e := range trace {
		before[j] = make([]bool, len(trace))
		for i, f := range trace[:j] {
			if f.thread == e.thread || f.op == "release" && e.op == "acquire" && f.other == e.other ||
				f.op == "fork" && f.other == e.thread || e.op == "join" && e.other == f.thread {
				before[j][i] = true
				for k := range before[i] {
					before[j][k] = before[j][k] || before[i][k]
				}
			}
		}
	}
	return before
}

// clocksOf gives each event its epoch and the vector of its thread. Threads tick at every
// event, or only where others can see them, as in FastTrack.
func clocksOf(trace []event, everywhere bool) (epochs []clock.Epoch, vectors []clock.Vector) {
	var threads, locks [4]clock.Vector
	for t := range threads {
		threads[t] = d.Tick(threads[t], t)
	}
	for _, e := range trace {
		v := &threads[e.thread]
		switch e.op {
		case "acquire":
			*v = d.Join(locks[e.other], *v)
		case "join":
			*v = d.Join(threads[e.other], *v)
		}
		epochs, vectors = append(epochs, last(*v, e.thread)), append(vectors, *v)
		switch e.op {
		case "release":
			locks[e.other] = *v
		case "fork":
			threads[e.other] = d.Join(threads[e.other], *v)
		}
		if everywhere || e.op == "release" || e.op == "fork" {
			*v = d.Tick(*v, e.thread)
		}
	}
	return epochs, vectors
}

// Epochs and vectors say exactly what the graph of happens-before says.
func TestTracesAgainstReachability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trace := drawTrace(t)
		before := reachable(trace)
		for _, everywhere := range []bool{true, false} {
			epochs, vectors := clocksOf(trace, everywhere)
			for j := range trace {
				for i := range j {
					require.Equal(t, before[j][i], vectors[j].Has(epochs[i]), "%d %v against %d %v of %v", i, epochs[i], j,
						vectors[j], trace)
					if everywhere {
						require.Equal(t, before[j][i], d.Leq(vectors[i], vectors[j]))
						require.False(t, d.Leq(vectors[j], vectors[i]))
					}
				}
			}
		}
	})
}

// Traces are of use to the test above if many of their events are ordered, and many
// are not. These are the same in every run.
func TestTracesAreMixed(t *testing.T) {
	ordered, unordered := 0, 0
	traces := rapid.Custom(drawTrace)
	for seed := range 1000 {
		for j, before := range reachable(traces.Example(seed)) {
			for i := range j {
				if before[i] {
					ordered++
				} else {
					unordered++
				}
			}
		}
	}
	require.Greater(t, ordered, 1000)
	require.Greater(t, unordered, 100)
}
