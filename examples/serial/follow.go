package serial

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/serial/internal/serial"
)

// follow takes in what was executed, and reports the cycles that it closes.
func (c *checker) follow(env envs.Env, op *envs.Op, s state, now transactions.Change) state {
	if now.Begins && !now.Ends {
		s = c.begun(s, env.Func())
	}
	c.event(env, op, s)
	switch {
	case now.Begins && now.Ends:
		s = c.begun(s, env.Func())
	case now.Ends:
		c.history.Leave(c.threads.Thread())
		s.in = serial.Transaction{}
	}
	for _, found := range c.found {
		c.reportFound(env, found)
	}
	c.found = c.found[:0]
	return s
}

// eventAt is an operation of a thread whose topmost frame is in state s.
func eventAt(t envs.Thread, at envs.Point, s state) serial.Event {
	e := serial.Event{Thread: t, At: at, Site: at, In: s.in}
	if !s.site.IsZero() {
		e.Site = s.site
	}
	return e
}

// event tells the history of an operation.
func (c *checker) event(env envs.Env, op *envs.Op, s state) {
	late, matters := c.late[c.threads.Thread()], c.matters(op)
	if len(late) == 0 && !matters {
		return
	}
	a := c.history.At(eventAt(c.threads.Thread(), env.Point(), s))
	if len(late) > 0 {
		for _, heard := range late {
			a.Learn(heard)
		}
		delete(c.late, c.threads.Thread())
	}
	switch {
	case !matters:
	case op.Writes():
		a.Write(c.memory.Variable(), c.mayComeLater()...)
	case op.Accesses():
		a.Read(c.memory.Variable(), c.mayComeLater()...)
	case op.Kind == envs.Fork:
		a.Fork(envs.Thread(-c.meetings.Meeting()))
	case op.Kind == envs.Join:
		a.Join(envs.Thread(-c.meetings.Meeting()))
	case op.Kind == envs.Acquire, op.Kind == envs.TryAcquire:
		a.Acquire(c.meetings.Meeting(), op.Is(envs.Shared))
	case op.Kind == envs.Release:
		a.Release(c.meetings.Meeting(), op.Is(envs.Shared))
	case op.Kind == envs.Wait:
		a.Wait(c.meetings.Meeting())
	}
}

// mayComeLater are the threads of which an access that was shown before may have been made after this one.
func (c *checker) mayComeLater() []envs.Thread {
	c.later = c.later[:0]
	accesses, all := c.sequence.MayComeLater()
	for _, a := range accesses {
		c.later = append(c.later, a.Thread)
	}
	if !all {
		c.later = append(c.later[:0], serial.Anyone)
	}
	return c.later
}

// matters reports whether an operation is one that the history is told of.
func (c *checker) matters(op *envs.Op) bool {
	l := c.meetings.Meeting()
	switch op.Kind {
	case envs.Fork, envs.Join:
		return l < 0
	case envs.Send, envs.Receive, envs.Close, envs.Notify:
		return true
	case envs.Acquire, envs.Release, envs.Wait:
		return l != 0 && !c.Data
	case envs.TryAcquire:
		return l != 0 && !c.Data && c.sets.MustLocks().MustHold(l, lockset.Read)
	case envs.Call: // of what may meet other threads unseen
		return !c.Data && unseen(op)
	}
	return op.Accesses() && c.memory.Variable() != 0
}

// hear takes in what a thread lets others know, and what it learns: by the operation that it is at if that waits, or
// otherwise by the next one.
func (c *checker) hear(_ envs.Env, m dataflow.Message, s state) {
	switch {
	case m.Kind != envs.Signal && m.Kind != envs.Observe:
	case m.Kind == envs.Signal:
		c.history.During(eventAt(m.Thread, m.At, s)).Tell(m.Of, m.Done)
	case c.Data && (m.Op == nil || m.Op.Kind != envs.Join):
	case m.Op != nil && (waits(m.Op) || unseen(m.Op)):
		c.history.During(eventAt(m.Thread, m.At, s)).Hear(m.Of, m.Done)
	default:
		c.late[m.Thread] = append(c.late[m.Thread], c.history.Listen(eventAt(m.Thread, m.At, s), m.Of, m.Done))
	}
}

// unseen reports whether an operation calls something that is not part of the program, such as a method of sync.Map.
func unseen(op *envs.Op) bool { return op.Kind == envs.Call && len(op.Callee.Funcs) == 0 }

func waits(op *envs.Op) bool {
	switch op.Kind {
	case envs.Join, envs.Receive, envs.Send, envs.Wait, envs.Acquire:
		return true
	}
	return false
}
