package transactions

import (
	"github.com/seed38182bad/parallax/envs"
)

// Deed says what the operation at a point does, as reports have it: "a.mu is taken", "bank.Account.balance is read".
// It is for operations that others may come before or after; of any other it says that something is done.
func Deed(env envs.Env, at envs.Point) string {
	if at.IsZero() {
		return "something is done"
	}
	op := &env.Program().Func(at.Func()).Ops[at.PC()]
	memory, channel := "memory", "a channel"
	if op.Loc != nil {
		memory, channel = op.Loc.Name, op.Loc.Name
	}
	switch op.Kind {
	case envs.Load, envs.Store:
		return memory + " is " + op.Done()
	case envs.Atomic:
		return memory + " is " + op.Done() + " atomically"
	case envs.Acquire:
		return op.Path.String() + " is taken"
	case envs.TryAcquire:
		return op.Path.String() + " is tried"
	case envs.Release:
		return op.Path.String() + " is given back"
	case envs.Wait:
		return op.Path.String() + " is given back for a wait"
	case envs.Notify:
		return "those are notified who wait at " + op.Path.String()
	case envs.Send:
		return channel + " is sent to"
	case envs.Receive:
		return channel + " is received from"
	case envs.Close:
		return channel + " is closed"
	case envs.Fork:
		return "a thread is started"
	case envs.Join:
		return "a thread is waited for"
	case envs.Call:
		return op.Callee.Name + " is called"
	}
	return "something is done"
}

// Gap says between which two operations of a transaction others come: "after a is read and before a is written". They
// are one if it is repeated, or is a wait.
func Gap(env envs.Env, from, to envs.Point) string {
	before, after := Deed(env, to), Deed(env, from)
	switch {
	case from == to && kindAt(env, from) == envs.Wait:
		return "after " + after
	case before == after:
		return "after " + after + " and before that is done again"
	}
	return "after " + after + " and before " + before
}

func kindAt(env envs.Env, at envs.Point) envs.Kind {
	if at.IsZero() {
		return envs.Nop
	}
	return env.Program().Func(at.Func()).Ops[at.PC()].Kind
}
