package modelcheck_test

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/envs/gorun/gogentest"
	"github.com/seed38182bad/parallax/examples/modelcheck"
	"github.com/seed38182bad/parallax/examples/session"
)

// TestTableOfGo is table 1 of the paper for Go. Of each program in testdata there is a version in testdata/go, whose
// test has the same threads. All cells are those of TestTable, name by name, and there are as many executions: both
// environments see the same traces. The programs differ in three ways:
//
//   - Who holds a lock of Go cannot take it again. So append of the deadlock, notifyReaders and notifyWriter use what
//     they have without the methods that take it. To take what is held is Const by all classifications.
//   - What throws in the IR returns false in Go.
//   - The main thread does not wait for the others. To wait for a group does something that the end of a thread has to
//     come before or after: with it there are six executions for each of the string buffer, and the same cells.
//
// That append of the string buffer is an error is shown by a test of its own, which fails under some schedules.
func TestTableOfGo(t *testing.T) {
	gogentest.Controlled(t)
	x := exploredGo(t, "testdata/go", "dpor", 0)
	require.Len(t, x.tests, 5)
	const module = "example.com/regions/"
	for name, test := range x.tests {
		require.True(t, test.Complete, "%s: %s", name, test.Why)
		require.Equal(t, name == module+"deadlock.Test", test.Ends[control.Deadlock] > 0)
		require.Equal(t, name == module+"stringbuffer.TestAppend", test.Ends[control.Fail] > 0)
	}
	for _, c := range []struct {
		name, error, kind string // what is found of the error, by all
	}{
		{"stringbuffer", "append", possible}, {"deadlock", "append", definite}, {name: "rwvsn"}, {name: "workers"},
	} {
		t.Run(c.name, func(t *testing.T) {
			test, same := x.tests[module+c.name+".Test"], read(t, c.name)
			t.Logf("%d executions, and %d that are redundant", test.Executions-test.Redundant, test.Redundant)
			require.Equal(t, same.executions, test.Executions-test.Redundant)
			for _, by := range ways {
				got := x.cell(t, module+c.name, by, c.error)
				t.Logf("%-4s %v  noise %v, errors %v", by, got, got.noise, got.errors)
				require.Equal(t, same.cell(t, by).sorted(), got.sorted(), by)
				if c.error != "" {
					require.Contains(t, x.of(by, module+c.name, c.error), c.kind)
				}
			}
		})
	}
}

func (c cell) sorted() cell {
	return cell{slices.Sorted(slices.Values(c.check)), slices.Sorted(slices.Values(c.noise)),
		slices.Sorted(slices.Values(c.errors))}
}

// A goExploration is what all classifications say of the tests of a module.
type goExploration struct {
	*session.Result
	tests map[string]session.Explored
}

// exploredGo explores the tests of a module by a strategy, each in at most so many executions, if the number is not 0.
func exploredGo(t *testing.T, dir, strategy string, executions int) goExploration {
	t.Helper()
	s := &session.Session{Dir: dir}
	for _, by := range ways {
		a := modelcheck.Analyzer()
		require.NoError(t, a.Flags.Set("by", by))
		require.NoError(t, a.Setup(nil))
		a.Name = by
		s.Checkers = append(s.Checkers, a)
	}
	programs, err := s.Open(t.Context(), session.Source{Patterns: []string{"./..."}, Tests: true, Runs: true})
	require.NoError(t, err)
	require.Len(t, programs, 1)
	const all = 1 << 30
	r, tests, err := programs[0].ExploreTests(t.Context(), session.TestsConfig{Options: control.Options{
		Strategy: strategy, Preemptions: -1, Executions: cmp.Or(executions, all), Failures: all, Memory: true,
		Releases: strategy == "all",
	}})
	require.NoError(t, err)
	x := goExploration{r, map[string]session.Explored{}}
	for _, test := range tests {
		x.tests[test.Name] = test
	}
	return x
}

// cell sorts the regions of a package, of which one may be known to be an error.
func (x goExploration) cell(t *testing.T, pkg, by, wrong string) (c cell) {
	t.Helper()
	for id := range envs.FuncID(x.Program.Code.NumFuncs()) {
		fn := x.Program.Code.Func(id)
		if fn == nil || !fn.Atomic {
			continue
		}
		in, name := named(fn.Name)
		if in != pkg {
			continue
		}
		called, unknown := x.Executed(envs.At(id, 0))
		require.Empty(t, unknown)
		require.NotZero(t, called, "%s is never called, so that nothing is verified", fn.Name)
		switch kinds := x.of(by, pkg, name); {
		case len(kinds) == 0:
			c.check = append(c.check, name)
		case slices.Contains(kinds, definite) || name == wrong:
			c.errors = append(c.errors, name)
		default:
			c.noise = append(c.noise, name)
		}
	}
	return c
}

// of is what a classification says of a method: the kinds of findings.
func (x goExploration) of(by, pkg, name string) (kinds []string) {
	for _, f := range x.Findings {
		if in, fn := named(f.Subject); f.Checker == by && in == pkg && fn == name {
			kinds = append(kinds, f.Kind)
		}
	}
	return kinds
}

// named are the package and the name of a method, such as (*example.com/p.T).m.
func named(full string) (pkg, name string) {
	full = strings.TrimPrefix(full, "(*")
	dir, last := path.Split(full)
	pkg, last, _ = strings.Cut(last, ".")
	return dir + pkg, last[strings.LastIndexByte(last, '.')+1:]
}
