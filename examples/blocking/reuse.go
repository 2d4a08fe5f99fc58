package blocking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
)

// GroupReuse is the kind of reports of a group that is announced to for a new round, while somebody may still be in the
// wait for the last one.
const GroupReuse = "group-reuse"

// ruleOfReuse is about a function that waits for a group, and announces to it again. Another thread may be in the same
// wait, if the function has started one that waits, or is executed by several threads.
func (c *checker) ruleOfReuse(env envs.Env, op *envs.Op) {
	fn := env.Func()
	role, _, does := c.table.Does(fn, op)
	if !does || role != exchange.Adds {
		return
	}
	group, _ := env.Program().Knows().Group(env.Point())
	g := round{crew: c.wholly(), fn: fn, group: c.table.Way(fn, group)}
	for i := range fn.Ops {
		wait := &fn.Ops[i]
		if !g.waits(wait) || !g.comesTo(wait.PC, op.PC) {
			continue
		}
		started := g.others(wait, op)
		if started.IsZero() {
			continue
		}
		env.Report(envs.Report{Kind: GroupReuse, Cause: env.Point(), Rank: 50,
			Message: "a group is announced to for a new round, while another thread may be in the wait for the last one",
			Evidence: []envs.Evidence{
				{At: started, Text: "a thread is started that waits for the group, too"},
				{At: envs.At(fn.ID, wait.PC), Text: "a round is over, and the other thread may not have gone on yet"},
				{At: env.Point(), Text: "the next one is announced"},
			}})
		return
	}
}

// A round is a function that uses a group again.
type round struct {
	*crew
	fn    *envs.Func
	group string
}

// waits reports whether an operation waits for the group.
func (g *round) waits(op *envs.Op) bool {
	if op.Kind != envs.Join || !op.Is(envs.Group) {
		return false
	}
	of, _ := g.prog.Knows().Group(envs.At(g.fn.ID, op.PC))
	return of != 0 && g.table.Way(g.fn, of) == g.group
}

// comesTo reports whether control comes from a wait to an operation, finds no other group on the way, and waits for
// nothing else: it might wait for the end of the other thread.
func (g *round) comesTo(wait, to int32) bool {
	seen := map[int32]bool{}
	for work := g.fn.Next(wait); len(work) > 0; {
		pc := work[len(work)-1]
		work = work[:len(work)-1]
		if pc == to {
			return true
		}
		op := &g.fn.Ops[pc]
		another := op.Results > 0 && strings.HasPrefix(g.group, fmt.Sprint("r", op.Dst, "."))
		if !seen[pc] && !another && !g.meets(op) {
			seen[pc] = true
			work = append(work, g.fn.Next(pc)...)
		}
	}
	return false
}

// meets reports whether an operation may wait for another thread, itself or in what it calls directly.
func (g *round) meets(op *envs.Op) bool {
	meets := func(op envs.Op) bool { return op.Kind == envs.Receive || op.Kind == envs.Join || op.Kind == envs.Wait }
	return meets(*op) && !g.waits(op) || op.Kind == envs.Call &&
		slices.ContainsFunc(op.Callee.Funcs, func(f envs.FuncID) bool {
			fn := g.prog.Func(f)
			return fn != nil && slices.ContainsFunc(fn.Ops, meets)
		})
}

// others is where a thread is started that may be in the same wait; zero if there is none.
func (g *round) others(wait, add *envs.Op) envs.Point {
	for i := range g.fn.Ops {
		if op := &g.fn.Ops[i]; op.Kind == envs.Fork && g.table.Leads(g.fn, op.PC, add.PC) && g.startsWaiting(op, wait.Loc) {
			return envs.At(g.fn.ID, op.PC)
		}
	}
	for _, by := range g.by.Entered(g.fn.ID) {
		if at := g.startedOften(g.prog.Func(by.Func())); !at.IsZero() {
			return at
		}
	}
	return envs.Point{}
}

// startsWaiting reports whether an operation starts a thread that waits for the group.
func (g *round) startsWaiting(op *envs.Op, loc *envs.Loc) bool {
	c := op.Callee
	if loc == nil || c.Open || len(c.Funcs) != 1 || !slices.ContainsFunc(op.Uses, func(r envs.Reg) bool {
		return r != 0 && strings.HasPrefix(g.group, g.table.Way(g.fn, g.table.Held(g.fn, r)))
	}) {
		return false
	}
	fn := g.prog.Func(c.Funcs[0])
	return slices.ContainsFunc(fn.Ops, func(o envs.Op) bool { return o.Kind == envs.Join && o.Loc == loc })
}

// startedOften is where a function starts several threads that execute that of the round, with the same group; zero if
// it does not.
func (g *round) startedOften(by *envs.Func) envs.Point {
	for i := range by.Ops {
		op := &by.Ops[i]
		if op.Kind != envs.Fork || op.Callee.Open || len(op.Callee.Funcs) != 1 || op.Callee.Funcs[0] != g.fn.ID ||
			!g.table.Leads(by, op.PC, op.PC) {
			continue
		}
		for j, p := range g.fn.Params {
			at := j + op.Callee.FirstArg
			if at >= len(op.Uses) || !strings.HasPrefix(g.group, fmt.Sprint("r", p, ".")) {
				continue
			}
			from := g.table.Origin(by, op.Uses[at])
			if from == nil && slices.Contains(by.Params, op.Uses[at]) || from != nil && !g.table.Leads(by, op.PC, from.PC) {
				return envs.At(by.ID, op.PC)
			}
		}
	}
	return envs.Point{}
}
