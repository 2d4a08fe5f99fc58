package regen

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"
)

// TestDiff builds the programs in testdata/diff as they are, regenerated, and regenerated with a statement before and
// after every instruction, which reads values or does not. All must print the same, the lines of panics included. Each
// defect found in larger programs has a case there.
func TestDiff(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	prog, pkgs, err := Load("", false, "./testdata/diff/...")
	require.NoError(t, err)
	build := func(opts *Options) string {
		tmp := t.TempDir()
		args := []string{"build", "-o", filepath.Join(tmp, "prog")}
		if opts != nil {
			res, err := Regenerate(prog, pkgs, *opts)
			require.NoError(t, err)
			for _, k := range res.Kept {
				require.Contains(t, k.Reason, "range over a function", "%s", k)
			}
			overlay, err := res.WriteOverlay(tmp)
			require.NoError(t, err)
			args = append(args, "-overlay", overlay)
		}
		out, err := exec.Command("go", append(args, "./testdata/diff")...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		run, err := exec.Command(filepath.Join(tmp, "prog")).Output()
		require.NoError(t, err)
		return string(run)
	}
	want := build(nil)
	require.Greater(t, strings.Count(want, "\n"), 100)
	for name, opts := range map[string]*Options{"plain": {}, "probed": {Probes: touchAll}, "apart": {Probes: apart}} {
		t.Run(name, func(t *testing.T) {
			got := build(opts)
			w, g := strings.Split(want, "\n=="), strings.Split(got, "\n==")
			require.Equal(t, len(w), len(g))
			for i := range w {
				require.Equal(t, w[i], g[i])
			}
		})
	}
}

// touchAll are probes that mention every value they may.
var touchAll = Probes{
	Wants:  wantsAll,
	Entry:  func(c *Cursor) string { return c.Fresh("frame") + " := 0" },
	Block:  func(c *Cursor, b *ssa.BasicBlock) string { return c.Fresh("frame") + "++" },
	Before: touch,
	After:  func(c *Cursor, in ssa.Instruction) string { return c.Fresh("frame") + "++" },
	Exit:   func(c *Cursor, in *ssa.Return) string { return "_ = " + c.Fresh("frame") },
}

// apart has each instruction written apart, and writes nothing there.
var apart = Probes{Wants: wantsAll}

func wantsAll(in ssa.Instruction) bool {
	switch in.(type) {
	case *ssa.Phi, *ssa.Extract, *ssa.DebugRef:
		return false
	}
	return true
}

func touch(c *Cursor, in ssa.Instruction) string {
	var b strings.Builder
	for _, op := range in.Operands(nil) {
		switch v := (*op).(type) {
		case nil, *ssa.Builtin, *ssa.Function, *ssa.Const, *ssa.Range, *ssa.Next:
		case ssa.Value:
			if x, ok := c.Value(v); ok {
				b.WriteString("_ = " + x + "; ")
			}
		}
	}
	return b.String()
}
