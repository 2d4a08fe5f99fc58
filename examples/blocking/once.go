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
		s := onces{c, env, map[string]bool{}}
		s.follow(fn, call, c.way(fn, op.Uses[0]), []envs.Evidence{{At: env.Point(), Text: "a function is called once"}})
	}
}

// global is the way to a variable of a package, which may be any. Only the same operation is known to be about the same
// one.
const global = "r0"

// maxCalls is how many calls deep it is looked for what is called once.
const maxCalls = 5

// onces look for calls that lead to another one.
type onces struct {
	*checker
	env  envs.Env
	seen map[string]bool // functions, with the ways by which they find what is used
}

// follow reports where a call leads to one of Do with what lies at the end of a way.
func (s *onces) follow(in *envs.Func, call *envs.Op, way string, calls []envs.Evidence) {
	by := s.into(in, call, way)
	for _, id := range call.Callee.Funcs {
		fn, key := s.env.Program().Func(id), fmt.Sprint(id, " ", by)
		if fn == nil || by == "" || s.seen[key] || len(calls) > maxCalls {
			continue
		}
		s.seen[key] = true
		for i := range fn.Ops {
			op := &fn.Ops[i]
			if op.Kind != envs.Call {
				continue
			}
			at := envs.At(id, op.PC)
			same := by != global || at == s.env.Point()
			if same && op.Callee.FullName() == onceDo && s.way(fn, op.Uses[0]) == by {
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

// way is how a function finds what a register leads to: from a parameter, a global or another register, by the classes
// of memory on the way.
func (c *checker) way(fn *envs.Func, r envs.Reg) (steps string) {
	for {
		op := c.table.Origin(fn, r)
		switch {
		case op == nil:
			if i := slices.Index(fn.Params, r); i >= 0 {
				return fmt.Sprint("p", i, steps)
			}
		case op.Kind == envs.Move && op.Uses[0] != 0:
			r = op.Uses[0]
			continue
		case op.Kind == envs.Load && len(op.Uses) == 1 && c.table.Held(fn, op.Uses[0]) != op.Uses[0]: // a variable
			r = c.table.Held(fn, op.Uses[0])
			continue
		case (op.Kind == envs.Load || op.Kind == envs.Addr) && op.Loc != nil && len(op.Uses) == 1 && op.Results == 1:
			steps = " " + op.Loc.Name + steps
			if r = op.Uses[0]; r == 0 {
				return steps
			}
			continue
		}
		return fmt.Sprint("r", r, steps)
	}
}

// into is a way of a caller in the names of what it calls, empty if the callee does not find it.
func (c *checker) into(fn *envs.Func, call *envs.Op, way string) string {
	if way == global || strings.HasPrefix(way, " ") {
		return way
	}
	for i, r := range call.Uses[min(call.Callee.FirstArg, len(call.Uses)):] {
		if r == 0 {
			continue
		}
		to := fmt.Sprint("p", i)
		if rest, found := strings.CutPrefix(way+" ", c.way(fn, r)+" "); found {
			return strings.TrimSuffix(to+" "+rest, " ")
		}
		for _, op := range fn.Ops { // a variable that is captured
			if op.Kind == envs.Store && op.Loc != nil && op.Loc.Variable && op.Uses[0] == r && op.Value() != 0 {
				if rest, found := strings.CutPrefix(way+" ", c.way(fn, op.Value())+" "); found {
					return strings.TrimSuffix(to+" "+op.Loc.Name+" "+rest, " ")
				}
			}
		}
	}
	return ""
}
