package checkertest

import (
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
)

// A Way is one in which a checker may look at a program. It gives what is found. It is false if nothing is claimed of
// the program then.
type Way func(p *ir.Program, text string) (found []envs.Finding, claims bool)

// AcceptedIsAtomic draws n programs of each of several kinds, and of those that are given. A test fails if a function
// that some way accepts is not atomic by what schedules leave behind; see Judge. Programs in which not all is atomic
// are counted as "not atomic". There have to be some of them. Functions that were judged are counted by the name of the
// way.
func AcceptedIsAtomic(t *testing.T, n int, ways map[string]Way, more ...func(irgen.Draw) string) map[string]int {
	count := map[string]int{}
	for _, generate := range append(more, drawn.Calls, drawn.Marked(irgen.Schedules), drawn.Marked(irgen.Protected),
		drawn.Marked(drawn.Sharing)) {
		for seed := range uint64(n) {
			text := Spurious(generate(irgen.Seeded(seed)))
			p, err := ir.Parse("x.plx", text)
			require.NoError(t, err)
			if j := Judge(p, nil, 20_000); j.Deadlocks {
				continue
			} else if j.Shown != nil {
				count["not atomic"]++
			}
			for name, way := range ways {
				found, claims := way(p, text)
				if !claims {
					continue
				}
				j := Judge(p, found, 20_000)
				require.Nil(t, j.Shown, "seed %d, %s: %s are not atomic: %v\n%s", seed, name, j.Accepted, found,
					text)
				if j.Complete {
					count[name] += len(j.Accepted)
				}
			}
		}
	}
	t.Log(count)
	require.Greater(t, count["not atomic"], n/8)
	return count
}

// A Judged says whether calls of functions are atomic by what all schedules of a program leave behind.
type Judged struct {
	// Deadlocks says that some schedule ends with threads that wait for good. Then nothing else is judged, as a call that
	// never ends cannot be executed at once (Lipton's restriction R1).
	Deadlocks bool
	// Complete says that all states were searched.
	Complete bool
	// Accepted are the functions that were judged.
	Accepted []string
	// Shown leaves behind what no schedule does that executes each call of those as if at once; nil if there is none.
	Shown explore.Schedule
}

// Judge judges the transactions of a program that a checker does not report: the functions that are marked as atomic
// and are no finding's subject. Transactions are flattened, so that nothing is claimed of one that is called within
// another one that is reported. Functions that such a transaction may call are not judged.
func Judge(p *ir.Program, found []envs.Finding, states int) (j Judged) {
	_, j.Complete = p.Explore(ir.Options{MaxRuns: max(states/10, 1), Merge: true}, func(r *ir.Result) bool {
		j.Deadlocks = r.End == ir.Deadlock
		return !j.Deadlocks
	})
	if j.Complete = j.Complete && !j.Deadlocks; !j.Complete {
		return j
	}
	inside := map[envs.FuncID]bool{}
	var enter func(*envs.Func)
	enter = func(fn *envs.Func) {
		for i := range fn.Ops {
			if op := &fn.Ops[i]; op.Kind == envs.Call {
				for _, f := range op.Callee.Funcs {
					if !inside[f] {
						inside[f] = true
						enter(p.Func(f))
					}
				}
			}
		}
	}
	reported := func(fn *envs.Func) bool {
		return slices.ContainsFunc(found, func(f envs.Finding) bool { return f.Subject == fn.Name })
	}
	for id := range p.NumFuncs() {
		if fn := p.Func(envs.FuncID(id)); fn.Atomic && reported(fn) {
			enter(fn)
		}
	}
	accepted := func(fn *envs.Func) bool { return fn.Atomic && !reported(fn) && !inside[fn.ID] }
	for id := range p.NumFuncs() {
		if fn := p.Func(envs.FuncID(id)); accepted(fn) {
			j.Accepted = append(j.Accepted, fn.Name)
		}
	}
	j.Shown, j.Complete = p.Interference(accepted, ir.Options{MaxRuns: states})
	return j
}

var attempt = regexp.MustCompile(`if tryacquire`)

// Spurious has each attempt to take a lock of a program fail at times, as checkers of atomicity assume that it may.
func Spurious(text string) string { return attempt.ReplaceAllString(text, "if nondet && tryacquire") }
