package confirm

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/amplify"
)

// A between looks in the events of an execution for an envs.Between. Only events with an identity count: of others it
// is not certain when they happened.
type between struct {
	prog    envs.Program
	of      *suspect
	threads map[envs.Thread]*frames
	open    map[uint64][]*window // by object
	shown   []access
	cut     map[envs.Thread]cut // the latest calls in which something came in between, but no access showed it
}

// A cut is a call of a function that has ended, or not, since something came in between.
type cut struct {
	fn           envs.FuncID
	first, other access
}

// frames are those of a thread.
type frames struct {
	stack  []frame
	calls  []*call // of the function, the innermost last
	within *call   // that has started the thread
}

// A frame is at an operation of a function.
type frame struct {
	fn envs.FuncID
	pc int32
}

// A call is one of the function.
type call struct {
	base   int   // how many frames there are with it
	within *call // the one in which it is made, or that has started its thread
	round  []*window
}

// A window is open since a thread has accessed an object in a call of the function.
type window struct {
	first access
	of    *call
	obj   uint64
	other *access // that came in between
}

// An access is one of an execution.
type access struct {
	at     envs.Point
	thread envs.Thread
}

func newBetween(prog envs.Program, of *suspect) *between {
	return &between{prog: prog, of: of, threads: map[envs.Thread]*frames{}, open: map[uint64][]*window{},
		cut: map[envs.Thread]cut{}}
}

func (b *between) thread(t envs.Thread) *frames {
	f := b.threads[t]
	if f == nil {
		f = &frames{}
		b.threads[t] = f
	}
	return f
}

// event takes in an event.
func (b *between) event(ev *envs.Event) {
	if ev.Kind == envs.Forget {
		b.close(slices.Clone(b.open[ev.Obj]))
		delete(b.open, ev.Obj)
		return
	}
	t := b.thread(ev.Thread)
	switch ev.Kind {
	case envs.Enter:
		t.stack = append(t.stack, frame{ev.Func, -1})
		if b.of.funcs[ev.Func] {
			delete(b.cut, ev.Thread)
			t.calls = append(t.calls, &call{base: len(t.stack), within: t.call()})
		}
	case envs.Leave:
		if n := len(t.calls); n > 0 && len(t.stack) == t.calls[n-1].base {
			b.leaves(ev.Thread, t.stack[len(t.stack)-1].fn, t.calls[n-1])
			b.close(t.calls[n-1].round)
			t.calls = t.calls[:n-1]
		}
		t.stack = t.stack[:len(t.stack)-1]
	case envs.End:
		for _, c := range t.calls {
			b.close(c.round)
			c.round = nil
		}
	case envs.Step:
		b.step(t, ev)
	}
}

func (b *between) step(t *frames, ev *envs.Event) {
	top := &t.stack[len(t.stack)-1]
	top.pc = ev.PC
	at := envs.At(top.fn, ev.PC)
	fn := b.prog.Func(top.fn)
	op := &fn.Ops[ev.PC]
	if op.Kind == envs.Fork && ev.Obj != 0 && !ev.Direct && !amplify.Added(fn.Name) {
		b.thread(envs.Thread(ev.Obj)).within = t.call()
	}
	if ev.Obj == 0 || !accesses(op) || b.shown != nil {
		return
	}
	if writes(op) {
		for _, w := range b.open[ev.Obj] {
			if w.other == nil && !w.of.encloses(t.call()) {
				w.other = &access{at, ev.Thread}
			}
		}
	}
	here := access{at, ev.Thread}
	named := b.of.points[at]
	for i, c := range t.calls {
		innermost := i == len(t.calls)-1
		if named && innermost {
			b.again(c, at)
		}
		if !(named && innermost) && !t.calledWhereItShows(c, b.of) {
			continue
		}
		for _, w := range c.round {
			if w.other != nil && at != w.first.at {
				b.shown = []access{w.first, *w.other, here}
				return
			}
		}
	}
	if !named || len(t.calls) == 0 {
		return
	}
	c := t.calls[len(t.calls)-1]
	for _, w := range c.round {
		if w.obj == ev.Obj { // what it knows is new
			b.unwatch(w)
		}
	}
	w := &window{first: here, of: c, obj: ev.Obj}
	c.round = append(c.round, w)
	b.open[ev.Obj] = append(b.open[ev.Obj], w)
}

// leaves notes that a call ends, as it also does by a panic.
func (b *between) leaves(t envs.Thread, fn envs.FuncID, c *call) {
	for _, w := range c.round {
		if w.other != nil {
			b.cut[t] = cut{fn, w.first, *w.other}
			return
		}
	}
}

// cuts are the calls that may have been cut by a panic that ends the execution.
func (b *between) cuts() []cut {
	for id, t := range b.threads {
		for _, c := range t.calls {
			b.leaves(id, t.stack[c.base-1].fn, c)
		}
	}
	var list []cut
	for _, id := range slices.Sorted(maps.Keys(b.cut)) {
		list = append(list, b.cut[id])
	}
	return list
}

// again begins anew if a call comes to a place another time, as in a loop: what it has done since the time before is of
// another round.
func (b *between) again(c *call, at envs.Point) {
	for i, w := range c.round {
		if w.first.at == at {
			b.close(c.round[i:])
			c.round = c.round[:i]
			return
		}
	}
}

// call is the innermost call of the function that a thread is in, or that has started it; nil if there is none.
func (t *frames) call() *call {
	if n := len(t.calls); n > 0 {
		return t.calls[n-1]
	}
	return t.within
}

// encloses reports whether a call is made in this one, or in threads that it has started, or is this one.
func (c *call) encloses(other *call) bool {
	for ; other != nil; other = other.within {
		if other == c {
			return true
		}
	}
	return false
}

// calledWhereItShows reports whether the thread is in a call that one of the function has made where the finding shows.
func (t *frames) calledWhereItShows(c *call, s *suspect) bool {
	for _, f := range t.stack[c.base-1 : len(t.stack)-1] {
		if f.pc >= 0 && s.shows[envs.At(f.fn, f.pc)] {
			return true
		}
	}
	return false
}

// close closes windows.
func (b *between) close(list []*window) {
	for _, w := range list {
		b.unwatch(w)
	}
}

// unwatch leaves a window in its round, to know where the call has been, and looks no more for what comes between.
func (b *between) unwatch(w *window) {
	w.other = nil
	b.open[w.obj] = slices.DeleteFunc(b.open[w.obj], func(o *window) bool { return o == w })
}

// story tells the accesses that show the finding.
func (b *between) story() []envs.Note { return b.tell(b.shown) }

// tell tells two accesses with one in between, or the first two of them.
func (b *between) tell(list []access) (notes []envs.Note) {
	who := [...]string{"a thread", "another thread", "the first thread"}
	for i, access := range list {
		at := access.at
		op := &b.prog.Func(at.Func()).Ops[at.PC()]
		does, what := "reads", "it"
		if writes(op) {
			does = "writes"
		}
		if i != 1 {
			what = name(op)
		}
		text := fmt.Sprintf("%s %s %s in %s", who[i], does, what, b.prog.Func(at.Func()).Name)
		notes = append(notes, envs.Note{Pos: b.prog.Position(at), Text: text})
	}
	return notes
}

// accesses reports whether an operation accesses memory, or a sync.Map.
func accesses(op *envs.Op) bool { return op.Accesses() || ofMap(op) != "" }

// writes reports whether it may write it.
func writes(op *envs.Op) bool {
	method := ofMap(op)
	return op.Writes() || method != "" && method != "Load" && method != "Range"
}

// ofMap is the method of sync.Map that an operation calls; "" if it calls none.
func ofMap(op *envs.Op) string {
	if op.Kind != envs.Call {
		return ""
	}
	return op.Callee.MapMethod()
}

// name is that of what an operation accesses.
func name(op *envs.Op) string {
	switch {
	case op.Loc != nil:
	case ofMap(op) != "":
		return "a sync.Map"
	default:
		return "an object"
	}
	return op.Loc.Name
}
