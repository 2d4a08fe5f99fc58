package modelcheck_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// A cell counts regions by how a classification takes them, as table 1 of the paper does.
type cell struct {
	check, noise, errors []string // the functions
}

func (c cell) String() string {
	return fmt.Sprintf("%d/%d/%d", len(c.check), len(c.noise), len(c.errors))
}

// cell sorts the regions of a program. One that is not verified is an error if it is definitely not atomic, or if a
// schedule leaves behind what none does that executes its calls as if at once. Otherwise it is noise.
func (x exploration) cell(t *testing.T, by string) (c cell) {
	t.Helper()
	for id := range x.prog.NumFuncs() {
		fn := x.prog.Func(envs.FuncID(id))
		if !fn.Atomic {
			continue
		}
		require.True(t, x.called[fn.Name], "%s is never called, so that nothing is verified", fn.Name)
		kinds := x.of(by, fn.Name)
		switch shown, complete := x.prog.Interference(only(fn.Name), ir.Options{}); {
		case len(kinds) == 0:
			require.Nil(t, shown, "%s", fn.Name)
			c.check = append(c.check, fn.Name)
		case shown != nil || slices.Contains(kinds, definite):
			c.errors = append(c.errors, fn.Name)
		default:
			require.True(t, complete)
			c.noise = append(c.noise, fn.Name)
		}
	}
	return c
}

// read is the exploration of a program in testdata.
func read(t *testing.T, name string) exploration {
	t.Helper()
	file := filepath.Join("testdata", name+".plx")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	p, err := ir.Parse(file, string(text))
	require.NoError(t, err)
	return explored(t, p, ir.Options{})
}

// TestTable is table 1 of the paper, for programs that are smaller. What must be the same is which classification
// verifies which kind of function.
//
// One cell differs in kind. That of the readers and writers is 23/3/0 in the paper by independence (IND). Here
// notifyWriter is only called under the lock that it takes. To take that again is independent, and so the lock of
// the oldest writer is the one dependent operation. It is the callers that take both locks, and are noise.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		name                string
		executions          int
		ind, mov, comb, w   string
		noise, error        map[string]string // by classification, where there are any
		definite, possibles string            // those that are found by all
	}{
		{
			name: "stringbuffer", executions: 12, ind: "6/0/1", mov: "6/0/1", comb: "6/0/1", w: "6/0/1",
			error: all("append"), possibles: "append",
		},
		{
			name: "deadlock", executions: 15, ind: "5/0/1", mov: "5/0/1", comb: "5/0/1", w: "5/0/1",
			error: all("append"), definite: "append", // Lipton's R1
		},
		{
			name: "rwvsn", executions: 32, ind: "8/2/0", mov: "7/3/0", comb: "8/2/0", w: "10/0/0",
			noise: map[string]string{
				"ind": "afterRead afterWrite", "mov": "notifyWriter afterRead afterWrite", "comb": "afterRead afterWrite",
			},
		},
		{
			name: "workers", executions: 70, ind: "8/1/0", mov: "8/1/0", comb: "9/0/0", w: "9/0/0",
			noise: map[string]string{"ind": "finish", "mov": "take"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := read(t, c.name)
			require.True(t, x.complete)
			require.Equal(t, c.executions, x.executions)
			require.Equal(t, c.name == "deadlock", x.deadlocks > 0)
			for by, want := range map[string]string{"ind": c.ind, "mov": c.mov, "comb": c.comb, "w": c.w} {
				got := x.cell(t, by)
				t.Logf("%-4s %v  noise %v, errors %v", by, got, got.noise, got.errors)
				require.Equal(t, want, got.String(), by)
				require.Equal(t, c.noise[by], strings.Join(got.noise, " "), by)
				require.Equal(t, c.error[by], strings.Join(got.errors, " "), by)
				for kind, fns := range map[string]string{definite: c.definite, possible: c.possibles} {
					for _, fn := range strings.Fields(fns) {
						require.Contains(t, x.of(by, fn), kind)
					}
				}
			}
		})
	}
}

// all says the same of each classification.
func all(functions string) map[string]string {
	m := map[string]string{}
	for _, by := range ways {
		m[by] = functions
	}
	return m
}
