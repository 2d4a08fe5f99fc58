package histories

import (
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
)

// A Frame is what is known in a frame of the transactions that are open: what was done in them, on each way to
// where it is. The zero Frame has none. A Frame has one owner; see lattice.Mergeable. It is small, since drivers copy
// it at each operation: with two lists in its place, blockwise takes 1.3 times as long for an event of a run.
type Frame struct{ *lists }

// lists never change, but for histories that are not shared.
type lists struct {
	// open are the ways through transactions that are open: through those that a caller began, as far as the
	// frame has part in them.
	open ways
	// ended are the ways until a monitor block that a caller began has ended, in the frame.
	ended ways
}

// Done are ways through transactions that have ended.
type Done struct{ ways ways }

// all are the lists of a Frame.
func (f Frame) all() (l lists) {
	if f.lists != nil {
		l = *f.lists
	}
	return l
}

// with is the Frame with other lists.
func (f Frame) with(l lists) Frame {
	switch was := f.all(); {
	case len(l.open)+len(l.ended) == 0:
		return Frame{}
	case same(was.open, l.open) && same(was.ended, l.ended):
		return f
	}
	changed := l // l itself would be on the heap each time
	return Frame{&changed}
}

// same reports whether two lists are one.
func same(a, b ways) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// Clone is an independent Frame.
func (f Frame) Clone() Frame {
	l := f.all()
	l.open.share()
	l.ended.share()
	return f
}

// Merge has the ways of both.
func (f Frame) Merge(o Frame) (Frame, bool) {
	l, others := f.all(), o.all()
	open, grew := l.open.merge(others.open)
	ended, more := l.ended.merge(others.ended)
	return f.with(lists{open, ended}), grew || more
}

// Call is the Frame of a function whose call is a transaction that begins with it.
func Call(fn *envs.Func) Frame { return begun(envs.At(fn.ID, 0)) }

// Alone is a transaction that begins and ends with one operation.
func Alone(env envs.Env) Frame { return begun(env.Point()) }

func begun(at envs.Point) Frame { return Frame{&lists{open: ways{{whose: frame, from: at}}}} }

// Enter is the Frame of a callee, which may be part of the transactions that are open: it has done nothing in them.
func (f Frame) Enter() Frame {
	var calls, blocks bool
	for _, h := range f.all().open {
		calls = calls || h.whose == frame || h.whose == caller
		blocks = blocks || h.whose == block || h.whose == outer
	}
	switch {
	case calls && blocks:
		return inBoth
	case calls:
		return inCall
	case blocks:
		return inBlock
	}
	return Frame{}
}

// What a callee has done when it begins, in transactions of its callers and in blocks of theirs.
var (
	nothing = ways{{whose: caller, shared: true}, {whose: outer, shared: true}}
	inBoth  = Frame{&lists{open: nothing}}
	inCall  = Frame{&lists{open: nothing[:1:1]}}
	inBlock = Frame{&lists{open: nothing[1:]}}
)

// Join has the ways of both, which the receiver and o are not needed for any more: it may be o itself, not a copy.
func (f Frame) Join(o Frame) Frame {
	if f.lists == nil {
		return o
	}
	f, _ = f.Merge(o)
	return f
}

// Begin says that a transaction begins with the operation that executes: a monitor block.
func (f Frame) Begin(env envs.Env) Frame {
	l := f.all()
	l.open, _ = l.open.with(&history{whose: block, from: env.Point()})
	return f.with(l)
}

// Open reports whether a transaction may be open.
func (f Frame) Open() bool { return f.lists != nil && len(f.open) > 0 }

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
	l := f.all()
	l.open = l.open.each(change)
	return f.with(l)
}

// Return ends the frame's own transaction, with its Return.
func (f Frame) Return() (Done, Frame) {
	l := f.all()
	done, rest := l.open.of(frame)
	l.open = rest
	return Done{done}, f.with(l)
}

// End ends monitor blocks; after is what is known of transactions then. Those that may not have ended on all paths go
// on, unless another one begins instead.
func (f Frame) End(after transactions.State, instead bool) (Done, Frame) {
	l := f.all()
	done, rest := l.open.of(block)
	others, left := rest.of(outer)
	if !instead && after.MayBeInBlock() {
		left = l.open.share()
	}
	l.open = left
	l.ended, _ = l.ended.merge(others)
	return Done{done}, f.with(l)
}

// Exit is what a frame hands over: what was done in transactions of the callers, and those that are left open.
func (f Frame) Exit() Frame {
	_, f = f.Return()
	return f
}

// Returned adds what a callee has done in the transactions of the caller, and tells of those which ended there. The
// exit is not needed any more.
func (*Book) Returned(env envs.Env, f, exit Frame) (Done, Frame) {
	l, of := f.all(), exit.all()
	mine, its := l.open, of.open
	if len(mine) > 0 && len(mine)*len(its) > maxWays {
		mine, its = mine.one(), its.one()
	}
	if len(mine) > 1 { // each of the callee's ways follows several
		its.share()
		of.ended.share()
	}
	if len(mine) > 1 || len(its)+len(of.ended) > 1 {
		mine.share()
	}
	var open, done, left ways
	for _, h := range of.open {
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
		for _, p := range of.ended {
			switch h.whose {
			case block:
				done, _ = done.with(h.then(p))
			case outer:
				l.ended, _ = l.ended.with(h.then(p))
			}
		}
	}
	for _, h := range left {
		h = h.own()
		h.from = env.Point()
		open, _ = open.with(h)
	}
	l.open = open
	return Done{done}, f.with(l)
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
