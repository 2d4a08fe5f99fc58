package blocking

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
)

// ruleOfLeftMessages is about a group that is announced to with each message that is sent, and told when the message
// was received and dealt with:
//
//	group.Add(1); messages <- m     // who sends
//	case <-quit: return             // who receives, and may leave messages in the buffer
//	case <-messages: group.Done()
//	close(quit); group.Wait()       // here
func (c *checker) ruleOfLeftMessages(env envs.Env, op *envs.Op) {
	fn, crew := env.Func(), c.wholly()
	for i := range fn.Ops {
		role, quit, does := crew.does(fn, &fn.Ops[i])
		if !does || role != exchange.Closes || !c.table.Leads(fn, int32(i), op.PC) {
			continue
		}
		announced, ends, left := crew.leavesMessages(op.Loc, quit)
		if !left {
			continue
		}
		why := "messages may be left, of which nobody tells the group"
		env.Report(envs.Report{Kind: Kind, Cause: env.Point(), Rank: 50, Why: []string{why},
			Message: "a thread may wait for good for the threads of " + op.Loc.Name,
			Evidence: []envs.Evidence{
				{At: announced, Text: "a message is announced to the group"},
				{At: envs.At(fn.ID, int32(i)), Text: "who receives them is told to end"},
				{At: ends, Text: "it ends here, where messages may be left in the buffer"},
				{At: env.Point(), Text: "it waits until the group is told of all of them"},
			}})
	}
}

// leavesMessages reports whether all that receive the messages that are announced to a group leave them when a channel
// is closed; with where one is announced, and where one that receives them ends.
func (c *crew) leavesMessages(group, quit *envs.Loc) (announced, ends envs.Point, left bool) {
	if group == nil || c.others[group] || c.others[quit] {
		return
	}
	for _, at := range c.at[deed{exchange.Adds, group}] {
		fn := c.prog.Func(at.Func())
		for i := range fn.Ops {
			role, messages, does := c.does(fn, &fn.Ops[i])
			if !does || role != exchange.Sends || messages.Unbuffered || c.others[messages] ||
				!c.table.Leads(fn, at.PC(), int32(i)) {
				continue
			}
			if ends, left = c.allLeave(fn, messages, quit, group); left {
				return at, ends, true
			}
		}
	}
	return
}

// allLeave reports whether all that receive messages tell the group of them, and end when a channel is closed.
func (c *crew) allLeave(sender *envs.Func, messages, quit, group *envs.Loc) (ends envs.Point, all bool) {
	known := map[envs.FuncID]bool{sender.ID: true}
	for _, at := range c.at[deed{exchange.Receives, messages}] {
		fn := c.prog.Func(at.Func())
		tells := slices.ContainsFunc(fn.Ops, func(o envs.Op) bool {
			return c.table.Leads(fn, at.PC(), o.PC) && c.mayBe(fn, &o, deed{exchange.Tells, group})
		})
		leaves := c.leaves(fn, messages, quit)
		if !tells || leaves < 0 {
			return envs.Point{}, false
		}
		known[fn.ID], ends = true, envs.At(fn.ID, leaves)
	}
	return ends, len(known) > 1 && c.belongs(known, group)
}

// leaves is a Return of a function to which control comes from one case of a select, and has not looked again at
// another one; -1 if there is none.
func (c *crew) leaves(fn *envs.Func, messages, quit *envs.Loc) int32 {
	ends := int32(-1)
	receives := func(op *envs.Op, of *envs.Loc) bool { return op.Kind == envs.Receive && op.Loc == of }
	w := flow.Walk[bool]{Flow: c.table.Flow, Func: fn, Step: func(op *envs.Op, quits bool) (bool, bool) {
		looks := slices.ContainsFunc(fn.Targets(op), func(to int32) bool { return receives(&fn.Ops[to], messages) })
		switch {
		case looks, receives(op, messages):
			return false, true
		case receives(op, quit) && op.Is(envs.Chosen):
			return true, true
		case op.Kind == envs.Return && quits:
			ends = op.PC
		}
		return quits, true
	}}
	if !w.From(0, false) {
		return -1
	}
	return ends
}
