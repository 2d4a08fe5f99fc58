package world

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/run/intern"
	"github.com/seed38182bad/parallax/envs"
)

// What the lower stratum has found is drawn up in a chart, when it is solved: for each operation of
// each frame what is known there. So the strata above, which look at it many times, follow nothing along
// their paths, and what it took to find it can go. What is known at most places is known at many
// others, too, and is kept once.
type chart struct {
	states []*locks // never changed; the sites of their blocks have their final names
	byHash map[uint64][]int32
	latest *locks // what was numbered last, and its number
	number int32
	joins  map[framePoint]joining
	reach  []reached // of all calls
}

// framePoint is an operation of a frame.
type framePoint struct{ frame, pc int32 }

// joining is what is known at a Join or Receive before it is over.
type joining struct {
	of   envs.Lock // that ends, if it is a thread
	fact int32
}

// course is what is known along a frame.
type course struct {
	entry *locks
	exit  *locks   // nil if it does not return
	cls   *classes // of the blocks that calls open, whose names are not final
	at    []spot   // by operation
	calls []callAt
}

// A spot is what is known when an operation is shown to a checker: the number of a state, shifted by
// spotBits, and the flags below; 0 if control does not come there.
type spot int32

const (
	reachedSpot spot = 1 << iota
	mineSpot         // nobody else reaches the object that is accessed
	openedSpot       // the operation opens a block
	spotBits    = iota
)

// callAt is a call, or the start of a thread, with those of chart.reach that it reaches.
type callAt struct{ pc, from, to int32 }

// reached is a frame that a call reaches.
type reached struct {
	frame int32
	after int32 // the number of the state after it has returned, if it leaves the locks alone; or
}

const (
	noReturn       int32 = -1 - iota // it is not known to return
	changesHeld                      // it changes what is held
	changesNothing                   // it is flat
)

// draw makes the chart of what the lower stratum has found, and drops what it was found with.
func (c *contexts) draw() {
	ch := &chart{byHash: map[uint64][]int32{}, joins: map[framePoint]joining{}}
	c.chart = ch
	solved := c.eng.Frames()
	c.frames = make([]frame, len(solved), len(solved)+len(solved)/4)
	arena := make([]spot, 0, 1<<16)
	for g, f := range solved {
		ops := len(f.Func().Ops)
		if cap(arena)-len(arena) < ops {
			arena = make([]spot, 0, max(ops, 1<<16))
		}
		n := len(arena)
		arena = arena[:n+ops]
		to := &course{at: arena[n:len(arena):len(arena)]}
		if entry, ok := f.Entry(); ok {
			to.entry, to.cls = ch.state(entry), entry.cls
		}
		if exit, ok := f.Exit(); ok {
			to.exit = ch.state(exit)
		}
		c.frames[g] = frame{fn: f.Func().ID, course: to, steady: c.isSteady(f)}
	}
	for _, id := range c.forked {
		if c.active[id] > 0 {
			c.flat[id][0] = c.eng.Frame(id, "").ID() + 1
		}
	}
	for i := range c.roots {
		if r := &c.roots[i]; r.Below < 0 {
			r.Below = c.frameIn(r.Func, envs.Block{})
		}
	}
	for g, f := range solved {
		if _, entered := f.Entry(); entered {
			c.follows(int32(g), f)
			f.Release()
		}
	}
	c.eng, c.at, ch.byHash, ch.latest = nil, nil, nil, nil
}

// follows fills in the course of a frame. Where no state is kept, control comes from the operation
// before, or not at all.
func (c *contexts) follows(g int32, f *fixpoint.Frame[*locks]) {
	ch, to, fn := c.chart, c.frames[g].course, f.Func()
	var cur *locks
	owned := false
	for i := range fn.Ops {
		op, pc := &fn.Ops[i], int32(i)
		if l, known := c.keptAt(f, pc); known {
			cur, owned = l, false
		}
		if cur == nil {
			continue
		}
		at := envs.At(fn.ID, pc)
		is := reachedSpot
		if cur.follow != nil || (lockOp[op.Kind] || op.Results > 0 && len(cur.held) > 0) && cur.touchedBy(op) {
			if !owned {
				cur, owned = cur.Clone(), true
			}
			cur, is = ch.over(g, op, at, cur)
		}
		n := ch.numberOf(cur)
		to.at[pc] = spot(n)<<spotBits | is
		switch {
		case op.Reaches():
			reached := c.reachedFrom(f, op, cur)
			from := int32(len(ch.reach))
			for _, g := range reached {
				ch.reach = append(ch.reach, c.returns(op, at, n, g))
			}
			to.calls = append(to.calls, callAt{pc, from, int32(len(ch.reach))})
			if op.Kind == envs.Call && !c.keeps(f, pc+1) {
				cur, owned = c.afterCall(op, at, cur, reached), false
			}
		case !op.Falls():
			cur = nil
		}
	}
}

// over is what is known after an operation of frame g from l, which it may change, and the flags of the spot.
func (ch *chart) over(g int32, op *envs.Op, at envs.Point, l *locks) (after *locks, is spot) {
	is = reachedSpot
	if l.follow != nil {
		if op.Accesses() && l.mine.certain(baseReg(op)) {
			is |= mineSpot
		}
		if op.Kind == envs.Join || op.Kind == envs.Receive {
			ch.joins[framePoint{g, op.PC}] = l.joining(op)
		}
	}
	after, opened := l.step(op, at)
	if opened { // also if it is not certain that the lock is held
		is |= openedSpot
	}
	return after, is
}

// keeps reports whether the lower stratum keeps what is known before an operation.
func (c *contexts) keeps(f *fixpoint.Frame[*locks], pc int32) bool {
	if int(pc) == len(f.Func().Ops) {
		return false
	}
	_, _, kept := f.Before(pc)
	return kept
}

// keptAt is what the lower stratum has kept for a point, nil if control does not come there; known is false if
// it keeps nothing there.
func (c *contexts) keptAt(f *fixpoint.Frame[*locks], pc int32) (l *locks, known bool) {
	if c.at != nil {
		return c.at[siteKey{f.ID(), pc}], true
	}
	l, _, known = f.Before(pc)
	return l, known
}

// reachedFrom are the frames that op reaches in a frame, from state l: those that were solved, and flat ones.
func (c *contexts) reachedFrom(f *fixpoint.Frame[*locks], op *envs.Op, l *locks) (frames []int32) {
	solved := f.Reached(op.PC)
	flat := entered(l.block())
	if op.Kind == envs.Fork {
		flat = envs.Block{}
	}
	for _, fn := range op.Callee.Funcs {
		if c.active[fn] == 0 && c.known[fn] {
			frames = append(frames, c.frameIn(fn, flat))
			continue
		}
		for len(solved) > 0 && c.frames[solved[0]].fn == fn {
			frames = append(frames, solved[0])
			solved = solved[1:]
		}
	}
	return frames
}

// returns is what is known when a call, at which the state with number n is known, returns from a frame.
func (c *contexts) returns(op *envs.Op, at envs.Point, n, to int32) reached {
	r := reached{to, noReturn}
	f := &c.frames[to]
	if f.course == nil {
		r.after = changesNothing
	}
	if op.Kind != envs.Call || f.course == nil || f.exit == nil {
		return r
	}
	cur, exit := c.chart.states[n], f.exit
	r.after = n
	if cur.keptBy(exit) {
		return r
	}
	after, opened := cur.Clone().afterCall(op.Calling(f.fn), at, exit)
	if r.after = changesHeld; !opened && slices.Equal(after.held, cur.held) && after.many == cur.many &&
		!exit.opensLast() {
		r.after = c.chart.numberOf(after)
	}
	return r
}

// keptBy reports whether a callee that ended with exit certainly leaves l as it is, but for private
// objects.
func (l *locks) keptBy(exit *locks) bool {
	return len(l.held) == 0 && len(exit.held) == 0 && !exit.many &&
		(exit.released.IsZero() || exit.released == l.released) &&
		(l.follow == nil || l.afterThreads(exit.fact) == l.fact)
}

// opensLast reports whether the current block is one that the frame has opened itself.
func (l *locks) opensLast() bool { return len(l.held) > 0 && l.held[len(l.held)-1].from == 0 }

// afterCall is what is known after a call, whichever of the frames it reaches has returned; nil if
// none does.
func (c *contexts) afterCall(op *envs.Op, at envs.Point, before *locks, to []int32) (merged *locks) {
	add := func(l *locks) {
		if merged == nil {
			merged = l
		} else if merged != l {
			merged, _ = merged.Clone().Merge(l)
		}
	}
	solved := c.eng.Frames()
	for _, g := range to {
		if int(g) >= len(solved) {
			add(before) // it is flat
			continue
		}
		exit, returns := solved[g].Exit()
		switch {
		case !returns:
		case before.sameAfter(op, exit):
			add(before)
		default:
			after, _ := before.Clone().afterCall(op.Calling(c.frames[g].fn), at, exit)
			add(after)
		}
	}
	if op.Callee.Open {
		add(before)
	}
	return merged
}

// joining is what is known at a Join or Receive before it is over.
func (l *locks) joining(op *envs.Op) joining {
	j := joining{fact: l.fact}
	if op.Kind == envs.Join && len(op.Uses) > 0 {
		if id, ok := l.handle(op.Uses[0]); ok {
			j.of = intern.OfThread(l.follow.facts.threadOf(id))
		}
	}
	return j
}

// at is the state of a spot.
func (ch *chart) at(s spot) *locks { return ch.states[s>>spotBits] }

// reachedBy are the frames that a call reaches.
func (c *contexts) reachedBy(f *course, pc int32) []reached {
	i, found := slices.BinarySearchFunc(f.calls, pc, func(x callAt, pc int32) int { return int(x.pc) - int(pc) })
	if !found {
		return nil
	}
	return c.chart.reach[f.calls[i].from:f.calls[i].to]
}

// state is the state of the chart that is like l.
func (ch *chart) state(l *locks) *locks { return ch.states[ch.numberOf(l)] }

// numberOf is the number of the state of the chart that is like l, which may be changed afterwards.
func (ch *chart) numberOf(l *locks) int32 {
	if ch.latest != nil && l.sameAs(ch.latest) {
		return ch.number
	}
	h := l.hash()
	for _, i := range ch.byHash[h] {
		if l.sameAs(ch.states[i]) {
			ch.latest, ch.number = ch.states[i], i
			return i
		}
	}
	n := int32(len(ch.states))
	ch.states = append(ch.states, l.settled())
	ch.byHash[h] = append(ch.byHash[h], n)
	ch.latest, ch.number = ch.states[n], n
	return n
}

// settled is l with what nobody changes, and with the final names of blocks. Of what is known beside
// the locks, it has the fact.
func (l *locks) settled() *locks {
	r := *l
	r.mine, r.shared = nil, true
	r.held = slices.Clone(l.held)
	for i := range r.held {
		if h := &r.held[i]; h.site > 0 {
			h.site = l.cls.canon(h.site)
		}
	}
	r.cls = &classes{structured: l.cls.structured}
	r.beside = &beside{}
	if l.follow != nil {
		r.beside = l.follow.beside(l.fact)
	}
	return &r
}

func (l *locks) hash() uint64 {
	const prime = 0x9e3779b97f4a7c15
	n := (uint64(uint32(l.fact))<<32+uint64(len(l.held)))*prime ^ uint64(l.released.Func())<<32 ^ uint64(l.released.PC())
	n *= prime
	for i := range l.held {
		h := &l.held[i]
		n = (n ^ n>>29 ^ uint64(h.at.Func())<<32 ^ uint64(h.at.PC())) * prime
	}
	return n ^ n>>32
}

// sameAs reports whether l is like one that is settled.
func (l *locks) sameAs(m *locks) bool {
	if l.fact != m.fact || l.released != m.released || l.many != m.many || len(l.held) != len(m.held) {
		return false
	}
	for i := range l.held {
		h := l.held[i]
		if h.site > 0 {
			h.site = l.cls.canon(h.site)
		}
		p, q := h.path, m.held[i].path
		if h.path = q; h != m.held[i] || !identical(p, q) {
			return false
		}
	}
	return true
}

// identical reports whether two paths are the same in all that they tell.
func identical(p, q *envs.Path) bool {
	return p == q || p != nil && q != nil && p.Same(q) && p.Text == q.Text && identical(p.Within, q.Within)
}

// lockOp tells which kinds of operations change what is held.
var lockOp = [envs.NumKinds]bool{envs.Acquire: true, envs.TryAcquire: true, envs.Release: true, envs.Wait: true}
