package gosrc

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// Functions lowered from SSA are strict, a register is defined on every path that
// leads to a use of it, unless they defer calls, which read at the returns what
// some paths never defined, or select: each case defines results of its own.
func TestStrict(t *testing.T) {
	p, err := Load(context.Background(), Config{Dir: t.TempDir(), Patterns: []string{"encoding/json", "net/http", "text/template", "go/types"}, Deps: true})
	require.NoError(t, err)
	uses, loose := 0, 0
	for id := range envs.FuncID(p.NumFuncs()) {
		fn := p.Func(id)
		if !fn.Strict {
			loose++
			continue
		}
		for at, before := range definedBefore(fn) {
			for _, r := range fn.Ops[at].Uses {
				if before != nil && r != 0 {
					uses++
					require.True(t, before[r], "%s: op %d (%s) reads r%d, which some path to it does not define", fn.Name, at, &fn.Ops[at], r)
				}
			}
		}
	}
	require.Greater(t, uses, 100_000)
	require.Less(t, loose*10, p.NumFuncs())
}

// definedBefore gives, for each operation that can be reached, the registers that
// every path to it defines.
func definedBefore(fn *envs.Func) [][]bool {
	before := make([][]bool, len(fn.Ops))
	var todo []int32
	arrive := func(pc int32, defined []bool) {
		if before[pc] == nil {
			before[pc] = append([]bool(nil), defined...)
			todo = append(todo, pc)
			return
		}
		shrank := false
		for r, d := range before[pc] {
			if d && !defined[r] {
				before[pc][r], shrank = false, true
			}
		}
		if shrank {
			todo = append(todo, pc)
		}
	}
	entry := make([]bool, fn.Regs)
	for _, r := range fn.Params {
		entry[r] = true
	}
	arrive(0, entry)
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		op := &fn.Ops[pc]
		if op.Handler != 0 {
			arrive(op.Handler, before[pc])
		}
		after := append([]bool(nil), before[pc]...)
		for r := range envs.Reg(op.Results) {
			after[op.Dst+r] = true
		}
		for _, to := range fn.Targets(op) {
			arrive(to, after)
		}
		if op.Falls() {
			arrive(pc+1, after)
		}
	}
	return before
}
