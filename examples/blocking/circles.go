package blocking

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/channels"
)

// ruleOfCircles is about a wait of which all partners wait first themselves, for what only comes after it.
//
//	one thread           another thread
//	<-right              <-left           // both wait
//	left <- 1            right <- 1
//
// That no channel of the two is ever sent to follows by induction: each first send comes after a receive, which comes
// after a send.
func (c *checker) ruleOfCircles(env envs.Env, op *envs.Op) {
	if op.Is(envs.Chosen) {
		return
	}
	of := c.channels.Of(env.Func().ID, op.Uses[0])
	for _, other := range c.behind(of, op.Kind) {
		if wait := c.channels.Of(other.Func(), c.opAt(other).Uses[0]); c.needs(of, op.Kind, wait) &&
			c.needs(wait, c.opAt(other).Kind, of) {
			env.Report(envs.Report{Kind: Kind, Cause: env.Point(), Rank: 55,
				Why:     []string{"whoever would end the wait waits for its end"},
				Message: "a thread waits for good: it waits for another one, which waits for it",
				Evidence: []envs.Evidence{{At: env.Point(), Text: "it waits here"},
					{At: other, Text: "whoever would end the wait waits here first"}}})
			return
		}
	}
}

// opAt is the operation at a point.
func (c *checker) opAt(at envs.Point) *envs.Op {
	return &c.callers.Program().Func(at.Func()).Ops[at.PC()]
}

// partners are the operations that end waits at channels of a class; none if there may be others, or if those who send
// may not wait.
func partners(of *channels.Class, kind envs.Kind) []envs.Point {
	switch {
	case of == nil || of.Open || len(of.Made) == 0:
	case kind == envs.Receive:
		return slices.Concat(of.Sends, of.Closes)
	case of.Unbuffered:
		return of.Receives
	}
	return nil
}

// behind are the waits at channels that control passes before the first partner of a wait.
func (c *checker) behind(of *channels.Class, kind envs.Kind) (first []envs.Point) {
	all := partners(of, kind)
	if len(all) == 0 {
		return nil
	}
	fn := c.callers.Program().Func(all[0].Func())
	for i := range fn.Ops {
		op := &fn.Ops[i]
		waits := op.Kind == envs.Send || op.Kind == envs.Receive
		if waits && !op.Is(envs.Chosen) && c.table.Passes(fn, op.PC, all[0].PC()) {
			first = append(first, envs.At(fn.ID, op.PC))
		}
	}
	return first
}

// needs reports whether control passes a wait at channels of a class before each partner of a wait at another one.
func (c *checker) needs(of *channels.Class, kind envs.Kind, first *channels.Class) bool {
	all := partners(of, kind)
	return first != nil && len(all) > 0 && !slices.ContainsFunc(all, func(p envs.Point) bool {
		fn := c.callers.Program().Func(p.Func())
		return !slices.ContainsFunc(fn.Ops, func(op envs.Op) bool {
			return (op.Kind == envs.Receive || op.Kind == envs.Send && first.Unbuffered) && !op.Is(envs.Chosen) &&
				c.channels.Of(fn.ID, op.Uses[0]) == first && len(partners(first, op.Kind)) > 0 && c.table.Passes(fn, op.PC, p.PC())
		})
	})
}

// ruleOfStages is about a function that sends everything before it looks at the answers, of which there is one for each
// message. When the buffers are full, both sides wait.
//
//	for _, t := range all { tasks <- t }    // waits for room
//	for a := range answers { ... }          // which is only made here
func (c *checker) ruleOfStages(env envs.Env, op *envs.Op) {
	fn := env.Func()
	of := c.channels.Of(fn.ID, op.Uses[0])
	if op.Kind != envs.Send || op.Is(envs.Chosen) || !bounded(of) || !c.endless(fn, op.PC) {
		return
	}
	var answers []envs.Point
	for _, r := range of.Receives {
		answer := c.answer(r, op, fn)
		if answer.IsZero() {
			return
		}
		answers = append(answers, answer)
	}
	c.waitsWith(env, env.Point(), "it waits for room for a message", answers[0])
	for _, at := range answers {
		c.waitsWith(env, at, "it waits for room for an answer", env.Point())
	}
}

func (c *checker) waitsWith(env envs.Env, at envs.Point, text string, other envs.Point) {
	env.Report(envs.Report{At: at, Kind: Kind, Cause: at, Rank: 45,
		Why:     []string{"all messages are sent before the first answer is received"},
		Message: "a thread may wait for good when the buffers are full, since no answer is received meanwhile",
		Evidence: []envs.Evidence{{At: at, Text: text},
			{At: other, Text: "the other side waits here"}}})
}

// bounded reports whether the buffers of a class have room for so many messages, which the program says.
func bounded(of *channels.Class) bool {
	return of != nil && !of.Open && len(of.Made) > 0 && of.Room >= 0 && len(of.Receives) > 0
}

// answer is the send without which nobody receives a second message: between two receives of a function control passes
// it, and its partners come after all that was sent. It is the zero Point if there is none.
func (c *checker) answer(receive envs.Point, send *envs.Op, from *envs.Func) envs.Point {
	fn := c.callers.Program().Func(receive.Func())
	if fn == from {
		return envs.Point{}
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Kind != envs.Send || op.Is(envs.Chosen) || !c.table.Leads(fn, receive.PC(), op.PC) {
			continue
		}
		of := c.channels.Of(fn.ID, op.Uses[0])
		early := func(p envs.Point) bool {
			return p.Func() != from.ID || !c.table.Leads(from, send.PC, p.PC()) || c.table.Leads(from, p.PC(), send.PC)
		}
		if bounded(of) && !c.comesAgain(fn, receive.PC(), op.PC) && !slices.ContainsFunc(of.Receives, early) {
			return envs.At(fn.ID, op.PC)
		}
	}
	return envs.Point{}
}

// comesAgain reports whether control may come from an operation to the same one again, past another one.
func (c *checker) comesAgain(fn *envs.Func, to, without int32) bool {
	return slices.ContainsFunc(fn.Next(to), func(from int32) bool {
		return c.table.Comes(fn, from, to, func(pc int32) bool { return pc == without })
	})
}

// endless reports whether an operation is in a loop that may go round any number of times: no branch by which control
// leaves it compares with a constant.
func (c *checker) endless(fn *envs.Func, pc int32) bool {
	ways := c.table.WaysOut(fn, pc)
	return len(ways) > 0 && !slices.ContainsFunc(ways, func(way int32) bool {
		return slices.ContainsFunc(c.callers.Program().Detail(envs.At(fn.ID, way)).On, func(on []envs.Condition) bool {
			return slices.ContainsFunc(on, func(cond envs.Condition) bool {
				return cond.X.Int() && cond.Y.Int() && cond.Cmp != machine.Eq && cond.Cmp != machine.Ne &&
					(c.table.Constant(fn, cond.X) || c.table.Constant(fn, cond.Y))
			})
		})
	})
}

// ruleOfHolders is about a wait of a thread that holds a lock, when whoever would end the wait takes that lock first. A
// select is one if that is so of all its cases that anybody serves. What lockorder knows is left to it.
func (c *checker) ruleOfHolders(env envs.Env, cases []*envs.Op) {
	fn := env.Func()
	var ends []envs.Point
	for _, op := range cases {
		of := c.channels.Of(fn.ID, op.Uses[0])
		switch {
		case of == nil || of.Open:
			return
		case op.Kind == envs.Receive:
			ends = slices.Concat(ends, of.Sends, of.Closes)
		case !of.Unbuffered || len(cases) == 1 && len(of.Made) > 0:
			return
		default:
			ends = append(ends, of.Receives...)
		}
	}
	if len(ends) == 0 || len(cases) == 1 && cases[0].Kind == envs.Receive {
		return
	}
	held, _ := c.locks.MayLocks()
	for _, h := range held {
		if h.Maybe || h.At.IsZero() {
			continue
		}
		taken := c.opAt(h.At)
		first := make([]envs.Point, len(ends))
		for i, p := range ends {
			first[i] = c.firstTakes(p, taken)
		}
		if slices.ContainsFunc(first, envs.Point.IsZero) {
			continue
		}
		c.forGood(env, "whoever would end the wait takes a lock first that the thread holds")
		for _, at := range first {
			env.Report(envs.Report{At: at, Kind: Kind, Cause: at, Rank: 50,
				Why:     []string{"the thread that holds the lock waits for what comes after this"},
				Message: "a thread may wait for good for a lock: the thread that holds it waits for what comes after this",
				Evidence: []envs.Evidence{{At: h.At, Text: "the lock is taken"},
					{At: env.Point(), Text: "the thread that holds it waits here"}, {At: at, Text: "the lock is waited for"}}})
		}
		return
	}
}

// firstTakes is where control takes a lock, in whatever object, each time before it comes to an operation of the
// function.
func (c *checker) firstTakes(at envs.Point, lock *envs.Op) envs.Point {
	fn := c.callers.Program().Func(at.Func())
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Kind == envs.Acquire && op.Loc != nil && op.Loc == lock.Loc &&
			(!op.Is(envs.Shared) || !lock.Is(envs.Shared)) && c.table.Passes(fn, op.PC, at.PC()) &&
			!c.comesAgain(fn, at.PC(), op.PC) {
			return envs.At(fn.ID, op.PC)
		}
	}
	return envs.Point{}
}
