package histories

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
)

// A Frame is what is known in a frame of the transactions that are open: what was done in them, on each way to
// where it is. The zero Frame has none. A Frame has one owner; see lattice.Mergeable.
type Frame struct{ *parts }

// parts never change, but for histories that are not shared. There are none where there would be none in either list.
type parts struct {
	// open are the ways through transactions that are open: through those that a caller began, as far as the
	// frame has part in them.
	open ways
	// ended are the ways until a monitor block that a caller began has ended, in the frame.
	ended ways
}

// Done are ways through transactions that have ended.
type Done struct{ ways ways }

func frameOf(open, ended ways) Frame {
	if len(open)+len(ended) == 0 {
		return Frame{}
	}
	return Frame{&parts{open, ended}}
}

// lists are both lists.
func (f Frame) lists() (open, ended ways) {
	if f.parts == nil {
		return nil, nil
	}
	return f.open, f.ended
}

// with is the Frame with another list of what is open.
func (f Frame) with(open ways) Frame {
	was, ended := f.lists()
	if len(was) == len(open) && (len(open) == 0 || &was[0] == &open[0]) {
		return f
	}
	return frameOf(open, ended)
}

// Clone is an independent Frame.
func (f Frame) Clone() Frame {
	open, ended := f.lists()
	open.share()
	ended.share()
	return f
}

// Merge has the ways of both.
func (f Frame) Merge(o Frame) (Frame, bool) {
	if f.parts == o.parts || o.parts == nil {
		return f, false
	}
	open, ended := f.lists()
	open, grew := open.merge(o.open)
	ended, more := ended.merge(o.ended)
	if !grew && !more {
		return f, false
	}
	return frameOf(open, ended), true
}

// Call is the Frame of a function whose call is a transaction that begins with it.
func Call(fn *envs.Func) Frame { return frameOf(ways{{whose: frame, from: envs.At(fn.ID, 0)}}, nil) }

// Alone is a transaction that begins and ends with one operation.
func Alone(env envs.Env) Frame { return frameOf(ways{{whose: frame, from: env.Point()}}, nil) }

// Enter is the Frame of a callee, which may be part of the transactions that are open.
func (f Frame) Enter() Frame {
	open, _ := f.lists()
	var parts [2]bool
	for _, h := range open {
		parts[h.whose/block] = true
	}
	switch parts {
	case [2]bool{true, false}:
		return inCall
	case [2]bool{false, true}:
		return inBlock
	case [2]bool{true, true}:
		return inBoth
	}
	return Frame{}
}

// What a callee has done when it begins, in transactions of its callers.
var (
	inCall  = frameOf(ways{{whose: caller, shared: true}}, nil)
	inBlock = frameOf(ways{{whose: outer, shared: true}}, nil)
	inBoth  = frameOf(append(slices.Clip(inCall.open), inBlock.open...), nil)
)

// Join has the ways of both, which the receiver and o are not needed for any more: it may be o itself, not a copy.
func (f Frame) Join(o Frame) Frame {
	if f.parts == nil {
		return o
	}
	f, _ = f.Merge(o)
	return f
}

// Begin says that a transaction begins with the operation that executes: a monitor block.
func (f Frame) Begin(env envs.Env) Frame {
	open, _ := f.lists()
	open, _ = open.with(&history{whose: block, from: env.Point()})
	return f.with(open)
}

// Open reports whether a transaction may be open.
func (f Frame) Open() bool { return f.parts != nil && len(f.open) > 0 }

// Access adds an access of the operation's variable, under some locks, to the transactions that are open.
func (b *Book) Access(env envs.Env, f Frame, op interleaving.Op, held envs.LockSet) Frame {
	v := b.memory.Variable()
	e := event{Var: int64(v), Op: op, Held: held, Of: Spot{At: env.Point()}}
	segment, one := b.segments.Segment(), b.memory.MustBeVariable(v, v)
	return f.each(func(h *history) { h.access(e, segment, one) })
}

// Change adds a change of locks.
func (f Frame) Change(s Step) Frame {
	return f.each(func(h *history) { h.changed(s) })
}

func (f Frame) each(change func(*history)) Frame {
	if f.Open() {
		f = f.with(f.open.each(change))
	}
	return f
}

// Return ends the frame's own transaction, with its Return.
func (f Frame) Return() (Done, Frame) {
	open, _ := f.lists()
	done, rest := open.of(frame)
	return Done{done}, f.with(rest)
}

// End ends monitor blocks; after is what is known of transactions then. Those that may not have ended on all paths go
// on, unless another one begins instead.
func (f Frame) End(after transactions.State, instead bool) (Done, Frame) {
	open, ended := f.lists()
	done, rest := open.of(block)
	others, left := rest.of(outer)
	if !instead && after.MayBeInBlock() {
		left = open.share()
	}
	ended, _ = ended.merge(others)
	return Done{done}, frameOf(left, ended)
}

// Exit is what a frame hands over: what was done in transactions of the callers, and those that are left open.
func (f Frame) Exit() Frame {
	open, _ := f.lists()
	if _, rest := open.of(frame); len(rest) < len(open) {
		return f.with(rest)
	}
	return f
}

// Returned adds what a callee has done in the transactions of the caller, and tells of those which ended there. The
// exit is not needed any more.
func (*Book) Returned(env envs.Env, f, exit Frame) (Done, Frame) {
	if f, ok := f.extended(exit); ok {
		return Done{}, f
	}
	mine, ended := f.lists()
	its, itsEnded := exit.lists()
	itsEnded.share()
	through, _ := its.share().of(caller)
	inBlock, _ := its.of(outer)
	left, _ := its.of(block)
	if len(mine) > 0 && len(mine)*len(its) > maxWays {
		mine, through, inBlock = mine.one(), through.one(), inBlock.one()
	}
	if len(mine) > 1 || len(its)+len(itsEnded) > 1 {
		mine.share()
	}
	add := func(h *history, parts ways, to ways) ways {
		for _, p := range parts {
			to, _ = to.with(h.then(p))
		}
		return to
	}
	var open, done ways
	for _, h := range mine {
		switch h.whose {
		case frame, caller:
			open = add(h, through, open)
		case block:
			open, done = add(h, inBlock, open), add(h, itsEnded, done)
		default:
			open, ended = add(h, inBlock, open), add(h, itsEnded, ended)
		}
	}
	for _, h := range left {
		h = h.own()
		h.from = env.Point()
		open, _ = open.with(h)
	}
	if len(open) == len(mine) && slices.Equal(open, mine) {
		open = mine
	}
	if _, was := f.lists(); len(was) != len(ended) || len(ended) > 0 && &was[0] != &ended[0] {
		return Done{done}, frameOf(open, ended)
	}
	return Done{done}, f.with(open)
}

// extended is what Returned gives of one way through one transaction, with nothing else to tell: mostly so.
func (f Frame) extended(exit Frame) (_ Frame, ok bool) {
	mine, _ := f.lists()
	its, ended := exit.lists()
	if len(mine) != 1 || len(its) != 1 || len(ended) > 0 || !its[0].goesOn(mine[0]) {
		return f, false
	}
	return f.with(mine.put(0, 1, mine[0].then(its[0]))), true
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
