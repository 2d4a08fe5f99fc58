package main

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/trace/tracetest"
)

// A hardTrace writes a text in the STD format of a size: the lines are in proportion to n.
type hardTrace struct {
	name  string
	write func(line func(format string, a ...any), n int)
	most  float64 // how many times as much eight times the events may take, if it is not as for the others
	whole bool    // the whole trace is read first
}

// hardTraces hold many things at once: locks, variables, calls.
var hardTraces = []hardTrace{
	{name: "nested locks", write: func(line func(string, ...any), n int) {
		for i := range n {
			line("T0|acq(l%d)|1", i)
		}
		for i := range n {
			line("T0|rel(l%d)|2", n-1-i)
		}
	}},
	{name: "locks given back in the order in which they were taken", write: func(line func(string, ...any), n int) {
		for i := range n {
			line("T0|acq(l%d)|1", i)
		}
		for i := range n {
			line("T0|rel(l%d)|2", i)
		}
	}},
	{name: "an access under each of nested locks, by two threads", write: func(line func(string, ...any), n int) {
		for t := range 2 {
			for i := range n {
				line("T%d|acq(l%d)|1", t, i)
				line("T%d|w(x%d)|2", t, i)
			}
			for i := range n {
				line("T%d|rel(l%d)|3", t, n-1-i)
			}
		}
	}},
	{name: "blocks under many locks", write: func(line func(string, ...any), n int) {
		for i := range n {
			line("T0|acq(l%d)|1", i)
		}
		for i := range n {
			line("T0|acq(m)|2")
			line("T0|w(x%d)|3", i%10)
			line("T0|rel(m)|4")
		}
	}},
	{name: "a lock taken again and again", write: func(line func(string, ...any), n int) {
		for range n {
			line("T0|acq(m)|1")
		}
		line("T0|w(x)|2")
		for range n {
			line("T0|rel(m)|3")
		}
	}},
	{name: "many variables", write: func(line func(string, ...any), n int) {
		for t := range 2 {
			for i := range n {
				line("T%d|w(x%d)|1", t, i)
			}
		}
	}},
	{name: "nested calls", write: func(line func(string, ...any), n int) {
		for range n {
			line("T0|begin|1")
		}
		for range n {
			line("T0|end|2")
		}
	}},
	{name: "few readers and writers", write: func(line func(string, ...any), n int) {
		for i := range n {
			if t := i % 8; i%10 == 0 {
				line("T%d|acq(m)|1", t)
				line("T%d|w(x)|2", t)
				line("T%d|rel(m)|3", t)
			} else {
				line("T%d|r(x)|4", t)
			}
		}
	}},
	{name: "races under many locks, by eight threads", write: func(line func(string, ...any), n int) {
		for i := range n / 8 {
			for t := range 8 {
				line("T%d|acq(l%d_%d)|1", t, t, i)
				line("T%d|w(x%d)|2", t, i)
			}
		}
	}},
	{name: "reads by many threads, and then writes by one", write: func(line func(string, ...any), n int) {
		for t := range n {
			line("T%d|r(x)|1", t+1)
		}
		for range n {
			line("T0|w(x)|2")
		}
	}},
	{name: "reads and then writes by many threads", write: func(line func(string, ...any), n int) {
		for t := range n {
			line("T%d|r(x)|1", t)
		}
		for t := range n {
			line("T%d|w(x)|2", t)
		}
	}},
	// As many edges as there are pairs of transactions that are open at once are kept, but not a step for each triple.
	{name: "transactions of many threads that are open at once", most: 150, write: func(line func(string, ...any), n int) {
		for t := range n / 8 {
			line("T%d|begin|1", t)
		}
		for t := range n / 8 {
			line("T%d|w(x)|2", t)
		}
		for t := range n / 8 {
			line("T%d|end|3", t)
		}
	}},
}

// What a checker that follows a run event by event does for each grows no more than a logarithm, whatever is held at
// once. So eight times the events take hardly more than eight times the memory and the time; a quadratic step takes
// 64 times as much. Of the time the least of several looks counts, since neighbours disturb.
func TestHardTracesTakeLinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("replays long traces")
	}
	const small, factor = 2000, 8
	for _, h := range hardTraces {
		for _, name := range []string{"eraser", "race", "serial"} {
			t.Run(fmt.Sprintf("%s: %s", name, h.name), func(t *testing.T) {
				var bytes, times float64
				most := max(h.most, 24)
				for range 4 {
					bytesOf, timeOf := h.cost(t, name, small)
					bytesOfMore, timeOfMore := h.cost(t, name, small*factor)
					bytes, times = bytesOfMore/bytesOf, timeOfMore/timeOf
					if bytes < most && times < most {
						return
					}
				}
				require.Less(t, bytes, most, "allocated")
				require.Less(t, times, most, "taken")
			})
		}
	}
}

// commonVariables have many variables that two transactions, or a transaction and accesses of another thread, have in
// common.
var commonVariables = []hardTrace{
	{name: "under one lock", write: func(line func(string, ...any), n int) {
		for t := range 2 {
			line("T%d|begin|1", t)
			line("T%d|acq(m)|2", t)
			for i := range n {
				line("T%d|w(x%d)|3", t, i)
			}
			line("T%d|rel(m)|4", t)
			line("T%d|end|5", t)
		}
	}},
	{name: "under one lock, in several functions", write: func(line func(string, ...any), n int) {
		for t := range 4 {
			line("T%d|begin(f%d)|1", t, t)
			line("T%d|acq(m)|2", t)
			for i := range n {
				line("T%d|w(x%d)|3", t, i)
			}
			line("T%d|rel(m)|4", t)
			line("T%d|end|5", t)
		}
	}},
	{name: "in turn", write: func(line func(string, ...any), n int) {
		for t := range 2 {
			line("T%d|begin|1", t)
		}
		for i := range n {
			line("T0|w(x%d)|2", i)
			line("T1|w(x%d)|3", i)
		}
	}},
	{name: "by accesses outside", write: func(line func(string, ...any), n int) {
		line("T0|begin|1")
		for i := range n {
			line("T0|w(x%d)|2", i)
		}
		for i := range n {
			line("T1|w(x%d)|3", i)
		}
		for i := range n {
			line("T0|w(x%d)|4", i)
		}
	}},
}

// Of the variables that two transactions have in common those are compared that behave otherwise than others, and not
// each two. Each transaction is compared with another one once, by the variables of the smaller one.
func TestCommonVariablesTakeLinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("replays long traces")
	}
	for _, h := range commonVariables {
		for _, h.whole = range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, whole: %v", h.name, h.whole), func(t *testing.T) { h.grows(t, "blockwise", 500, 8, 24) })
		}
	}
}

// nestedCalls are transactions that are nested as deeply as there are events, with something to do at each level.
var nestedCalls = []hardTrace{
	{name: "accesses before", write: nested(true, false)},
	{name: "accesses after", write: nested(false, true)},
	{name: "accesses before and after", write: nested(true, true)},
	{name: "without an end", write: func(line func(string, ...any), n int) {
		for t := range 2 {
			for i := range n {
				line("T%d|begin|1", t)
				line("T%d|w(x%d)|2", t, i)
			}
		}
	}},
	{name: "a block of one lock before", write: func(line func(string, ...any), n int) {
		for t := range 2 {
			for i := range n {
				line("T%d|begin|1", t)
				line("T%d|acq(m)|2", t)
				line("T%d|w(x%d)|3", t, i)
				line("T%d|rel(m)|4", t)
			}
			for range n {
				line("T%d|end|5", t)
			}
		}
	}},
	{name: "of two threads in turn", write: func(line func(string, ...any), n int) {
		for i := range 2 * n {
			line("T%d|begin|1", i%2)
			line("T%d|w(x%d)|2", i%2, i/2)
		}
		for i := range 2 * n {
			line("T%d|end|3", i%2)
		}
	}},
}

// nested writes nested transactions of two threads, with accesses before, or after, those within. A third thread has
// accessed all before, so that no transaction waits for that.
func nested(before, after bool) func(func(string, ...any), int) {
	return func(line func(string, ...any), n int) {
		access := func(t, i int, really bool) {
			if really {
				line("T%d|w(x%d)|2", t, i)
			}
		}
		for i := range n {
			access(2, i, true)
		}
		for t := range 2 {
			for i := range n {
				line("T%d|begin|1", t)
				access(t, i, before)
			}
			for i := range n {
				access(t, i, after)
				line("T%d|end|3", t)
			}
		}
	}
}

// What is done in a call is not copied again by each call around it.
func TestNestedCallsTakeLinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("replays long traces")
	}
	for _, h := range nestedCalls {
		for _, h.whole = range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, whole: %v", h.name, h.whole), func(t *testing.T) { h.grows(t, "blockwise", 1000, 8, 24) })
		}
	}
}

// A block is not told of what is done in it under all locks around it once it has too many facts. Else there would be
// as many as pairs of locks for each access.
func TestBlocksUnderManyLocksTakeLinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("replays long traces")
	}
	h := hardTrace{write: func(line func(string, ...any), n int) {
		for i := range n {
			line("T0|acq(l%d)|1", i)
		}
		for i := range 500 {
			line("T0|acq(m)|2")
			line("T0|w(x%d)|3", i%10)
			line("T0|w(x%d)|3", (i+1)%10)
			line("T0|rel(m)|4")
		}
	}}
	for _, h.whole = range []bool{false, true} {
		t.Run(fmt.Sprintf("whole: %v", h.whole), func(t *testing.T) { h.grows(t, "views", 10, 8, 24) })
	}
}

// grows holds that some times the size takes less than that many times the memory and the time.
func (h hardTrace) grows(t *testing.T, checker string, small, factor int, most float64) {
	var bytes, times float64
	for range 4 {
		bytesOf, timeOf := h.cost(t, checker, small)
		bytesOfMore, timeOfMore := h.cost(t, checker, small*factor)
		if bytes, times = bytesOfMore/bytesOf, timeOfMore/timeOf; bytes < most && times < most {
			return
		}
	}
	require.Less(t, bytes, most, "allocated")
	require.Less(t, times, most, "taken")
}

// Many places of blocks in one function are not compared by threes at each end of a block. Eight times the events take
// less than 64 times as long, and not 512 times.
func TestPlacesOfBlocksAreNotComparedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("replays long traces")
	}
	const small, factor, most = 500, 8, 64
	for _, h := range []hardTrace{
		{name: "a variable under one lock after the other", write: func(line func(string, ...any), n int) {
			for i := range n {
				line("T%d|acq(l%d)|1", i%2, i)
				line("T%d|w(x)|2", i%2)
				line("T%d|rel(l%d)|3", i%2, i)
			}
		}},
		{name: "hand over hand", write: func(line func(string, ...any), n int) {
			line("T0|acq(l0)|1")
			for i := range n {
				line("T0|acq(l%d)|1", i+1)
				line("T0|w(x%d)|2", i)
				line("T0|rel(l%d)|3", i)
			}
		}},
	} {
		t.Run(h.name, func(t *testing.T) { h.grows(t, "methods", small, factor, most) })
	}
}

// What many lock views have in common with a method view that grows is not compared anew at each end of a block. Eight
// times the events take less than 64 times as long, and not 512 times.
func TestLockViewsAreNotComparedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("replays long traces")
	}
	h := hardTrace{write: func(line func(string, ...any), n int) {
		for i := range n {
			line("T%d|acq(m)|%d", i%2, i)
			line("T%d|w(x%d)|%d", i%2, 2*i, i)
			line("T%d|w(x%d)|%d", i%2, 2*i+1, i)
			line("T%d|rel(m)|%d", i%2, i)
		}
	}}
	h.grows(t, "methods", 250, 8, 64)
}

// Blocks that are open at once are not compared by threes at each end of a block, and a frame opens a limited number of
// them. Four times the events under four times the locks take little more than 16 times as long, and not 512 times.
func TestManyLocksHeldAtOnceTakeLinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("replays long traces")
	}
	h := hardTrace{write: func(line func(string, ...any), n int) {
		for t := range 2 {
			for i := range n {
				line("T%d|acq(l%d)|1", t, i)
				line("T%d|w(x%d)|%d", t, i, i)
			}
			for i := range n {
				line("T%d|rel(l%d)|1", t, i)
				line("T%d|r(x%d)|%d", t, i, i)
			}
		}
	}}
	for _, h.whole = range []bool{false, true} {
		t.Run(fmt.Sprintf("whole: %v", h.whole), func(t *testing.T) { h.grows(t, "methods", 50, 4, 40) })
	}
}

// least is a time, in seconds, below which the clock and the neighbours are most of what is measured.
const least = 0.003

// cost is the memory that a checker allocates for a trace of a size, and the time that it takes: the least of three.
func (h hardTrace) cost(t *testing.T, checker string, n int) (bytes, seconds float64) {
	var text strings.Builder
	h.write(func(format string, a ...any) { fmt.Fprintf(&text, format+"\n", a...) }, n)
	prog, run := tracetest.Read(t, text.String())
	for range 3 {
		var analyzer *dataflow.Analyzer
		for _, a := range checkers() {
			if a.Name == checker {
				analyzer = a
			}
		}
		w := dataflow.NewWatch(prog, analyzer)
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		follow := w.Run
		if h.whole {
			follow = w.RunWhole
		}
		require.NoError(t, follow(t.Context(), run))
		took := time.Since(start).Seconds()
		runtime.ReadMemStats(&after)
		bytes = float64(after.TotalAlloc - before.TotalAlloc)
		if seconds == 0 || took < seconds {
			seconds = took
		}
	}
	return bytes, max(seconds, least)
}
