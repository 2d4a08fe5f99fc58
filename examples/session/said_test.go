package session

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/control"
)

// What a test has said goes on behind a line that ends in a colon.
func TestSaid(t *testing.T) {
	x := &exploredTest{Test: &control.Test{Dir: "/p"}, dir: "/p"}
	for text, want := range map[string]string{
		"one\n        two\n":                                                  "one",
		"calls come to:\n\tAdd: 1\n\tGet: 2\n\n  more\n":                      "calls come to: Add: 1; Get: 2",
		"calls come to:\n    x_test.go:9: another\n":                          "calls come to:",
		"\n\tError Trace:\t/p/x_test.go:7\n\tError:  \tShould be true\n":      "Should be true",
		"\n\tError:  \tNot equal: \n\t\texpected: 1\n\t\tactual  : 2\n\t\t\n": "Not equal: expected: 1; actual  : 2",
	} {
		at, said := x.said("    x_test.go:7: " + text)
		require.Equal(t, envs.Position{File: "x_test.go", Line: 7, Col: 1}, at)
		require.Equal(t, want, said, text)
	}
}

// A finding counts the executions that show it, and has the schedule with the fewest switches. Of leaks only the first
// is shown.
func TestCounted(t *testing.T) {
	race := control.Race{First: control.Frame{File: "/p/x.go", Line: 3}, Second: control.Frame{File: "/p/x.go", Line: 4}}
	left := []control.Left{{Stack: []control.Frame{{File: "/p/x.go", Line: 9}}}}
	x := &exploredTest{dir: "/p", second: "f beside g at call 1", Test: &control.Test{
		Name: "TestX", Ends: map[string]int{control.Pass: 9, control.Leak: 7},
		Shown: []control.Execution{
			{End: control.Pass, Switches: 5, Schedule: "0 1 0", Races: []control.Race{race, race}, Left: left},
			{End: control.Pass, Switches: 2, Schedule: "0 1", Races: []control.Race{race}},
		},
	}}
	got := map[string]int64{}
	for _, f := range x.findings() {
		got[f.Kind+" "+f.Schedule] = f.Runs
		require.Equal(t, x.second, f.Second)
	}
	require.Equal(t, map[string]int64{"race 0 1": 2, "leak 0 1 0": 7}, got)
}

// Goroutines of other modules alone are no leak, neither a finding nor in the row.
func TestForeignLeak(t *testing.T) {
	for file, leaks := range map[string]bool{"/go/src/net/http/transport.go": false, "/p/x.go": true} {
		left := []control.Left{{Stack: []control.Frame{{File: file, Line: 9}}}}
		row, found := (&exploredTest{dir: "/p", Test: &control.Test{
			Ends:  map[string]int{control.Pass: 9, control.Leak: 9},
			Shown: []control.Execution{{End: control.Pass, Left: left, More: 1}},
		}}).explored()
		require.Equal(t, leaks, len(found) == 1)
		require.Equal(t, leaks, row.Ends[control.Leak] == 9)
		require.Equal(t, 9, row.Ends[control.Pass])
		if leaks {
			require.Contains(t, found[0].Message, "leaves at least a goroutine")
		}
	}
}

// A failure is told by what the test has said as it failed, and not by what it has logged before.
func TestCause(t *testing.T) {
	x := &exploredTest{dir: "/p", Test: &control.Test{Name: "TestX", Dir: "/p", Ends: map[string]int{control.Fail: 1}}}
	x.Shown = []control.Execution{{
		End: control.Fail, Text: "    x_test.go:1: log\n    x_test.go:2: why\n", Cause: "    x_test.go:2: why\n",
	}}
	f := x.findings()[0]
	require.Equal(t, 2, f.Pos.Line)
	require.Equal(t, "TestX fails: why", f.Message)
}
