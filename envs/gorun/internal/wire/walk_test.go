package wire_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
)

// drawProgram draws functions of straight runs, branches and loops, with calls of each other, calls of things that are
// not in the program, and locks. Their operations may stand in any order, unlike those that (*envs.Func).Check wants.
func drawProgram(t *rapid.T) tables {
	var prog tables
	n := rapid.IntRange(1, 4).Draw(t, "functions")
	for id := range n {
		f := &envs.Func{ID: envs.FuncID(id), Name: fmt.Sprintf("f%d", id), Regs: 2}
		size := rapid.IntRange(1, 12).Draw(t, "size")
		target := func() int32 { return int32(rapid.IntRange(0, size).Draw(t, "target")) }
		for len(f.Ops) < size {
			switch rapid.IntRange(0, 6).Draw(t, "op") {
			case 0:
				f.Ops = append(f.Ops, op(envs.Compute))
			case 1:
				f.Ops = append(f.Ops, op(envs.Acquire))
			case 2:
				f.Ops = append(f.Ops, op(envs.Release))
			case 3:
				f.Ops = append(f.Ops, call(envs.FuncID(rapid.IntRange(0, n-1).Draw(t, "callee"))))
			case 4: // one that calls back; a record follows, so that it is clear which one did
				f.Ops = append(f.Ops, call())
				f.Ops = append(f.Ops, op(envs.Release))
			case 5:
				f.Lists = append(f.Lists, []int32{target(), target()})
				f.Ops = append(f.Ops, branch(int32(len(f.Lists)-1)))
			case 6:
				f.Ops = append(f.Ops, op(envs.Return))
			}
		}
		f.Ops = append(f.Ops, op(envs.Return))
		for i := range f.Ops {
			f.Ops[i].PC = int32(i)
		}
		prog = append(prog, f)
	}
	return prog
}

// A walker executes a program at random and writes the records that probes would write, and the events.
type walker struct {
	t     *rapid.T
	prog  tables
	out   []uint64
	want  []string
	fuel  int
	locks uint64

	recorded map[*envs.Op]bool
	sparse   []uint64 // as out, but with Block records for recorded operations only
}

// put adds a record to both.
func (w *walker) put(words ...uint64) {
	w.out, w.sparse = append(w.out, words...), append(w.sparse, words...)
}

type thrown struct{}

func (w *walker) call(fn int, caller, above uint32, direct bool) {
	f := w.prog[fn]
	frame := above + uint32(rapid.IntRange(3, 40).Draw(w.t, "frame"))
	w.put(uint64(wire.MakeHead(wire.Enter, frame, false, uint32(fn)|(frame-caller)<<22)))
	w.want = append(w.want, fmt.Sprint("enter ", fn, direct))
	mayThrow := func() {
		if rapid.IntRange(0, 20).Draw(w.t, "throws") == 0 {
			w.want = append(w.want, "leave false")
			panic(thrown{})
		}
	}
	mayThrow()
	begins := map[int32]bool{}
	for _, l := range f.Lists {
		begins[l[0]], begins[l[1]] = true, true
	}
	for pc, first := int32(0), true; ; first = false {
		if begins[pc] && !first {
			w.out = append(w.out, uint64(wire.MakeHead(wire.Block, frame, false, uint32(pc))))
			if w.fuel < 0 {
				w.want = append(w.want, "leave false")
				panic(thrown{})
			}
			mayThrow()
		}
		o := &f.Ops[pc]
		if w.recorded[o] {
			w.sparse = append(w.sparse, uint64(wire.MakeHead(wire.Block, frame, false, uint32(pc))))
		}
		w.fuel--
		w.want = append(w.want, fmt.Sprint("step ", pc))
		switch o.Kind {
		case envs.Acquire, envs.Release:
			w.locks++
			w.put(uint64(wire.MakeHead(wire.Lock, frame, true, uint32(pc))), 76, w.locks)
			w.want[len(w.want)-1] += fmt.Sprint(" ", 1<<13|76) // on the first page
		case envs.Call:
			w.nested(o, frame)
		case envs.Branch:
			pc = f.Lists[o.To][rapid.IntRange(0, 1).Draw(w.t, "way")]
			continue
		case envs.Return:
			w.put(uint64(wire.MakeHead(wire.Leave, frame, false, 0)))
			w.want = append(w.want, "leave true")
			return
		}
		pc++
	}
}

// nested executes a call; what is called and is not in the program calls back and recovers.
func (w *walker) nested(o *envs.Op, frame uint32) {
	if !o.Callee.Open {
		defer func() {
			if v := recover(); v != nil {
				w.want = append(w.want, "leave false")
				panic(v)
			}
		}()
		w.call(int(o.Callee.Funcs[0]), frame, frame, true)
		return
	}
	for range rapid.IntRange(0, 2).Draw(w.t, "calls back") {
		func() {
			between := frame + uint32(rapid.IntRange(3, 40).Draw(w.t, "between"))
			defer func() {
				if v := recover(); v == (thrown{}) {
					w.put(uint64(wire.MakeHead(wire.Recover, between, false, 0)))
				} else if v != nil {
					panic(v)
				}
			}()
			if w.fuel > 0 {
				w.call(rapid.IntRange(0, len(w.prog)-1).Draw(w.t, "callback"), between, between, false)
			}
		}()
	}
}

// Whatever a program does, its records decode to it.
func TestWalks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &walker{t: t, prog: drawProgram(t), fuel: 60, recorded: map[*envs.Op]bool{}}
		for _, f := range w.prog {
			for i := range f.Ops {
				op := &f.Ops[i]
				w.recorded[op] = op.Kind == envs.Call || op.Kind == envs.Compute && rapid.Bool().Draw(t, "recorded")
			}
		}
		func() {
			defer func() {
				if v := recover(); v != nil && v != (thrown{}) {
					panic(v)
				}
			}()
			w.call(0, 3, 5, false)
		}()
		got, d := w.decode(w.out, wire.Options{})
		require.Equal(t, strings.Join(w.want, "\n"), strings.Join(got, "\n"))
		w.checkSelected(got, d)
		w.checkSparse(got)
	})
}

// decode gives the events of records.
func (w *walker) decode(words []uint64, opts wire.Options) (got []string, d *wire.Decoder) {
	opts.Problem = func(err error) { w.t.Error(err) }
	d = wire.NewDecoder(w.prog, source(nil, wire.Batch{Stream: 1, Words: words, Ended: true}), opts)
	require.NoError(w.t, d.Each(func(e *envs.Event) bool {
		switch e.Kind {
		case envs.Enter:
			got = append(got, fmt.Sprint("enter ", e.Func, e.Direct))
		case envs.Step:
			s := fmt.Sprint("step ", e.PC)
			if e.Obj != 0 {
				s += fmt.Sprint(" ", e.Obj)
			}
			got = append(got, s)
		case envs.Leave:
			got = append(got, fmt.Sprint("leave ", e.Done))
		}
		return true
	}))
	return got, d
}

// checkSelected checks that events tell of what is selected, and of the frames in which it is and how they were called.
// They come in the order in which they tell of everything, and everything is counted.
func (w *walker) checkSelected(all []string, whole *wire.Decoder) {
	type key struct {
		op    *envs.Op
		named bool
	}
	selected := map[key]bool{}
	for _, f := range w.prog {
		for i := range f.Ops {
			selected[key{&f.Ops[i], false}] = rapid.Bool().Draw(w.t, "selected")
			selected[key{&f.Ops[i], true}] = rapid.Bool().Draw(w.t, "selected by name")
		}
	}
	selects := func(_ *envs.Func, op *envs.Op, named bool) bool { return selected[key{op, named}] }
	got, part := w.decode(w.out, wire.Options{Selects: selects})
	want, n := w.part(all, func(op *envs.Op, named bool) bool { return selected[key{op, named}] })
	w.checkStop(rapid.IntRange(1, max(1, len(got))).Draw(w.t, "stop"), selects)
	require.Equal(w.t, strings.Join(want, "\n"), strings.Join(got, "\n"))
	for id, counts := range n {
		for _, d := range []*wire.Decoder{whole, part} {
			if d.Executed(id) != nil || slices.Max(counts) > 0 {
				require.Equal(w.t, counts, d.Executed(id))
			}
		}
	}
}

// checkStop checks that there is no event after the one at which the user has had enough.
func (w *walker) checkStop(at int, selects func(*envs.Func, *envs.Op, bool) bool) {
	src := source(nil, wire.Batch{Stream: 1, Words: w.out, Ended: true})
	d := wire.NewDecoder(w.prog, src, wire.Options{Selects: selects})
	seen := 0
	require.NoError(w.t, d.Each(func(*envs.Event) bool {
		seen++
		return seen < at
	}))
	require.LessOrEqual(w.t, seen, at)
}

// checkSparse checks that events tell of what is selected and has a record, in the order in which they tell of
// everything. But of a return it may not be known which one it is.
func (w *walker) checkSparse(all []string) {
	selected := map[*envs.Op]bool{}
	for _, f := range w.prog {
		for i := range f.Ops {
			op := &f.Ops[i]
			switch op.Kind {
			case envs.Acquire, envs.Release, envs.Return:
				selected[op] = rapid.Bool().Draw(w.t, "selected")
			case envs.Compute:
				selected[op] = w.recorded[op]
			}
		}
	}
	for _, f := range w.prog { // all returns or none, since no record distinguishes them
		for i := range f.Ops {
			if op := &f.Ops[i]; op.Kind == envs.Return {
				selected[op] = selected[&f.Ops[len(f.Ops)-1]]
			}
		}
	}
	records := func(id envs.FuncID) *wire.Records {
		r := &wire.Records{Recorded: map[int32]bool{}}
		for i := range w.prog[id].Ops {
			r.Recorded[int32(i)] = w.recorded[&w.prog[id].Ops[i]]
		}
		return r
	}
	selects := func(_ *envs.Func, op *envs.Op, _ bool) bool { return selected[op] }
	got, d := w.decode(w.sparse, wire.Options{Sparse: true, Records: records, Selects: selects})
	want, n := w.part(w.followed(all), func(op *envs.Op, named bool) bool { return selected[op] })
	require.Equal(w.t, w.returning(want), w.returning(got))
	for id, counts := range n {
		for pc, m := range counts {
			if op := &w.prog[id].Ops[pc]; op.Kind != envs.Return && selected[op] && d.Executed(id) != nil {
				require.Equal(w.t, m, d.Executed(id)[pc])
			}
		}
	}
}

// followed leaves out the last operation of a frame that was unwound, if only a Block record spoke of it: it was about
// to be executed.
func (w *walker) followed(all []string) []string {
	type frame struct {
		fn   *envs.Func
		last int // of all, -1 if there is none
	}
	var stack []*frame
	gone := map[int]bool{}
	for i, e := range all {
		var word string
		var num int
		fmt.Sscan(e, &word, &num)
		switch word {
		case "enter":
			stack = append(stack, &frame{w.prog[num], -1})
		case "leave":
			if f := stack[len(stack)-1]; e == "leave false" && f.last >= 0 {
				gone[f.last] = true
			}
			stack = stack[:len(stack)-1]
		default:
			f := stack[len(stack)-1]
			switch op := &f.fn.Ops[num]; {
			case op.Kind == envs.Compute && w.recorded[op]:
				f.last = i
			case op.Kind != envs.Compute && op.Kind != envs.Branch:
				f.last = -1
			}
		}
	}
	var rest []string
	for i, e := range all {
		if !gone[i] {
			rest = append(rest, e)
		}
	}
	return rest
}

// returning replaces the number of each return by a word.
func (w *walker) returning(events []string) string {
	var stack []*envs.Func
	var out []string
	for _, e := range events {
		var word string
		var num int
		fmt.Sscan(e, &word, &num)
		switch word {
		case "enter":
			stack = append(stack, w.prog[num])
		case "leave":
			stack = stack[:len(stack)-1]
		default:
			if stack[len(stack)-1].Ops[num].Kind == envs.Return {
				e = "step return"
			}
		}
		out = append(out, e)
	}
	return strings.Join(out, "\n")
}

// part is the events of selected operations and of the frames in which they are, and how often operations are executed.
func (w *walker) part(
	all []string, selects func(op *envs.Op, named bool) bool,
) (want []string, n map[envs.FuncID][]int64) {
	type frame struct {
		fn      *envs.Func
		entered bool
		calling string
	}
	var stack []*frame
	n = map[envs.FuncID][]int64{}
	for _, f := range w.prog {
		n[f.ID] = make([]int64, len(f.Ops))
	}
	enters := map[*frame]string{}
	enter := func() {
		for _, f := range stack {
			if !f.entered {
				if f.calling != "" {
					want = append(want, f.calling)
				}
				want = append(want, enters[f])
				f.entered = true
			}
		}
	}
	calling := ""
	for i, e := range all {
		var word string
		var num int
		fmt.Sscan(e, &word, &num)
		switch word {
		case "enter":
			f := &frame{fn: w.prog[num], calling: calling}
			enters[f], calling = e, ""
			if stack = append(stack, f); len(stack) == 1 {
				enter()
			}
		case "leave":
			if stack[len(stack)-1].entered {
				want = append(want, e)
			}
			stack = stack[:len(stack)-1]
		default:
			f := stack[len(stack)-1]
			op := &f.fn.Ops[num]
			n[f.fn.ID][num]++
			if selects(op, len(strings.Fields(e)) == 3) {
				if op.Kind != envs.Return || f.entered {
					enter()
					want = append(want, e)
				}
			} else if op.Kind == envs.Call && i+1 < len(all) && strings.HasPrefix(all[i+1], "enter") {
				calling = e
			}
		}
	}
	return want, n
}
