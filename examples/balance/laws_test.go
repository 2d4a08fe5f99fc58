package balance

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	asked = func() (all []fact) {
		var q questions
		for r := envs.Reg(1); r <= 2; r++ {
			for _, text := range []string{"", "s.sync"} {
				all = append(all, q.counts(r, text, true), q.counts(r, text, false))
			}
			all = append(all, q.equals(r, envs.Term{}, true), q.equals(r, envs.ConstTerm(machine.Int.Of(3)), false))
		}
		return all
	}()
	names = []lock{
		{path: &envs.Path{Root: envs.AtParam, Steps: ".mu"}}, {path: &envs.Path{Root: envs.AtGlobal, Global: "mu"}},
		{path: &envs.Path{Root: envs.AtReg, Reg: 1, Steps: ".mu"}}, {id: 3},
	}
	classes = []string{"T.mu", ""}
)

func aSituation(t *rapid.T) situation {
	var s situation
	for range rapid.IntRange(0, 2).Draw(t, "locks") {
		s.put(balance{
			of: rapid.SampledFrom(names).Draw(t, "lock"), class: rapid.SampledFrom(classes).Draw(t, "class"),
			need: need(rapid.IntRange(1, 4).Draw(t, "need")), alone: int8(rapid.IntRange(-1, 1).Draw(t, "alone")),
			read: int8(rapid.IntRange(0, 1).Draw(t, "read")),
			at:   envs.At(0, rapid.Int32Range(0, 1).Draw(t, "at")),
		})
	}
	for _, f := range rapid.SliceOfN(rapid.SampledFrom(asked), 0, 3).Draw(t, "facts") {
		s.learn(f)
	}
	if rapid.Bool().Draw(t, "passed") {
		s.passed = []int32{3}
	}
	if rapid.IntRange(0, 4).Draw(t, "loose") == 4 {
		s.loosen(rapid.SampledFrom(classes).Draw(t, "which"))
	}
	s.doubt = rapid.Bool().Draw(t, "doubt")
	return s
}

func aState(t *rapid.T) State {
	if rapid.IntRange(0, 9).Draw(t, "full") == 9 {
		return State{full: true}
	}
	return stateOf(rapid.SliceOfN(rapid.Custom(aSituation), 0, 4).Draw(t, "cases"))
}

// A state is a set of cases, and what operations do is done case by case.
func TestStateLaws(t *testing.T) {
	each := func(change func(*situation) bool) func(State) State {
		return func(s State) State { return s.each(change) }
	}
	latticetest.StateSuite[State]{
		States: rapid.Custom(aState),
		Steps:  1000,
		Fingerprint: func(s State) string {
			all := fmt.Sprint(s.full, len(s.cases))
			for _, c := range s.cases {
				all += fmt.Sprint(" ", c.open, c.closed, c.passed, c.loose, c.doubt)
				for _, f := range c.facts {
					all += fmt.Sprint(" ", *f.question, f.yes)
				}
			}
			return all
		},
		Transfers: []func(State) State{
			each(func(s *situation) bool { s.take(names[0], "T.mu", false, false, envs.At(0, 1)); return true }),
			each(func(s *situation) bool { s.give(names[1], "", false); return true }),
			each(func(s *situation) bool { s.give(names[0], "T.mu", true); return true }),
			each(func(s *situation) bool {
				s.meet(balance{of: names[0], class: "T.mu", need: lent, alone: -1}, envs.At(0, 1))
				return true
			}),
			each(func(s *situation) bool { s.forget(func(r envs.Reg) bool { return r == 1 }); return true }),
			each(func(s *situation) bool { s.loosen("T.mu"); return true }),
			each(exported),
		},
	}.Check(t)
}

// Where there are too many cases of the same locks, they become what they have in common; too many others, nothing.
func TestLimits(t *testing.T) {
	var q questions
	var s State
	for r := range envs.Reg(maxVariants) {
		s, _ = s.Merge(State{cases: []situation{{facts: []fact{q.counts(r+1, "", true)}}}})
	}
	require.Len(t, s.cases, maxVariants)
	s, _ = s.Merge(State{cases: []situation{{facts: []fact{q.counts(maxVariants+1, "", true)}}}})
	require.Equal(t, State{cases: []situation{{}}}, s)

	for i := range int32(maxCases) {
		s, _ = s.Merge(State{cases: []situation{{passed: []int32{i + 1}}}})
	}
	require.Equal(t, State{full: true}, s)
	require.Equal(t, "unknown", s.String())
	merged, grew := State{}.Merge(s)
	require.True(t, grew)
	require.Equal(t, s, merged)
}

// Words that say that a function takes a lock for its callers.
func TestNames(t *testing.T) {
	for _, name := range []string{"(*p.T).Lock", "p.lock", "p.tryRLock", "(*p.T).LockAll", "p.acquireForkLock",
		"p.BeginTx", "p.take_lock"} {
		require.True(t, named(name), name)
	}
	for _, name := range []string{"(*p.T).Unlock", "p.block", "(*p.Lock).get", "p.withLock", "p.lock$1", "p.getLocked",
		"p.clock"} {
		require.False(t, named(name), name)
	}
	require.Equal(t, []string{"try", "r", "lock", "all"}, words("TryRLockAll"))
}

// What is known of conditions decides others.
func TestJudge(t *testing.T) {
	var q questions
	three, nothing := envs.ConstTerm(machine.Int.Of(3)), envs.Term{}
	s := situation{}
	require.True(t, s.learn(q.equals(1, three, true)))
	for _, c := range []struct {
		asked fact
		is    verdict
	}{
		{q.equals(1, three, true), agrees}, {q.equals(1, three, false), refuted},
		{q.equals(1, nothing, true), refuted}, {q.equals(1, nothing, false), agrees},
		{q.equals(2, three, true), open}, {q.counts(1, "", true), open},
		{q.ask(envs.Condition{X: three, Cmp: machine.Eq, Y: envs.Reg(1).Term(machine.Int)}, ""), agrees},
		{q.ask(envs.Condition{X: three, Cmp: machine.Eq, Y: nothing}, ""), refuted},
	} {
		require.Equal(t, c.is, s.judge(c.asked), "%v %v", *c.asked.question, c.asked.yes)
	}
	require.False(t, s.learn(q.equals(1, nothing, true)))

	require.True(t, s.learn(q.counts(2, "s.sync", true)))
	require.True(t, s.learn(q.counts(3, "s.sync", false)))
	require.True(t, s.doubt)
	require.True(t, slices.ContainsFunc(s.facts, func(f fact) bool { return f.x.Reg == 3 && !f.yes }))
}
