package envs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
)

// What an environment may get wrong is refused, with what was expected.
func TestCheck(t *testing.T) {
	op, jump, ret := envstest.Op, envstest.Jump, envstest.Op(envs.Return, 0)
	branch := op(envs.Branch, 0, 1)
	function := func(lists [][]int32, ops ...envs.Op) *envs.Func {
		fn := envstest.Function("f", ops...)
		fn.Lists, fn.Regs = lists, max(fn.Regs, 3)
		return fn
	}
	returning := func(n int, uses ...envs.Reg) *envs.Func {
		fn := function(nil, op(envs.Return, 0, uses...))
		fn.Results = n
		return fn
	}
	throws := func(o envs.Op, handler int32) envs.Op {
		o.Handler = handler
		return o
	}
	bare := envstest.Function("f", op(envs.Acquire, 0), op(envs.Release, 0), ret) // as in a trace
	bare.Results = 1
	for name, c := range map[string]struct {
		fn   *envs.Func
		want string // empty if it is right
	}{
		"no registers": {bare, ""},
		"acquire":      {function(nil, op(envs.Acquire, 0, 1), ret), ""},
		"acquire of no register": {function(nil, op(envs.Acquire, 0), ret),
			"op 0 (acquire): uses no register, want that of the lock"},
		"release of no register":  {function(nil, op(envs.Release, 0), ret), "uses no register, want that of the lock"},
		"call":                    {function(nil, envstest.Calling(1, 0), ret), ""},
		"call without callee":     {function(nil, op(envs.Call, 1), ret), "has no Callee, want what it calls"},
		"fork without callee":     {function(nil, op(envs.Fork, 1), ret), "op 0 (r1 = fork): has no Callee"},
		"defer without callee":    {function(nil, op(envs.Defer, 0), ret), "op 0 (defer): has no Callee"},
		"results":                 {returning(2, 1, 0), ""},
		"no results":              {returning(2), "uses 0 registers, want one for each of the 2 results"},
		"too few results":         {returning(2, 1), "uses 1 registers, want one for each of the 2 results"},
		"move of nothing":         {function(nil, op(envs.Move, 1), ret), "uses no register, want that of what it takes"},
		"receive of nothing":      {function(nil, op(envs.Receive, 1), ret), "op 0 (r1 = receive): uses no register"},
		"store without base":      {function(nil, op(envs.Store, 0, 1), ret), "want a base and a value"},
		"a loop":                  {function([][]int32{{1, 3}}, branch, op(envs.Nop, 0), jump(0), ret), ""},
		"a loop with two entries": {function([][]int32{{1, 2}, {1, 3}}, branch, op(envs.Nop, 0), branchTo(1), ret), ""},
		"a handler":               {function(nil, throws(op(envs.Nop, 0), 2), ret, op(envs.Catch, 1), ret), ""},
		"what is never reached":   {function(nil, ret, op(envs.Nop, 0), jump(1)), ""},
		"a handler before it": {function(nil, jump(2), ret, throws(op(envs.Nop, 0), 1), jump(1)),
			"op 1 (return): control comes to it from later operations only"},
		"a loop before its head": {function([][]int32{{1, 3}}, jump(2), op(envs.Nop, 0), branch, ret),
			"op 1 (nop): control comes to it from later"},
		"a branch before the other": {function([][]int32{{1, 2}}, branch, ret, op(envs.Nop, 0), jump(1)),
			"op 3 (jump): control goes back to op 1"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.fn.Check()
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.want)
		})
	}
}

func branchTo(list int32) envs.Op { return envs.Op{Kind: envs.Branch, Uses: []envs.Reg{1}, To: list} }
