package modelcheck_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/modelcheck"
	"github.com/seed38182bad/parallax/examples/serial"
)

// The kinds of findings.
const (
	definite = "definitely-not-atomic"
	possible = "possibly-not-atomic"
)

// ways are the classifications, in the order of the table of the paper.
var ways = []string{"ind", "mov", "comb", "w"}

// An exploration is what all classifications say of a program under one schedule of each trace.
type exploration struct {
	prog       *ir.Program
	found      []envs.Finding // the checker is named by its classification
	called     map[string]bool
	runs       []envstest.Kept
	executions int
	deadlocks  int // of the executions
	complete   bool
}

func explored(t *testing.T, p *ir.Program, opts ir.Options) exploration {
	t.Helper()
	var as []*dataflow.Analyzer
	for _, by := range ways {
		a := modelcheck.Analyzer()
		require.NoError(t, a.Flags.Set("by", by))
		require.NoError(t, a.Setup(nil))
		a.Name = by
		as = append(as, a)
	}
	w := dataflow.NewWatch(p, as...)
	x := exploration{prog: p, called: map[string]bool{}}
	var run envstest.Kept
	opts.Events = func(ev envs.Event) {
		if run = append(run, ev); ev.Kind == envs.Enter {
			x.called[p.Func(ev.Func).Name] = true
		}
	}
	opts.Begins = func() { run = run[:0] }
	x.executions, x.complete = p.Explore(opts, func(r *ir.Result) bool {
		if r.End == ir.Deadlock {
			x.deadlocks++
		}
		require.NoError(t, w.RunWhole(context.Background(), run))
		x.runs = append(x.runs, slices.Clone(run))
		return true
	})
	x.found = w.Findings()
	require.NoError(t, w.Err())
	return x
}

// of is what a classification says of a function: the kinds of findings.
func (x exploration) of(by, fn string) (kinds []string) {
	for _, f := range x.found {
		if f.Checker == by && f.Subject == fn {
			kinds = append(kinds, f.Kind)
		}
	}
	return kinds
}

// verified are the functions meant as atomic that a classification says nothing of.
func (x exploration) verified(by string) func(*envs.Func) bool {
	return func(fn *envs.Func) bool { return fn.Atomic && len(x.of(by, fn.Name)) == 0 }
}

// names are those of the functions that are verified.
func (x exploration) names(by string) string {
	var names []string
	for id := range x.prog.NumFuncs() {
		if fn := x.prog.Func(envs.FuncID(id)); x.verified(by)(fn) {
			names = append(names, fn.Name)
		}
	}
	return strings.Join(names, " ")
}

// cycles are executions in which the calls of functions that are verified cannot have been made one after the other,
// as what they access tells.
func (x exploration) cycles(t *testing.T, by string) []envs.Finding {
	t.Helper()
	rules := filepath.Join(t.TempDir(), "verified.rules")
	text := "none *\n"
	for _, name := range strings.Fields(x.names(by)) {
		text += "atomic " + name + "\n"
	}
	require.NoError(t, os.WriteFile(rules, []byte(text), 0o600))
	a := serial.Analyzer()
	require.NoError(t, a.Flags.Set("data", "true"))
	require.NoError(t, a.Flags.Set("transactions", rules))
	require.NoError(t, a.Setup(func(name string) string { return name }))
	w := a.Replay(x.prog)
	for _, run := range x.runs {
		require.NoError(t, w.Run(context.Background(), run))
	}
	return w.Findings()
}

// only is one function.
func only(name string) func(*envs.Func) bool {
	return func(fn *envs.Func) bool { return fn.Name == name }
}

// waitsToBeNotified reports whether a definite finding is about a wait to be notified.
func waitsToBeNotified(f envs.Finding) bool { return strings.Contains(f.Message, "notified it") }

// draws reports whether a program draws numbers.
func draws(p *ir.Program) bool { return strings.Contains(p.String(), "nondet") }
