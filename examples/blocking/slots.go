package blocking

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
)

// What has become of a slot on a path.
const (
	untaken = iota
	taken
	given // back
)

// slots are what a function does with the slots of a semaphore: a channel with a buffer to which it sends to take one,
// and from which it receives to give it back.
type slots struct {
	fn          *envs.Func
	kept, given []envs.Point // Returns to which paths lead on which a slot was taken
	odd         bool         // a slot is given back that was not taken
}

// ruleOfSlots is about a slot that a function gives back on some ways out and keeps on others.
func (c *checker) ruleOfSlots(env envs.Env, op *envs.Op) {
	l := op.Loc
	if l == nil || l.Unbuffered || l.Class != envs.Field && l.Class != envs.Global || !c.token(env.Func(), op.Value()) {
		return
	}
	s, ok := c.wholly().slots(env.Func(), op)
	if !ok || s.odd || len(s.kept) == 0 || len(s.given) == 0 || c.crew.others[l] {
		return
	}
	if c.crew.givenElsewhere(s.fn, l) && !c.crew.keepsOnError(s) {
		return
	}
	why := "a way out keeps the slot"
	env.Report(envs.Report{Kind: Kind, Cause: env.Point(), Rank: 50, Why: []string{why},
		Message: "a thread may wait for good to send to " + l.Name + ", since slots are not given back",
		Evidence: []envs.Evidence{
			{At: env.Point(), Text: "a slot is taken"},
			{At: s.given[0], Text: "here it was given back"},
			{At: s.kept[0], Text: "here it was not"},
		}})
}

// token reports whether a value that is sent says nothing: it is a constant.
func (c *checker) token(fn *envs.Func, value envs.Reg) bool {
	if value == 0 {
		return true
	}
	from := c.table.Origin(fn, value)
	return from != nil && from.Kind == envs.Const
}

// slots follows the slots that a function takes where it sends; false if it receives none of them, or that is not
// known.
func (c *crew) slots(fn *envs.Func, send *envs.Op) (*slots, bool) {
	base := c.prog.Knows().BaseAt(envs.At(fn.ID, send.PC))
	if base == nil {
		return nil, false
	}
	same := func(op *envs.Op, kind envs.Kind) bool {
		return op.Kind == kind && op.Loc == send.Loc && base.Same(c.prog.Knows().BaseAt(envs.At(fn.ID, op.PC)))
	}
	gives := func(op *envs.Op) bool { return c.mayBe(fn, op, deed{exchange.Receives, send.Loc}) }
	if !slices.ContainsFunc(fn.Ops, func(op envs.Op) bool { return gives(&op) }) {
		return nil, false
	}
	s := &slots{fn: fn}
	w := flow.Walk[int]{Flow: c.table.Flow, Func: fn, Step: func(op *envs.Op, slot int) (now int, goesOn bool) {
		switch {
		case same(op, envs.Send):
			s.odd = s.odd || slot == taken
			return taken, true
		case gives(op):
			if slot == taken {
				return given, true
			}
			s.odd = s.odd || op.Kind == envs.Defer || op.Kind == envs.Receive && op.Deferred == 0
		case op.Kind == envs.Return && slot == taken:
			s.kept = append(s.kept, envs.At(fn.ID, op.PC))
		case op.Kind == envs.Return && slot == given:
			s.given = append(s.given, envs.At(fn.ID, op.PC))
		}
		return slot, true
	}}
	return s, w.From(0, 0)
}

// givenElsewhere reports whether another function gives slots back that it has not taken, so that some may be kept for
// it.
func (c *crew) givenElsewhere(fn *envs.Func, slots *envs.Loc) bool {
	return slices.ContainsFunc(c.at[deed{exchange.Receives, slots}], func(at envs.Point) bool {
		g := c.prog.Func(at.Func())
		if g == fn || slices.ContainsFunc(g.Ops, func(op envs.Op) bool { return op.Kind == envs.Send && op.Loc == slots }) {
			return false
		}
		by := c.by.Entered(g.ID)
		return len(by) == 0 || c.by.Open(g.ID) ||
			slices.ContainsFunc(by, func(at envs.Point) bool { return at.Func() != fn.ID })
	})
}

// keepsOnError reports whether the slot is kept where the function returns an error alone, and given back where it
// returns none. It would be the other way round if the slot was kept for the caller.
func (c *crew) keepsOnError(s *slots) bool {
	return !slices.ContainsFunc(s.kept, func(at envs.Point) bool { return !c.fails(s.fn, at) }) &&
		!slices.ContainsFunc(s.given, func(at envs.Point) bool { return c.fails(s.fn, at) })
}

// fails reports whether a Return returns an error that is not the constant nil.
func (c *crew) fails(fn *envs.Func, at envs.Point) bool {
	of := c.prog.Knows().ReturnsError
	for i := range fn.Results {
		if of == nil || !of(fn.ID, i) {
			continue
		}
		return !slices.ContainsFunc(c.prog.Detail(at).Passes, func(d envs.Def) bool {
			return d.Reg == envs.Reg(i+1) && d.Of == envs.Whole && d.Op == envs.Copy && d.X.IsNil()
		})
	}
	return false
}
