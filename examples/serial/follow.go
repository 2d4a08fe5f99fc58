package serial

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/serial"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
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
		c.history.Leave(env.Thread())
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
	e := eventAt(env.Thread(), env.Point(), s)
	for _, m := range c.late[e.Thread] {
		c.history.At(e).Hear(m.Of, m.Done)
	}
	delete(c.late, e.Thread)
	if op.Accesses() {
		if v := env.Variable(); v == 0 {
			return
		} else if op.Writes() {
			c.history.At(e).Write(v)
		} else {
			c.history.At(e).Read(v)
		}
		return
	}
	l := env.Lock()
	switch op.Kind {
	case envs.Fork, envs.Join:
		if l < 0 {
			c.meet(c.history.At(e), op, envs.Thread(-l))
		}
	case envs.Send, envs.Receive, envs.Close, envs.Notify:
		c.history.At(e)
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait:
		if l != 0 && !c.Data && (op.Kind != envs.TryAcquire || holds(env, l)) {
			c.turn(c.history.At(e), op, l)
		}
	}
}

func (c *checker) meet(a *serial.Actor, op *envs.Op, other envs.Thread) {
	if op.Kind == envs.Fork {
		a.Fork(other)
	} else {
		a.Join(other)
	}
}

func (c *checker) turn(a *serial.Actor, op *envs.Op, l envs.Lock) {
	switch op.Kind {
	case envs.Release:
		a.Release(l, op.Is(envs.Shared))
	case envs.Wait:
		a.Wait(l)
	default:
		a.Acquire(l, op.Is(envs.Shared))
	}
}

func holds(env envs.Env, l envs.Lock) bool {
	held, _ := env.MayLocks()
	for i := range held {
		if held[i].Lock == l {
			return true
		}
	}
	return false
}

// Tell takes in what a thread lets others know.
func (c *checker) Tell(m dataflow.Message, s state) {
	c.history.During(eventAt(m.Thread, m.At, s)).Tell(m.Of, m.Done)
}

// Hear takes in what a thread learns: by the operation that it is at if that waits, or otherwise by the
// next one.
func (c *checker) Hear(m dataflow.Message, s state) {
	switch {
	case c.Data && (m.Op == nil || m.Op.Kind != envs.Join):
	case m.Op != nil && (m.Op.Synchronises() || waits(m.Op)):
		c.history.During(eventAt(m.Thread, m.At, s)).Hear(m.Of, m.Done)
	default:
		m.Op = nil
		c.late[m.Thread] = append(c.late[m.Thread], m)
	}
}

func waits(op *envs.Op) bool {
	switch op.Kind {
	case envs.Join, envs.Receive, envs.Send, envs.Wait, envs.Acquire:
		return true
	}
	return false
}
