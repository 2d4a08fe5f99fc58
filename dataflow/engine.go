package dataflow

import (
	"context"
	"fmt"
	"math/bits"
	"runtime/debug"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// engine solves one stratum: it finds the states of a checker at the points
// where paths meet, for every instance (a function in a calling context) that
// can be reached from the roots.
type engine[S lattice.Mergeable[S]] struct {
	ctx   context.Context
	prog  envs.Program
	opts  Options
	ch    Checker[S]
	can   abilities[S]
	strat stratum[S]
	env   *staticEnv

	insts   []*instance[S]
	byKey   map[instKey]int32
	byFrame []*instance[S] // by instKey.below, if ctx is empty; nil in the lowest stratum
	todo    []int32        // instances with work, a stack; see schedule
	joins   [][]uint8      // by function
	lasts   [][]int32      // by function
	keep    bool           // keep a state wherever a path of the stratum above may start
	visits  int64

	descending bool

	// For tests, which hold the engine against one that keeps a state at every
	// point and takes pending points in any order.
	everywhere bool
	pick       func(n int) int
	watch      func(in *instance[S], pc int32, s S)
	keys       []instKey     // scratch
	arena      []int32       // see carve
	slots      [16][][]int32 // see carve
	spare      []spare[S]    // see finish
	keptAll    int           // states kept by finished instances
	moving     bool          // the environment changes along the path; see stratum.seek
}

// abilities are a checker's optional methods, looked for once.
type abilities[S any] struct {
	caller    Caller[S]
	enterer   Enterer[S]
	brancher  Brancher[S]
	contexter Contexter[S]
	thrower   thrower[S]
	drop      func(S, func(envs.Reg) bool) S
	mapBlocks func(S, func(envs.Block) envs.Block) S
	widen     func(s, next S) (S, bool)
	narrow    func(s, next S) (S, bool)
}

func abilitiesOf[S lattice.Mergeable[S]](ch Checker[S], opts *Options) (a abilities[S]) {
	a.caller, _ = ch.(Caller[S])
	a.enterer, _ = ch.(Enterer[S])
	a.brancher, _ = ch.(Brancher[S])
	a.contexter, _ = ch.(Contexter[S])
	a.thrower, _ = ch.(thrower[S])
	var zero S
	if _, ok := any(zero).(RegisterHolder[S]); ok {
		a.drop = func(s S, dead func(envs.Reg) bool) S { return any(s).(RegisterHolder[S]).DropRegisters(dead) }
	}
	switch any(zero).(type) {
	case BlockHolder[S]:
		a.mapBlocks = func(s S, f func(envs.Block) envs.Block) S { return any(s).(BlockHolder[S]).MapBlocks(f) }
	}
	switch any(zero).(type) {
	case lattice.ThresholdWidener[S]:
		th := opts.Thresholds
		a.widen = func(s, next S) (S, bool) { return any(s).(lattice.ThresholdWidener[S]).WidenTo(next, th) }
	case lattice.Widener[S]:
		a.widen = func(s, next S) (S, bool) { return any(s).(lattice.Widener[S]).Widen(next) }
	}
	if _, ok := any(zero).(lattice.Narrower[S]); ok {
		a.narrow = func(s, next S) (S, bool) { return any(s).(lattice.Narrower[S]).Narrow(next) }
	}
	return a
}

// A thrower follows exceptions out of callees; only the lower stratum needs to.
type thrower[S any] interface {
	// Thrown is the caller's state when an exception leaves a callee in state
	// thrown; s is the state before the call.
	Thrown(env envs.Env, call *envs.Op, thrown, s S) S
}

// A stratum tells the engine what it needs to know from below: which instances
// a call reaches and what the environment says along a path. The lowest stratum
// has nothing below it.
type stratum[S lattice.Mergeable[S]] interface {
	// callees appends the keys of the instances that op calls in state s. passes
	// tells that there are callees besides that are not worth an instance: they
	// return and leave everything as it is.
	callees(e *engine[S], in *instance[S], op *envs.Op, s S, to []instKey) (keys []instKey, passes bool)
	// seek moves the environment to the start of a path; false if the point is
	// known to be out of reach. It sets e.moving to whether step is wanted.
	seek(e *engine[S], in *instance[S], pc int32) bool
	// aside moves the environment to the entry of an instance, and gives what
	// brings it back.
	aside(e *engine[S], in *instance[S]) func()
	// step moves the environment over op, before the checker steps.
	step(e *engine[S], in *instance[S], op *envs.Op)
	// returned moves the environment over the return of a callee, and gives the
	// renaming of tokens from the callee's frame to the caller's.
	returned(e *engine[S], in *instance[S], op *envs.Op, callee *instance[S]) func(envs.Block) envs.Block
	// branch moves the environment over the edge to a branch's target. undo
	// brings it back to the operation.
	branch(e *engine[S], in *instance[S], op *envs.Op, taken int)
	undo(e *engine[S], in *instance[S])
	// rejoin moves the environment to what holds after a call whichever callee
	// returned.
	rejoin(e *engine[S], in *instance[S], op *envs.Op)
}

type instKey struct {
	fn    envs.FuncID
	below int32  // the instance of the stratum below, or 0
	ctx   string // the checker's own calling context
}

// instance is a function in a calling context.
type instance[S lattice.Mergeable[S]] struct {
	id    int32
	key   instKey
	fn    *envs.Func
	joins []uint8

	slots  []int32 // by pc: 1 + index in kept
	kept   []kept[S]
	queue  pcHeap
	queued bool // in engine.todo

	entry     S
	hasEntry  bool
	entries   int // how often entry grew
	exit      S
	hasExit   bool
	thrown    S
	hasThrown bool
	exits     int // how often exit or thrown grew

	settled bool      // nothing that exit depends on can grow any more
	reached [][]int32 // see callees
	needed  []int32   // instances that were not settled when they were called
	waiting []waiter  // call sites to resume when exit grows
	widened bool      // states may be larger than they need be
	reports reportTable
}

type waiter struct {
	inst int32
	pc   int32
}

// kept is a state at a point.
type kept[S any] struct {
	pc     int32
	has    bool
	join   bool // stays after it was taken
	queued bool
	loop   bool  // a back edge arrived
	grows  int32 // how often it grew
	rounds int32 // how often it grew by what came round a loop
	state  S

	*again[S] // in a descending round
}

const (
	joinMark = 1 << iota // several paths may meet here
	loopMark             // a back edge leads here
	targetMark
)

// marks finds where paths may meet: it counts the ways into each operation.
func (e *engine[S]) marks(fn *envs.Func) []uint8 {
	if m := e.joins[fn.ID]; m != nil {
		return m
	}
	m := make([]uint8, len(fn.Ops))
	in := func(from, to int32) {
		if m[to]&targetMark != 0 || to == 0 {
			m[to] |= joinMark
		}
		m[to] |= targetMark
		if to <= from {
			m[to] |= loopMark | joinMark
		}
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		switch op.Kind {
		case envs.Jump:
			in(int32(i), op.To)
		case envs.Branch, envs.Switch:
			for _, t := range fn.Lists[op.To] {
				in(int32(i), t)
			}
		}
		if op.Handler != 0 {
			in(int32(i), op.Handler)
		}
	}
	// A target that is also fallen into is a join.
	for i := range fn.Ops {
		if m[i]&targetMark != 0 && (i == 0 || fn.Ops[i-1].Falls()) {
			m[i] |= joinMark
		}
		if e.everywhere {
			m[i] |= joinMark
		}
		// Paths of the stratum above also start at calls that had to wait.
		if e.keep && (m[i]&targetMark != 0 || calls(&fn.Ops[i])) {
			m[i] |= joinMark
		}
	}
	e.joins[fn.ID] = m
	return m
}

// pcHeap is a queue of points by priority: the smallest index first.
type pcHeap []int32

func (h *pcHeap) push(pc int32) {
	q := append(*h, pc)
	i := len(q) - 1
	for i > 0 {
		p := (i - 1) / 2
		if q[p] <= q[i] {
			break
		}
		q[p], q[i] = q[i], q[p]
		i = p
	}
	*h = q
}

func (h *pcHeap) pop() int32 {
	q := *h
	top, n := q[0], len(q)-1
	q[0] = q[n]
	q = q[:n]
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && q[c+1] < q[c] {
			c++
		}
		if q[i] <= q[c] {
			break
		}
		q[i], q[c] = q[c], q[i]
		i = c
	}
	*h = q
	return top
}

// instanceOf finds or makes the instance for key.
func (e *engine[S]) instanceOf(key instKey) *instance[S] {
	// A stratum with one below it has, nearly always, one instance for each of
	// the instances there.
	plain := key.ctx == "" && e.byFrame != nil
	if plain && int(key.below) < len(e.byFrame) {
		if in := e.byFrame[key.below]; in != nil {
			return in
		}
	}
	if !plain {
		if id, ok := e.byKey[key]; ok {
			return e.insts[id]
		}
	}
	fn := e.prog.Func(key.fn)
	in := &instance[S]{id: int32(len(e.insts)), key: key, fn: fn, joins: e.marks(fn), slots: e.carve(len(fn.Ops))}
	if n := len(e.spare); n > 0 {
		in.kept, in.queue = e.spare[n-1].kept, e.spare[n-1].queue
		e.spare = e.spare[:n-1]
	}
	if plain {
		for int(key.below) >= len(e.byFrame) {
			e.byFrame = append(e.byFrame, nil)
		}
		e.byFrame[key.below] = in
	} else {
		e.byKey[key] = in.id
	}
	e.insts = append(e.insts, in)
	return in
}

// last is lastUses, computed once a function.
func (e *engine[S]) last(fn *envs.Func) []int32 {
	if e.lasts[fn.ID] == nil {
		e.lasts[fn.ID] = lastUses(fn)
	}
	return e.lasts[fn.ID]
}

// callees are the frames of the stratum above that the call at pc reaches; only
// the lowest stratum keeps them.
func (in *instance[S]) callees(pc int32) *[]int32 {
	i := in.slots[pc]
	if i == 0 {
		in.at(pc)
		i = in.slots[pc]
	}
	for int(i) > len(in.reached) {
		in.reached = append(in.reached, nil)
	}
	return &in.reached[i-1]
}

// spare is what a finished instance leaves to the next.
type spare[S any] struct {
	kept  []kept[S]
	queue pcHeap
}

// finish takes back what an instance no longer needs: it is settled and nothing
// can make it run again.
func (e *engine[S]) finish(in *instance[S]) {
	if !in.settled || e.keep || e.can.enterer != nil || e.watch != nil {
		return
	}
	e.keptAll += len(in.kept)
	for i := range in.kept {
		in.slots[in.kept[i].pc] = 0
	}
	clear(in.kept)
	if cap(in.kept) > 0 {
		e.spare = append(e.spare, spare[S]{in.kept[:0], in.queue[:0]})
	}
	if len(in.slots) <= maxCarved {
		c := class(len(in.slots))
		e.slots[c] = append(e.slots[c], in.slots[:cap(in.slots)])
	}
	in.kept, in.queue, in.slots = nil, nil, nil
}

const maxCarved = 1 << 12

// class is the power of two that n fits in.
func class(n int) int { return bits.Len(uint(max(n, 8) - 1)) }

// carve gives n zeroes; functions are many and mostly short, so they share
// arrays, and one uses again what another has left.
func (e *engine[S]) carve(n int) []int32 {
	if n > maxCarved {
		return make([]int32, n)
	}
	c := class(n)
	if free := e.slots[c]; len(free) > 0 {
		e.slots[c] = free[:len(free)-1]
		return free[len(free)-1][:n]
	}
	size := 1 << c
	if len(e.arena) < size {
		e.arena = make([]int32, 4*maxCarved)
	}
	s := e.arena[:n:size]
	e.arena = e.arena[size:]
	return s
}

// start makes sure that an instance has an entry state and is scheduled.
func (e *engine[S]) start(in *instance[S], entry func() S) {
	if in.hasEntry {
		return
	}
	in.entry, in.hasEntry = entry(), true
	in.queue.push(0)
	at := in.at(0)
	at.state, at.has, at.queued = in.entry.Clone(), true, true
	e.schedule(in)
}

// enter merges a further entry state into an instance.
func (e *engine[S]) enter(in *instance[S], s S) {
	if !in.hasEntry {
		e.start(in, func() S { return s })
		return
	}
	var grew bool
	if e.can.widen != nil && in.entries > e.opts.WidenDelay {
		in.entry, grew = e.can.widen(in.entry, s)
	} else {
		in.entry, grew = in.entry.Merge(s)
	}
	if grew {
		in.entries++
		e.arrive(in, 0, in.entry.Clone(), false)
		e.schedule(in)
	}
}

func (e *engine[S]) schedule(in *instance[S]) {
	if !in.queued {
		in.queued = true
		e.todo = append(e.todo, in.id)
	}
}

// at is the slot for a state at pc.
func (in *instance[S]) at(pc int32) *kept[S] {
	i := in.slots[pc]
	if i == 0 {
		in.kept = append(in.kept, kept[S]{pc: pc, join: in.joins[pc]&joinMark != 0, loop: in.joins[pc]&loopMark != 0})
		i = int32(len(in.kept))
		in.slots[pc] = i
	}
	return &in.kept[i-1]
}

// arrive brings a state to a point at which paths start. The engine owns s
// afterwards.
func (e *engine[S]) arrive(in *instance[S], pc int32, s S, back bool) {
	k := in.at(pc)
	if k.join && e.can.drop != nil {
		last := e.last(in.fn)
		s = e.can.drop(s, func(r envs.Reg) bool { return last[r] < pc })
	}
	if e.descending && k.join {
		e.arriveAgain(in, pc, k, s, back)
		return
	}
	if !k.has {
		k.state, k.has = s, true
		if !k.queued {
			k.queued = true
			in.queue.push(pc)
		}
		return
	}
	var grew bool
	// Only what comes round the loop is widened. What comes from outside grew
	// because an outer loop did, which is widened at its own head; widening it
	// here would lose bounds that no descending round wins back.
	if back && e.can.widen != nil && int(k.rounds) >= e.opts.WidenDelay {
		k.state, grew = e.can.widen(k.state, s)
		in.widened = in.widened || grew
	} else {
		k.state, grew = k.state.Merge(s)
	}
	if grew {
		k.grows++
		if back {
			k.rounds++
		}
		if !k.queued {
			k.queued = true
			in.queue.push(pc)
		}
	}
}

// run works until nothing is left to do.
func (e *engine[S]) run() error {
	for len(e.todo) > 0 {
		id := e.todo[len(e.todo)-1]
		e.todo = e.todo[:len(e.todo)-1]
		in := e.insts[id]
		in.queued = false
		if err := e.solve(in); err != nil {
			return err
		}
	}
	return nil
}

// solve empties the queue of one instance and wakes those who wait for its exit.
func (e *engine[S]) solve(in *instance[S]) (err error) {
	defer e.recovered(&err)
	e.env.frame(in.fn, &in.reports)
	before := in.exits
	for len(in.queue) > 0 {
		pc := e.next(in)
		if k := in.at(pc); k.join && int(k.grows) > e.opts.MaxVisits {
			return e.diverges(in, pc)
		}
		if err := e.from(in, pc); err != nil {
			return err
		}
	}
	in.settled = e.can.enterer == nil // otherwise the entry may always grow
	for _, id := range in.needed {
		in.settled = in.settled && e.insts[id].settled && id != in.id
	}
	if in.settled {
		in.needed = nil
		if in.widened && e.can.narrow != nil && e.opts.Descend > 0 {
			in.widened = false
			if err := e.descend(in); err != nil {
				return err
			}
		}
	}
	defer e.finish(in)
	if in.exits > e.opts.MaxVisits {
		err := &DivergenceError{Place: placeOf(e.prog, envs.At(in.fn.ID, 0)), Visits: in.exits, Grows: "what the function returns"}
		err.Last = append(err.Last, clip(fmt.Sprint(any(in.exit)), 400))
		return err
	}
	if in.exits != before {
		for _, w := range in.waiting {
			c := e.insts[w.inst]
			if k := c.at(w.pc); !k.queued && k.has {
				k.queued = true
				c.queue.push(w.pc)
				e.schedule(c)
			}
		}
	}
	return nil
}

// recovered turns a panic of the checker into an error that names the place.
func (e *engine[S]) recovered(err *error) {
	if v := recover(); v != nil {
		*err = &PanicError{Place: placeOf(e.prog, e.env.point()), Value: v, Stack: debug.Stack()}
	}
}

// next takes a pending point.
func (e *engine[S]) next(in *instance[S]) int32 {
	if e.pick != nil {
		q := in.queue
		i := e.pick(len(q))
		pc := q[i]
		in.queue = append(q[:i:i], q[i+1:]...)
		return pc
	}
	return in.queue.pop()
}

// diverges explains why there is no fixpoint at pc: it goes round once more and
// records what grows.
func (e *engine[S]) diverges(in *instance[S], pc int32) error {
	err := &DivergenceError{Place: placeOf(e.prog, envs.At(in.fn.ID, pc)), Visits: int(in.at(pc).grows)}
	const rounds = 3
	old := in.at(pc).state.Clone()
	for range rounds {
		err.Last = append(err.Last, clip(fmt.Sprint(any(old)), 400))
		limit := e.visits + 1_000_000
		for next := pc; e.visits < limit; next = in.queue.pop() {
			if werr := e.from(in, next); werr != nil {
				return werr
			}
			if in.at(pc).queued || len(in.queue) == 0 {
				break
			}
		}
		k := in.at(pc)
		if d, ok := any(k.state).(Differ[S]); ok {
			err.Grows = d.Diff(old)
		}
		old = k.state.Clone()
	}
	return err
}

// from takes the state kept at pc and follows the paths that start there.
func (e *engine[S]) from(in *instance[S], pc int32) error {
	k := in.at(pc)
	k.queued = false
	s := k.state
	if k.join && (k.loop || !e.descending || e.keep) {
		s = s.Clone()
	} else {
		var none S
		k.state, k.has = none, false
	}
	if !e.strat.seek(e, in, pc) {
		return nil
	}
	return e.walk(in, pc, s)
}

func clip(s string, n int) string {
	if len(s) > n {
		return s[:n] + "..."
	}
	return s
}
