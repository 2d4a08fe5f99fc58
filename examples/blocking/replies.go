package blocking

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
)

// ruleOfReplies is about a request that has its own channel for the reply, when a thread that serves requests comes to
// the next one, or to its end, and has neither replied nor handed the request on.
//
//	func serve() {
//		for r := range requests {
//			if r.bad { continue }    // whoever waits for r.reply waits for good
//			r.reply <- answer(r)
//		}
//	}
func (c *checker) ruleOfReplies(env envs.Env, op *envs.Op) {
	fn := env.Func()
	of := c.channels.Of(fn.ID, op.Uses[0])
	if op.Kind != envs.Receive || op.Is(envs.Chosen) || of == nil || of.Open || len(of.Made) == 0 || len(of.Sends) == 0 {
		return
	}
	if made := c.table.Origin(fn, op.Uses[0]); made == nil || made.Kind != envs.New {
		return // it is not that of one request
	}
	missed := envs.Point{}
	for _, at := range slices.Concat(of.Sends, of.Closes) {
		by := env.Program().Func(at.Func())
		reply := &by.Ops[at.PC()]
		from := c.requestOf(by, reply)
		if from == nil {
			return // somebody else may reply
		}
		if missed.IsZero() && c.unsettled(by, from, reply.Loc) {
			missed = envs.At(by.ID, from.PC)
		}
	}
	if missed.IsZero() {
		return
	}
	env.Report(envs.Report{Kind: Kind, Cause: env.Point(), Rank: 45,
		Why:     []string{"a request may be left without a reply"},
		Message: "a thread may wait for good for a reply",
		Evidence: []envs.Evidence{{At: env.Point(), Text: "it waits for the reply to its request"},
			{At: missed, Text: "the request is received here, and on some path nobody replies to it"}}})
}

// requestOf is the receive of the request to which an operation replies: in the same function, from another channel.
// It is nil if the request comes otherwise.
func (c *checker) requestOf(fn *envs.Func, reply *envs.Op) *envs.Op {
	from := c.table.Origin(fn, reply.Uses[0])
	if from == nil || from.Kind != envs.Load || len(from.Uses) != 1 || from.Uses[0] == 0 {
		return nil
	}
	from = c.table.Origin(fn, from.Uses[0])
	if from != nil && from.Kind == envs.New { // the variable of the request
		for i := range fn.Ops {
			if op := &fn.Ops[i]; op.Kind == envs.Store && op.Uses[0] == from.Dst && op.Value() != 0 {
				from = c.table.Origin(fn, op.Value())
				break
			}
		}
	}
	for from != nil && from.Kind == envs.Move { // out of a select
		from = c.table.Origin(fn, from.Uses[0])
	}
	if from == nil || from.Kind != envs.Receive {
		return nil
	}
	return from
}

// unsettled reports whether control comes from the receive of a request to the next one, or to the end of the function,
// past all that does something with the request or the channel in it: a reply, a call, a store. The channel from which
// the request came is not closed.
func (c *checker) unsettled(fn *envs.Func, request *envs.Op, channel *envs.Loc) (does bool) {
	settles := c.settles(fn, request, channel)
	w := flow.Walk[bool]{Flow: c.table.Flow, Func: fn, Step: func(op *envs.Op, b bool) (bool, bool) {
		if settles(op) {
			return b, false
		}
		does = does || op.PC == request.PC || op.Kind == envs.Return
		return b, !does
	}}
	var received []envs.Condition
	if request.Results > 1 {
		received = append(received, envs.Condition{X: (request.Dst + 1).Term(machine.Uint8), Cmp: machine.Ne,
			Y: envs.ConstTerm(machine.Uint8.Of(0))})
	}
	return w.From(request.PC+1, false, received...) && does
}

// settles says which operations do something with a request, or with the channel in it.
func (c *checker) settles(fn *envs.Func, request *envs.Op, channel *envs.Loc) func(*envs.Op) bool {
	holds := map[envs.Reg]bool{request.Dst: true}
	for i := range fn.Ops {
		switch op := &fn.Ops[i]; op.Kind {
		case envs.Load, envs.Move, envs.Addr, envs.Compute:
			if len(op.Uses) > 0 && holds[op.Uses[0]] && (op.Loc == nil || op.Loc == channel || op.Loc.Class != envs.Field) {
				holds[op.Dst] = true
			}
		case envs.Store:
			if from := c.table.Origin(fn, op.Uses[0]); holds[op.Value()] && from != nil && from.Kind == envs.New {
				holds[op.Uses[0]] = true
			}
		}
	}
	return func(op *envs.Op) bool {
		uses := slices.ContainsFunc(op.Uses, func(r envs.Reg) bool { return holds[r] })
		switch op.Kind {
		case envs.Send, envs.Close, envs.Fork, envs.Defer, envs.Return, envs.New:
			return uses
		case envs.Call:
			return uses && !op.Callee.Quiet
		case envs.Store:
			return holds[op.Value()] && !holds[op.Uses[0]]
		case envs.Branch: // whether there is a channel
			return uses
		}
		return false
	}
}
