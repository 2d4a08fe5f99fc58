package blocking

import (
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// GroupAdd is the kind of reports of a thread that announces itself to the group that waits for it.
const GroupAdd = "group-add"

// A roll is which operations of a program are about what memory.
type roll struct {
	stored map[*envs.Loc]bool // something is stored there
	asked  map[*envs.Loc]bool // the program asks whether what lies there is nil; nil if nobody has asked that
	made   map[string]bool    // by type: an object is made and filled
	conditions
}

// rollOf calls all operations of a program up.
func rollOf(p envs.Program) *roll {
	r := &roll{stored: map[*envs.Loc]bool{}, made: map[string]bool{}, conditions: conditions{}}
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
			case envs.Addr, envs.Atomic: // somebody may store there
				r.stored[op.Loc] = true
			case envs.Store:
				if r.stored[op.Loc] = true; op.Loc != nil && op.Loc.Class == envs.Field && fresh[op.Uses[0]] {
					r.made[typeOf(op.Loc)] = true
				}
			case envs.Notify, envs.Wait, envs.Acquire, envs.TryAcquire:
				r.conditions.note(fn, op)
			}
		}
	}
	return r
}

// rules reports what is wrong with an operation whatever was done before.
func (c *checker) rules(env envs.Env, op *envs.Op) {
	switch op.Kind {
	case envs.Join:
		c.ruleOfMisses(env, op)
		c.ruleOfLeftMessages(env, op)
	case envs.Wait:
		c.ruleOfWaits(env, op)
	case envs.Notify:
		c.ruleOfSignals(env, op)
	case envs.Call:
		c.ruleOfGroups(env, op)
		c.ruleOfOnce(env, op)
		c.ruleOfReuse(env, op)
	case envs.Send, envs.Receive:
		c.ruleOfNil(env, op)
		c.ruleOfPartners(env, op)
		if op.Kind == envs.Send {
			c.ruleOfSlots(env, op)
		}
		c.ruleOfExpiry(env)
	case envs.Branch, envs.Switch:
		c.ruleOfPartners(env, op)
	case envs.Return:
		c.ruleOfExpiry(env)
	}
}

// typeOf is the name of the type whose field a class of memory is.
func typeOf(l *envs.Loc) string { return l.Name[:max(0, strings.LastIndexByte(l.Name, '.'))] }

// ruleOfNil is about channels that are nil, since nothing is stored where they are found: in a variable, or in a field
// of objects that the program makes and fills.
func (c *checker) ruleOfNil(env envs.Env, op *envs.Op) {
	if op.Is(envs.Chosen) || !c.isNil(env.Func(), op) || c.asksForNil(op.Loc) {
		return
	}
	l := op.Loc
	env.Report(envs.Report{Kind: Kind, Cause: env.Point(), Rank: 60, Why: []string{"nothing stores a channel there"},
		Message:  "a thread waits for good at " + l.Name + ", which is nil",
		Evidence: []envs.Evidence{{At: env.Point(), Text: "it waits: nothing in the program stores a channel there"}}})
}

// isNil reports whether the channel of an operation is certainly nil.
func (c *checker) isNil(fn *envs.Func, op *envs.Op) bool {
	l := op.Loc
	if l == nil || c.roll.stored[l] ||
		!(l.Class == envs.Field && c.roll.made[typeOf(l)] || l.Class == envs.Cell && l.Variable) {
		return false
	}
	from := c.table.Origin(fn, op.Uses[0]) // it is loaded from there
	return from != nil && from.Kind == envs.Load && from.Loc == l
}

// asksForNil reports whether the program asks somewhere whether a channel is nil that it finds in a class of memory.
func (c *checker) asksForNil(l *envs.Loc) bool {
	prog := c.callers.Program()
	if c.roll.asked == nil {
		c.roll.asked = map[*envs.Loc]bool{}
		for id := range envs.FuncID(prog.NumFuncs()) {
			fn := prog.Func(id)
			for i := 0; fn != nil && i < len(fn.Ops); i++ {
				if fn.Ops[i].Kind != envs.Branch {
					continue
				}
				for _, on := range prog.Detail(envs.At(id, int32(i))).On {
					for _, cond := range on {
						r, _ := cond.NilTest()
						if from := c.table.Origin(fn, r); from != nil && from.Kind == envs.Load {
							c.roll.asked[from.Loc] = true
						}
					}
				}
			}
		}
	}
	return l != nil && c.roll.asked[l]
}

// ruleOfGroups is about a thread that announces itself to a group. Who waits for the group may have gone on before.
func (c *checker) ruleOfGroups(env envs.Env, op *envs.Op) {
	fn, of := env.Func(), env.Program().Knows().Group
	if of == nil || len(c.callers.Started(fn.ID)) == 0 || len(c.callers.Called(fn.ID)) > 0 {
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
