package irgen_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// draw adapts rapid to irgen.
func draw(t *rapid.T) irgen.Draw {
	return func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }
}

func TestGeneratedProgramsAreWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := irgen.Program(draw(t), irgen.Options{})
		p, err := ir.Parse("gen.plx", src)
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		q, err := ir.Parse("gen.plx", p.String())
		if err != nil || p.String() != q.String() {
			t.Fatalf("does not read back: %v\n%s", err, p)
		}
		if err := envs.Validate(p); err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		a := p.Run(1, ir.Options{MaxSteps: 20_000}).Result()
		b := q.Run(1, ir.Options{MaxSteps: 20_000}).Result()
		if a.Steps != b.Steps || a.End != b.End || a.Global("total") != b.Global("total") {
			t.Fatalf("printed and read back, the program runs otherwise\n%s", src)
		}
	})
}

// TestCoverage generates 2,000 programs: they must contain, and their runs must
// execute, everything the language has, and most runs must end.
func TestCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	words := []string{"\nacquire ", "\nrelease ", "= tryacquire ", "\nsync ", "\nsync func f", "\nwait ", "\nnotify ",
		"\nnotifyall ",
		"= spawn ", "\njoin ", "\nthrow ", "\ntry {", "} catch e", "\nif ", "} else {", "} else if", "\nwhile ", "\nbreak\n",
		"\ncontinue\n", "\ngoto ", "\nreturn ", "\nskip\n", "nondet", "= new Node", "new [", "len(", "\na.f, x = ", "||",
		"&&"}
	seen := map[string]int{}
	var static, run [envs.NumKinds]int
	ends := map[ir.End]int{}
	var handlers, backEdges, unwound, recursive, uncaught, maxDepth int
	const programs = 2000
	for seed := range uint64(programs) {
		src := irgen.Program(irgen.Seeded(seed), irgen.Options{})
		p, err := ir.Parse("gen.plx", src)
		require.NoError(t, err, src)
		for _, w := range words {
			if strings.Contains(src, w) {
				seen[w]++
			}
		}
		require.NoError(t, envs.Validate(p), src)
		for id := range p.NumFuncs() {
			f := p.Func(envs.FuncID(id))
			for i := range f.Ops {
				op := &f.Ops[i]
				static[op.Kind]++
				if op.Handler > 0 {
					handlers++
				}
				for _, to := range f.Targets(op) {
					if to <= op.PC {
						backEdges++
					}
				}
			}
		}
		for s := range uint64(2) {
			x := p.Run(s, ir.Options{MaxSteps: 50_000})
			frames := map[envs.Thread][]envs.FuncID{}
			for ev := range x.Events() {
				switch ev.Kind {
				case envs.Step:
					run[p.Func(ev.Func).Ops[ev.PC].Kind]++
				case envs.Enter:
					for _, f := range frames[ev.Thread] {
						if f == ev.Func {
							recursive++
							break
						}
					}
					frames[ev.Thread] = append(frames[ev.Thread], ev.Func)
					maxDepth = max(maxDepth, len(frames[ev.Thread]))
				case envs.Leave:
					st := frames[ev.Thread]
					require.Equal(t, st[len(st)-1], ev.Func)
					frames[ev.Thread] = st[:len(st)-1]
					if !ev.Done {
						unwound++
					}
				}
			}
			ends[x.Result().End]++
			uncaught += len(x.Result().Uncaught)
		}
	}
	for _, w := range words {
		require.Greater(t, seen[w], programs/50, "programs with %q", w)
	}
	for k := range envs.NumKinds {
		switch k {
		case envs.Addr, envs.Atomic, envs.Send, envs.Receive, envs.Close, envs.Defer, envs.Switch:
			require.Zero(t, static[k], "the language has no %s", k)
		default:
			require.Greater(t, static[k], 100, "%s in the programs", k)
			require.Greater(t, run[k], 100, "%s in the runs", k)
		}
	}
	t.Logf("ends %v; %d handlers, %d back edges; %d frames unwound, %d entered recursively, deepest %d; %d uncaught",
		ends, handlers, backEdges, unwound, recursive, maxDepth, uncaught)
	require.Greater(t, ends[ir.Completed], programs*2*8/10)
	require.Greater(t, min(handlers, backEdges, unwound, recursive), 1000)
}

func TestOptionsLeaveOut(t *testing.T) {
	raw := regexp.MustCompile(`(?m)^\s*(acquire|release|wait|goto|throw|try)\b`)
	body := regexp.MustCompile(`(?s)\nfunc f0|sync func f0`)
	for seed := range uint64(300) {
		src := irgen.Program(irgen.Seeded(seed), irgen.Options{Structured: true})
		_, err := ir.Parse("gen.plx", src)
		require.NoError(t, err)
		i := body.FindStringIndex(src)
		require.NotNil(t, i)
		require.NotRegexp(t, raw, src[i[0]:])
	}
}
