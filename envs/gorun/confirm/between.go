package confirm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// A between looks in the events of an execution for an envs.Between. Only events with an identity count: of others it
// is not certain when they happened.
type between struct {
	prog    envs.Program
	of      *suspect
	threads map[envs.Thread]*frames
	open    map[uint64][]*window // by object
	shown   []access
}

// frames are those of a thread.
type frames struct {
	stack   []frame
	base    int // how many there are with the outermost call of the function; 0 if there is none
	windows []*window
	within  *frames // the thread in a call of the function that has started it
}

// A frame is at an operation of a function.
type frame struct {
	fn envs.FuncID
	pc int32
}

// A window is open since a thread has accessed an object in a call of the function.
type window struct {
	first access
	of    *frames
	obj   uint64
	other *access // that came in between
}

// An access is one of an execution.
type access struct {
	at     envs.Point
	thread envs.Thread
}

func newBetween(prog envs.Program, of *suspect) *between {
	return &between{prog: prog, of: of, threads: map[envs.Thread]*frames{}, open: map[uint64][]*window{}}
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
		for _, w := range b.open[ev.Obj] {
			w.of.drop(w)
		}
		delete(b.open, ev.Obj)
		return
	}
	t := b.thread(ev.Thread)
	switch ev.Kind {
	case envs.Enter:
		t.stack = append(t.stack, frame{ev.Func, -1})
		if t.base == 0 && b.of.funcs[ev.Func] {
			t.base = len(t.stack)
		}
	case envs.Leave:
		if len(t.stack) == t.base {
			t.base = 0
			b.close(t)
		}
		t.stack = t.stack[:len(t.stack)-1]
	case envs.End:
		b.close(t)
	case envs.Step:
		b.step(t, ev)
	}
}

func (b *between) step(t *frames, ev *envs.Event) {
	top := &t.stack[len(t.stack)-1]
	top.pc = ev.PC
	at := envs.At(top.fn, ev.PC)
	op := &b.prog.Func(top.fn).Ops[ev.PC]
	if op.Kind == envs.Fork && ev.Obj != 0 && !ev.Direct {
		if by := b.caller(t); by != nil {
			b.thread(envs.Thread(ev.Obj)).within = by
		}
	}
	if ev.Obj == 0 || !accesses(op) || b.shown != nil {
		return
	}
	if writes(op) {
		for _, w := range b.open[ev.Obj] {
			if w.other == nil && w.of != b.caller(t) {
				w.other = &access{at, ev.Thread}
			}
		}
	}
	if t.base == 0 {
		return
	}
	here := access{at, ev.Thread}
	named := b.of.points[at]
	if named || t.calledWhereItShows(b.of) {
		for _, w := range t.windows {
			if w.other != nil && at != w.first.at {
				b.shown = []access{w.first, *w.other, here}
				return
			}
		}
	}
	if !named {
		return
	}
	for _, w := range t.windows {
		if w.obj == ev.Obj { // what it knows is new
			w.first, w.other = here, nil
			return
		}
	}
	w := &window{first: here, of: t, obj: ev.Obj}
	t.windows = append(t.windows, w)
	b.open[ev.Obj] = append(b.open[ev.Obj], w)
}

// caller is the thread in a call of the function that executes, or has started those that do, in a thread; nil if none.
func (b *between) caller(t *frames) *frames {
	for ; t != nil; t = t.within {
		if t.base != 0 {
			return t
		}
	}
	return nil
}

// calledWhereItShows reports whether the thread is in a call that was made where the finding shows.
func (t *frames) calledWhereItShows(s *suspect) bool {
	for _, f := range t.stack[t.base-1 : len(t.stack)-1] {
		if f.pc >= 0 && s.shows[envs.At(f.fn, f.pc)] {
			return true
		}
	}
	return false
}

func (t *frames) drop(w *window) {
	t.windows = slices.DeleteFunc(t.windows, func(o *window) bool { return o == w })
}

// close closes the windows of a thread.
func (b *between) close(t *frames) {
	for _, w := range t.windows {
		b.open[w.obj] = slices.DeleteFunc(b.open[w.obj], func(o *window) bool { return o == w })
	}
	t.windows = nil
}

// story tells the accesses that show the finding.
func (b *between) story() (notes []envs.Note) {
	for i, who := range [...]string{"a thread", "another thread", "the first thread"} {
		at := b.shown[i].at
		op := &b.prog.Func(at.Func()).Ops[at.PC()]
		does, what := "reads", "it"
		if writes(op) {
			does = "writes"
		}
		if i != 1 {
			what = name(op)
		}
		text := fmt.Sprintf("%s %s %s in %s", who, does, what, b.prog.Func(at.Func()).Name)
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
	if op.Kind != envs.Call || op.Callee == nil {
		return ""
	}
	method, _ := strings.CutPrefix(op.Callee.FullName(), "(*sync.Map).")
	if method == op.Callee.FullName() {
		return ""
	}
	return method
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
