package histories

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
)

// A Frame is what is known in a frame of the transactions that are open: what was done in them, on each way to
// where it is. The zero Frame has none. A Frame has one owner; see lattice.Mergeable.
type Frame struct {
	// open are the ways through transactions that are open: through those that a caller began, as far as the
	// frame has part in them.
	open ways
	// ended are the ways until a monitor block that a caller began has ended, in the frame.
	ended ways
}

// Done are ways through transactions that have ended.
type Done struct{ ways ways }

// Clone is an independent Frame.
func (f Frame) Clone() Frame {
	f.open.share()
	f.ended.share()
	return f
}

// Merge has the ways of both.
func (f Frame) Merge(o Frame) (Frame, bool) {
	open, grew := f.open.merge(o.open)
	ended, more := f.ended.merge(o.ended)
	return Frame{open, ended}, grew || more
}

// Call is the Frame of a function whose call is a transaction that begins with it.
func Call(fn *envs.Func) Frame { return Frame{open: ways{{whose: frame, from: envs.At(fn.ID, 0)}}} }

// Alone is a transaction that begins and ends with one operation.
func Alone(env envs.Env) Frame { return Frame{open: ways{{whose: frame, from: env.Point()}}} }

// Enter is the Frame of a callee, which may be part of the transactions that are open: it has done nothing in them.
func (f Frame) Enter() (callee Frame) {
	has := func(is ...whose) bool {
		return slices.ContainsFunc(f.open, func(h *history) bool { return slices.Contains(is, h.whose) })
	}
	if has(frame, caller) {
		callee.open = append(callee.open, nothingIn[caller])
	}
	if has(block, outer) {
		callee.open = append(callee.open, nothingIn[outer])
	}
	return callee
}

// nothingIn is what a callee has done when it begins, by whose transaction it may be part of.
var nothingIn = map[whose]*history{caller: {whose: caller, shared: true}, outer: {whose: outer, shared: true}}

// Join has the ways of both, which the receiver and o are not needed for any more: it may be o itself, not a copy.
func (f Frame) Join(o Frame) Frame {
	if len(f.open)+len(f.ended) == 0 {
		return o
	}
	f, _ = f.Merge(o)
	return f
}

// Begin says that a transaction begins with the operation that executes: a monitor block.
func (f Frame) Begin(env envs.Env) Frame {
	f.open, _ = f.open.with(&history{whose: block, from: env.Point()})
	return f
}

// Open reports whether a transaction may be open.
func (f Frame) Open() bool { return len(f.open) > 0 }

// Access adds an access of the operation's variable, under some locks, to the transactions that are open.
func (b *Book) Access(env envs.Env, f Frame, op interleaving.Op, held envs.LockSet) Frame {
	v := b.memory.Variable()
	e := event{Var: int64(v), Op: op, Held: held, Of: spot{At: env.Point()}}
	segment, one := b.segments.Segment(), b.memory.MustBeVariable(v, v)
	return f.each(func(h *history) { h.access(e, segment, one) })
}

// Change adds a change of locks.
func (f Frame) Change(s Step) Frame {
	return f.each(func(h *history) { h.changed(s) })
}

func (f Frame) each(change func(*history)) Frame {
	f.open = f.open.each(change)
	return f
}

// Return ends the frame's own transaction, with its Return.
func (f Frame) Return() (Done, Frame) {
	done, rest := f.open.of(frame)
	f.open = rest
	return Done{done}, f
}

// End ends monitor blocks; after is what is known of transactions then. Those that may not have ended on all paths go
// on, unless another one begins instead.
func (f Frame) End(after transactions.State, instead bool) (Done, Frame) {
	done, rest := f.open.of(block)
	others, left := rest.of(outer)
	if !instead && after.MayBeInBlock() {
		left = f.open.share()
	}
	f.open = left
	f.ended, _ = f.ended.merge(others)
	return Done{done}, f
}

// Exit is what a frame hands over: what was done in transactions of the callers, and those that are left open.
func (f Frame) Exit() Frame {
	_, f = f.Return()
	return f
}

// Returned adds what a callee has done in the transactions of the caller, and tells of those which ended there. The
// exit is not needed any more.
func (*Book) Returned(env envs.Env, f, exit Frame) (Done, Frame) {
	mine, its := f.open, exit.open
	if len(mine) > 0 && len(mine)*len(its) > maxWays {
		mine, its = mine.one(), its.one()
	}
	if len(mine) > 1 { // each of the callee's ways follows several
		its.share()
		exit.ended.share()
	}
	if len(mine) > 1 || len(its)+len(exit.ended) > 1 {
		mine.share()
	}
	var open, done, left ways
	for _, h := range exit.open {
		if h.whose == block {
			left = append(left, h) // before what goes on with a block of the caller becomes one
		}
	}
	for _, h := range mine {
		for _, p := range its {
			if p.goesOn(h) {
				open, _ = open.with(h.then(p))
			}
		}
		for _, p := range exit.ended {
			switch h.whose {
			case block:
				done, _ = done.with(h.then(p))
			case outer:
				f.ended, _ = f.ended.with(h.then(p))
			}
		}
	}
	for _, h := range left {
		h = h.own()
		h.from = env.Point()
		open, _ = open.with(h)
	}
	f.open = open
	return Done{done}, f
}

// goesOn reports whether h is a callee's part of a transaction o of its caller.
func (h *history) goesOn(o *history) bool {
	switch h.whose {
	case caller:
		return o.whose == frame || o.whose == caller
	case outer:
		return o.whose == block || o.whose == outer
	}
	return false
}
