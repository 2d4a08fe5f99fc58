package irtest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// TestPapers runs every program of the papers under many schedules. It must
// end, without an exception that nobody catches. Each line that something is
// wanted of must be executed. It may end in a deadlock if that is what is
// wanted.
func TestPapers(t *testing.T) {
	all, err := Programs()
	require.NoError(t, err)
	require.Len(t, all, 30)
	wants := 0
	for _, prog := range all {
		t.Run(prog.ID, func(t *testing.T) {
			p, err := prog.Parse()
			require.NoError(t, err)
			executed := map[int]bool{}
			reached := make(map[envs.Point]bool)
			for seed := range uint64(100) {
				run := p.Run(seed, ir.Options{})
				for ev, err := range run.Events() {
					require.NoError(t, err)
					if ev.Kind == envs.Step {
						pt := envs.At(ev.Func, ev.PC)
						reached[pt] = true
						executed[p.Position(pt).Line] = true
					}
				}
				r := run.Result()
				if r.End != ir.Deadlock || !slices.ContainsFunc(prog.Wants, func(w Want) bool { return w.Kind == "lock-cycle" }) {
					require.Equal(t, ir.Completed, r.End)
				}
				require.Empty(t, r.Uncaught)
			}
			for _, w := range prog.Wants {
				require.True(t, executed[w.Line], "line %d is never executed", w.Line)
				wants++
			}
			require.NoError(t, envs.Validate(p, p.Run(0, ir.Options{}), p.Run(1, ir.Options{})))
			for id := range p.NumFuncs() {
				f := p.Func(envs.FuncID(id))
				for pc := range f.Ops {
					pt := envs.At(f.ID, int32(pc))
					if !reached[pt] && !stub(f, pc) {
						t.Errorf("%s: %s is never executed", p.Position(pt), &f.Ops[pc])
					}
				}
			}
		})
	}
	require.Greater(t, wants, 20)
}

// stub reports whether the operation belongs to what gives a lock back when an
// exception leaves a region.
func stub(f *envs.Func, pc int) bool {
	for i := pc; i >= 0 && i > pc-3; i-- {
		if f.Ops[i].Kind == envs.Catch {
			return true
		}
	}
	return false
}

func TestFind(t *testing.T) {
	p, err := Find("T9.1")
	require.NoError(t, err)
	require.Equal(t, []Want{{Line: p.Wants[0].Line, Kind: "stale", Regs: []string{"tmp"}, StaticOnly: true}}, p.Wants)
	_, err = Find("T0.0")
	require.ErrorContains(t, err, "T0.0")
}

func TestWants(t *testing.T) {
	w, err := parseWants("a.plx", "// want stale: x\n"+
		"use2(x, y) // want stale: x, y // also race: z // not with hand-over\n")
	require.NoError(t, err)
	require.Equal(t, []Want{
		{Line: 2, Kind: "stale", Regs: []string{"x", "y"}},
		{Line: 2, Kind: "race", Regs: []string{"z"}, Also: true, NotHandover: true},
	}, w)
	_, err = parseWants("a.plx", "x = 1\ny = x // want x\n")
	require.EqualError(t, err, `a.plx:2: cannot read the expectation "want x": write "want KIND: register, ..."`)
}
