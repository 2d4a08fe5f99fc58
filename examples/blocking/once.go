package blocking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// onceDo is the function that calls another one once. Who calls it meanwhile waits.
const onceDo = "(*sync.Once).Do"

// ruleOfOnce is about a function that is called once, and that comes to the same call again: it waits for its own end.
// What is called once is a Call before that of Do.
func (c *checker) ruleOfOnce(env envs.Env, op *envs.Op) {
	if op.Callee.FullName() != onceDo || op.PC == 0 {
		return
	}
	fn := env.Func()
	if call := &fn.Ops[op.PC-1]; call.Kind == envs.Call {
		s := onces{c, env, map[string]int{}}
		s.follow(fn, call, c.table.Way(fn, op.Uses[0]), []envs.Evidence{{At: env.Point(), Text: "a function is called once"}})
	}
}

// global is the way to a variable of a package, which may be any. Only the same operation is known to be about the same
// one.
const global = "r0."

// maxCalls is how many calls deep it is looked for what is called once.
const maxCalls = 5

// onces look for calls that lead to another one.
type onces struct {
	*checker
	env  envs.Env
	seen map[string]int // functions, with the ways by which they find what is used: how many calls deep at least
}

// follow reports where a call leads to one of Do with what lies at the end of a way.
func (s *onces) follow(in *envs.Func, call *envs.Op, way string, calls []envs.Evidence) {
	for _, id := range call.Callee.Funcs {
		fn := s.env.Program().Func(id)
		if fn == nil || len(calls) > maxCalls {
			continue
		}
		by := s.table.Into(in, call, fn, way)
		key := fmt.Sprint(id, " ", by)
		if depth, seen := s.seen[key]; by == "" || seen && depth <= len(calls) {
			continue
		}
		s.seen[key] = len(calls)
		for i := range fn.Ops {
			op := &fn.Ops[i]
			if op.Kind != envs.Call {
				continue
			}
			at := envs.At(id, op.PC)
			same := !strings.HasPrefix(by, global) || at == s.env.Point()
			if same && op.Callee.FullName() == onceDo && s.table.Way(fn, op.Uses[0]) == by {
				s.env.Report(envs.Report{At: at, Kind: Kind, Cause: at, Rank: 60,
					Message: "a thread waits for good: what it calls once is executed by itself",
					Evidence: append(slices.Clip(calls),
						envs.Evidence{At: at, Text: "it comes to the same call, which waits for its end"})})
				return
			}
			s.follow(fn, op, by, append(slices.Clip(calls), envs.Evidence{At: at, Text: "it calls " + op.Callee.Name}))
		}
	}
}
