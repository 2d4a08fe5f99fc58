package explore_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
)

func TestScheduleReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s explore.Schedule
		for range rapid.IntRange(0, 20).Draw(t, "choices") {
			c := explore.Choice{Thread: rapid.IntRange(0, 3).Draw(t, "thread"), Value: rapid.IntRange(0, 2).Draw(t, "value")}
			for range rapid.IntRange(1, 3).Draw(t, "times") {
				s = append(s, c)
			}
		}
		again, err := explore.ParseSchedule(s.String())
		require.NoError(t, err)
		require.Equal(t, s, again)
	})
	for _, bad := range []string{"x", "1*0", "-1", "1=", "1=-2", "1*2*3", "1*", "1*99999999999", "1=1=1"} {
		_, err := explore.ParseSchedule("0*2 " + bad)
		require.ErrorContains(t, err, "word 2 of the schedule", bad)
	}
}

// TestPreemptions bounds preemptions. Lost updates need one, and without one each thread runs until it waits.
func TestPreemptions(t *testing.T) {
	p := parse(t, "var v\nfunc f() { v = v + 1 }\nfunc main() { t = spawn f()\nu = spawn f()\njoin t\njoin u\n}\n")
	for bound, want := range []struct {
		executions int
		lost       bool
	}{{2, false}, {4, true}, {6, true}} {
		s, lost := p.System(ir.Options{}), false
		r := explore.Run(s, explore.NewExhaustive(bound), explore.Options{}, func(x explore.Execution) bool {
			v, _ := s.Result().Global("v").Int()
			lost = lost || v == 1
			require.LessOrEqual(t, preemptions(t, p.System(ir.Options{}), x.Schedule), bound)
			return true
		})
		require.Equal(t, want.executions, r.Executions)
		require.Equal(t, want.lost, lost, "%d preemptions", bound)
		require.Equal(t, bound == 2, r.Complete, r.Why)
	}
	s := p.System(ir.Options{})
	r := explore.Run(s, explore.NewDPOR(explore.DPOROptions{Preemptions: 1}), explore.Options{},
		func(explore.Execution) bool { return true })
	require.LessOrEqual(t, r.Executions, 4)
}

// preemptions is how often the schedule goes on with another thread though the one before was enabled.
func preemptions(t *testing.T, s explore.System, schedule explore.Schedule) (n int) {
	s.Begin(explore.NewReplay(nil))
	last := -1
	for _, c := range schedule {
		for _, op := range s.Ops() {
			if op.Thread == last && op.Enabled && c.Thread != last {
				n++
			}
		}
		last = c.Thread
		s.Step(c)
	}
	return n
}

func TestReplayOfAnotherProgram(t *testing.T) {
	p := parse(t, "final a = new Object\nvar v\nfunc f() { sync a { v = 1 } }\n"+
		"func main() { spawn f()\nacquire a\nv = nondet\n}\n")
	for text, want := range map[string]string{
		"0 1":     "choice 2 of the schedule is thread 1, which has to wait",
		"0 7":     "choice 2 of the schedule is thread 7, which there is not",
		"0 0=1*2": "choice 3 of the schedule is result 1 of thread 0, of which there are 1",
	} {
		s, err := explore.ParseSchedule(text)
		require.NoError(t, err)
		replay := explore.NewReplay(s)
		r := explore.Run(p.System(ir.Options{}), replay, explore.Options{}, func(explore.Execution) bool { return true })
		require.ErrorContains(t, replay.Err(), want)
		require.False(t, r.Complete)
	}
}

// TestBounds says of each bound what it left out.
func TestBounds(t *testing.T) {
	p := parse(t, "var v\nfunc f() { v = 1 }\nfunc main() { spawn f()\nwhile true { v = 2 }\n}\n")
	all := func(explore.Execution) bool { return true }
	r := explore.Run(p.System(ir.Options{}), explore.NewDPOR(explore.DPOROptions{}), explore.Options{Steps: 20}, all)
	require.False(t, r.Complete)
	require.Equal(t, "executions were cut at the limit of steps", r.Why)
	require.Equal(t, r.Executions, r.Cut)
	r = explore.Run(p.System(ir.Options{}), explore.NewExhaustive(-1), explore.Options{Steps: 20, Executions: 5}, all)
	require.Equal(t, "the limit of executions was reached", r.Why)
	require.Equal(t, 5, r.Executions)
	none := func(explore.Execution) bool { return false }
	r = explore.Run(p.System(ir.Options{}), explore.NewExhaustive(-1), explore.Options{Steps: 20}, none)
	require.Equal(t, "it was stopped", r.Why)
	c := explore.States(p.System(ir.Options{}), explore.StatesOptions{}, explore.Visitor{})
	require.True(t, c.Complete, "a loop has finitely many states")
	require.Positive(t, c.Cycles)
	c = explore.States(p.System(ir.Options{}), explore.StatesOptions{States: 2}, explore.Visitor{})
	require.Equal(t, "the limit of states was reached", c.Why)
}

// fickle is a system of three threads, of which the first one waits for the last one in each second execution.
type fickle struct {
	runs int
	done [3]bool
}

func (f *fickle) Begin(explore.Orderer) { f.runs++; f.done = [3]bool{} }
func (f *fickle) Step(c explore.Choice) { f.done[c.Thread] = true }
func (f *fickle) Ops() (ops []explore.Op) {
	for i, done := range f.done {
		if !done {
			ops = append(ops, explore.Op{Thread: i, Enabled: i > 0 || f.runs%2 == 1 || f.done[2],
				Accesses: []explore.Access{{Object: 1, Mode: explore.Write}}})
		}
	}
	return ops
}

// TestDivergence has programs that do not do the same again end the search, which says so.
func TestDivergence(t *testing.T) {
	for _, by := range []explore.Strategy{
		explore.NewDPOR(explore.DPOROptions{}), explore.NewDPOR(explore.DPOROptions{Source: true}), explore.NewExhaustive(-1),
	} {
		r := explore.Run(&fickle{}, by, explore.Options{}, func(explore.Execution) bool { return true })
		require.False(t, r.Complete)
		require.Contains(t, r.Why, "the program did not do the same again")
	}
}
