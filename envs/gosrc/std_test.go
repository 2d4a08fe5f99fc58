package gosrc

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// digest is a hash of everything that a program says.
func digest(p *Program) string {
	h := fnv.New128a()
	for i := range p.NumFuncs() {
		f := p.Func(envs.FuncID(i))
		fmt.Fprintf(h, "%d %s %v %d %d %v\n", i, f.Name, f.Params, f.Regs, f.Results, f.Locking())
		h.Write([]byte(p.text(f)))
		for pc := range f.Ops {
			op := &f.Ops[pc]
			if op.Callee != nil {
				fmt.Fprint(h, op.Callee.Funcs, op.Callee.FirstArg)
			}
			if op.Path != nil {
				fmt.Fprint(h, *op.Path)
			}
			if op.Loc != nil {
				fmt.Fprint(h, *op.Loc)
			}
			fmt.Fprintln(h, p.Position(envs.At(envs.FuncID(i), int32(pc))))
		}
	}
	for _, e := range p.Errors {
		fmt.Fprintln(h, e)
	}
	fmt.Fprintln(h, p.roots)
	return fmt.Sprintf("%x", h.Sum(nil))
}

// What std is lowered to is sound, and the same when it is lowered again.
func TestStd(t *testing.T) {
	if testing.Short() {
		t.Skip("lowers all of std")
	}
	start := time.Now()
	p, err := Load(context.Background(), Config{Patterns: []string{"std"}})
	require.NoError(t, err)
	require.Empty(t, p.Errors)
	took := time.Since(start)
	ops, locking, instrs, final, locs := 0, 0, 0, 0, 0
	var kinds [envs.NumKinds]int
	for i := range p.NumFuncs() {
		f := p.Func(envs.FuncID(i))
		requireSound(t, p, envs.FuncID(i))
		ops += len(f.Ops)
		if f.Locking() {
			locking++
		}
		for j := range f.Ops {
			op := &f.Ops[j]
			kinds[op.Kind]++
			if at := p.Position(envs.At(envs.FuncID(i), op.PC)); at.File[0] != '$' {
				t.Fatalf("%s: %s lies outside std", f.Name, at)
			}
		}
		for _, b := range p.SSA(envs.FuncID(i)).Blocks {
			instrs += len(b.Instrs)
		}
	}
	for loc := range p.classes.All {
		locs++
		if loc.Final {
			final++
		}
	}
	require.Greater(t, locking, 300)
	t.Logf("%d functions (%d roots, %d with locks), %d instructions, "+
		"%d operations, %d of %d classes final, loaded in %v, peak %s",
		len(p.src.Funcs), len(p.Roots()), locking, instrs, ops, final, locs, took.Round(time.Millisecond), peak())
	for k, n := range kinds {
		t.Logf("%10s %d", envs.Kind(k), n)
	}
	want := digest(p)
	p = nil // for its memory
	again, err := Load(context.Background(), Config{Patterns: []string{"std"}})
	require.NoError(t, err)
	require.Equal(t, want, digest(again))
}

// peak is the largest amount of memory the process has had, as Linux tells it.
func peak() string {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			return strings.TrimSpace(rest)
		}
	}
	return "unknown"
}
