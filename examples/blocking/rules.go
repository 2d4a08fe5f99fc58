package blocking

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// The kinds of reports of what goes wrong under some schedule, and of what makes others wait.
const (
	NoLoop   = "wait-no-loop" // a wait for a condition after which nobody looks again
	GroupAdd = "group-add"    // a thread announces itself to the group that waits for it
)

// A roll is which operations of a program are about what memory.
type roll struct {
	stored   map[*envs.Loc]bool // something is stored there
	made     map[string]bool    // by type: an object is made and filled
	notified map[*envs.Loc]bool // a condition whose lock lies there is notified
	started  map[envs.FuncID]bool
	called   map[envs.FuncID]bool
}

// rollOf calls all operations of a program up.
func rollOf(p envs.Program) *roll {
	r := &roll{stored: map[*envs.Loc]bool{}, made: map[string]bool{}, notified: map[*envs.Loc]bool{},
		started: map[envs.FuncID]bool{}, called: map[envs.FuncID]bool{}}
	for id := range p.NumFuncs() {
		fn := p.Func(envs.FuncID(id))
		if fn == nil {
			continue
		}
		fresh := map[envs.Reg]bool{}
		for i := range fn.Ops {
			switch op := &fn.Ops[i]; op.Kind {
			case envs.New:
				fresh[op.Dst] = true
			case envs.Store:
				if r.stored[op.Loc] = true; op.Loc != nil && op.Loc.Class == envs.Field && fresh[op.Uses[0]] {
					r.made[typeOf(op.Loc)] = true
				}
			case envs.Notify:
				r.notified[op.Loc] = true
			case envs.Fork, envs.Call:
				for _, f := range op.Callee.Funcs {
					if op.Kind == envs.Fork {
						r.started[f] = true
					} else {
						r.called[f] = true
					}
				}
			}
		}
	}
	return r
}

// rules reports what is wrong with an operation whatever was done before.
func (c *checker) rules(env envs.Env, op *envs.Op) {
	switch op.Kind {
	case envs.Wait:
		c.ruleOfConditions(env, op)
	case envs.Call:
		c.ruleOfGroups(env, op)
	case envs.Send, envs.Receive:
		c.ruleOfNil(env, op)
	}
}

// typeOf is the name of the type whose field a class of memory is.
func typeOf(l *envs.Loc) string { return l.Name[:max(0, strings.LastIndexByte(l.Name, '.'))] }

// ruleOfNil is about channels that are nil, since nothing is stored where they are found: in a variable, or in a field
// of objects that the program makes and fills.
func (c *checker) ruleOfNil(env envs.Env, op *envs.Op) {
	l := op.Loc
	if op.Is(envs.Chosen) || l == nil || c.roll.stored[l] ||
		!(l.Class == envs.Field && c.roll.made[typeOf(l)] || l.Class == envs.Cell && l.Variable) {
		return
	}
	if from := c.table.Origin(env.Func(), op.Uses[0]); from == nil || from.Kind != envs.Load || from.Loc != l {
		return // it is not loaded from there
	}
	env.Report(envs.Report{Kind: Kind, Cause: env.Point(), Rank: 60, Why: []string{"nothing stores a channel there"},
		Message:  "a thread waits for good at " + l.Name + ", which is nil",
		Evidence: []envs.Evidence{{At: env.Point(), Text: "it waits: nothing in the program stores a channel there"}}})
}

// ruleOfConditions is about a wait for a condition. Who is notified has to look again whether it holds: others may have
// come first, or nothing has happened. That is done in a loop. A function that takes no lock leaves that to who calls
// it.
func (c *checker) ruleOfConditions(env envs.Env, op *envs.Op) {
	fn := env.Func()
	if op.Loc != nil && !c.roll.notified[op.Loc] && c.roll.known(op.Loc) {
		env.Report(envs.Report{Kind: Kind, Cause: env.Point(), Rank: 50,
			Why:      []string{"nothing in the program notifies of it"},
			Message:  "a thread may wait for good for a condition of which nobody tells",
			Evidence: []envs.Evidence{{At: env.Point(), Text: "it waits to be notified"}}})
	}
	locks := func(o envs.Op) bool { return o.Kind == envs.Acquire && c.table.Leads(fn, o.PC, op.PC) }
	if !c.table.Leads(fn, op.PC, op.PC) && slices.ContainsFunc(fn.Ops, locks) {
		env.Report(envs.Report{Kind: NoLoop, Cause: env.Point(), Rank: 40,
			Message:  "a wait for a condition is not in a loop that looks again",
			Evidence: []envs.Evidence{{At: env.Point(), Text: "it goes on, whether what it waits for is so or not"}}})
	}
}

// known reports whether all that notifies of a condition can be named by the memory in which its lock lies.
func (r *roll) known(l *envs.Loc) bool {
	return l.Class == envs.Field || l.Class == envs.Global || l.Variable
}

// ruleOfGroups is about a thread that announces itself to a group. Who waits for the group may have gone on before.
func (c *checker) ruleOfGroups(env envs.Env, op *envs.Op) {
	fn, of := env.Func(), env.Program().Knows().Group
	if of == nil || !c.roll.started[fn.ID] || c.roll.called[fn.ID] {
		return
	}
	group, _ := of(env.Point())
	if group == 0 {
		return
	}
	tells := false
	for i := range fn.Ops {
		switch o := &fn.Ops[i]; {
		case o.Kind == envs.Join && c.table.Leads(fn, o.PC, op.PC):
			return // it begins a round of another group when one is over
		case !c.table.Leads(fn, op.PC, o.PC):
		case o.Kind == envs.Fork && c.table.Leads(fn, o.PC, o.PC) == c.table.Leads(fn, op.PC, op.PC):
			return // it announces a thread that it starts
		case o.Kind == envs.Notify:
			tells = true
		}
	}
	if tells {
		env.Report(envs.Report{Kind: GroupAdd, Cause: env.Point(), Rank: 60,
			Message:  "a thread announces itself to a group of threads, for which others may have ceased to wait",
			Evidence: []envs.Evidence{{At: env.Point(), Text: "it is announced here, and not before it was started"}}})
	}
}
