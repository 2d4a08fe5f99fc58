package wire

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// An Ending is how a run has ended, of which no record tells.
type Ending struct {
	Asleep bool // no goroutine could go on
	Cut    bool // it was ended from outside
}

// An awaiting is what a goroutine waits for, and what is told before it halts.
type awaiting struct {
	is     bool  // it waits
	told   bool  // which has an event
	pc     int32 // where, of a select at its first case; -1 if it is not known
	halted bool
	lines  []line // of its frames, innermost first
	text   []byte
}

// A line is one of a file that is known by a hash of its name.
type line struct {
	file uint64
	n    int
}

// note decodes what is neither of a frame nor of the order.
func (d *Decoder) note(t *decoding, h head, words []uint64) {
	switch h.arg() {
	case noteFreed:
		d.opts.Memory.freed(words[0], words[1], uint64(h.frame())*8, func(id uint64) {
			d.emit(envs.Event{Kind: envs.Forget, Obj: id})
		})
	case noteAwait:
		d.await(t, h, words)
	case noteLine:
		t.wait.lines = append(t.wait.lines, line{words[1], int(words[0])})
	case noteText:
		for _, w := range words {
			t.wait.text = binary.LittleEndian.AppendUint64(t.wait.text, w)
		}
	case noteHalt:
		text := string(bytes.TrimRight(t.wait.text, "\x00"))
		d.halt(t, envs.Event{Done: text == ""}, text)
	}
}

// await decodes that a goroutine has to wait, or waits no more.
func (d *Decoder) await(t *decoding, h head, words []uint64) {
	e := envs.Event{Kind: envs.Await, Thread: t.thread, PC: -1}
	if h.flag() {
		if e.PC, e.Done = t.wait.pc, true; t.wait.told {
			d.emit(e)
		}
		t.wait.is, t.wait.told = false, false
		return
	}
	n := len(t.frames)
	if n > 0 && words[1] != 0 && t.frames[n-1].dist == h.frame() && t.frames[n-1].code != nil {
		e.PC = awaited(t.frames[n-1].code.fn, int32(words[1]-1), int(words[2])-1)
	}
	if e.PC >= 0 {
		e.Obj = d.opts.Memory.identity(words[0] &^ sharedSide)
	}
	if !t.wait.is {
		t.wait.is, t.wait.pc = true, e.PC
	}
	if d.emitEntries(t); n > 0 {
		t.wait.told = true
		d.emit(e)
	}
}

// awaited is the operation of a function at which it waits, of a select that of a case; -1 if it has none.
func awaited(fn *envs.Func, pc int32, of int) int32 {
	if uint32(pc) >= uint32(len(fn.Ops)) {
		return -1
	}
	if of >= 0 {
		targets := fn.Targets(&fn.Ops[pc])
		if of >= len(targets) {
			return -1
		}
		return targets[of]
	}
	return pc
}

// halt emits that a goroutine never goes on. Its text says why it ends the program, if it does.
func (d *Decoder) halt(t *decoding, e envs.Event, text string) {
	n := len(t.frames)
	if t.wait.halted {
		return
	}
	t.wait.halted = true
	e.Kind, e.Thread, e.PC = envs.Halt, t.thread, -1
	if text != "" {
		e.Failure = &envs.Failure{Text: text}
	} else if t.wait.is && n > 0 && t.frames[n-1].code != nil {
		e.Func, e.PC = t.frames[n-1].code.fn.ID, t.wait.pc
	}
	if e.PC < 0 {
		if fn, pc := d.standsAt(t.wait.lines, text); pc >= 0 {
			e.Func, e.PC = fn, pc
		}
	}
	if d.emitEntries(t); text == "" && !t.wait.told {
		d.emit(envs.Event{Kind: envs.Await, Thread: t.thread, PC: -1})
	}
	if e.PC >= 0 && (n == 0 || t.frames[n-1].code == nil || t.frames[n-1].at != e.PC) {
		if c := d.codeOf(e.Func); c != nil {
			c.n[e.PC]++ // no step follows
		}
	}
	d.emit(e)
}

// standsAt is the operation at which a goroutine is that halts. It is one in the innermost line in which there is one
// that can end so; -1 if there is none.
func (d *Decoder) standsAt(lines []line, text string) (best envs.FuncID, pc int32) {
	if d.files == nil {
		d.files = map[uint64][]envs.FuncID{}
		for id := range envs.FuncID(d.opts.prog.NumFuncs()) {
			if d.opts.File != nil {
				h := fnv.New64a()
				h.Write([]byte(d.opts.File(id)))
				d.files[h.Sum64()] = append(d.files[h.Sum64()], id)
			}
		}
	}
	for _, l := range lines {
		pc, rank := int32(-1), 0
		for _, id := range d.files[l.file] {
			fn := d.opts.prog.Func(id)
			for i := range fn.Ops {
				at := envs.At(id, int32(i))
				if d.opts.prog.Position(at).Line != l.n {
					continue
				}
				if r := d.opts.mayEnd(&fn.Ops[i], at, text); r > rank {
					best, pc, rank = id, int32(i), r
				}
			}
		}
		if pc >= 0 {
			return best, pc
		}
	}
	return 0, -1
}

// ends are the operations that end so, by parts of what is said then.
var ends = []struct {
	text  string
	kinds []envs.Kind
}{
	{"close of ", []envs.Kind{envs.Close}},
	{"send on closed channel", []envs.Kind{envs.Send}},
	{"unlock of unlocked", []envs.Kind{envs.Release}},
	{"negative WaitGroup counter", []envs.Kind{envs.Notify, envs.Call}},
	{"WaitGroup is reused", []envs.Kind{envs.Join}},
	{"WaitGroup misuse", []envs.Kind{envs.Join, envs.Notify, envs.Call}},
	{"concurrent map", []envs.Kind{envs.Load, envs.Store, envs.Compute}},
}

// mayEnd ranks an operation by how well it fits what is said: 0 if it does not.
func (o *Options) mayEnd(op *envs.Op, at envs.Point, text string) int {
	for _, e := range ends {
		if strings.Contains(text, e.text) && slices.Contains(e.kinds, op.Kind) {
			return 4
		}
	}
	switch {
	case text == "" && op.Kind == envs.Call:
		return 2
	case text == "":
		if op.Waits() || op.Kind == envs.Jump && op.To == op.PC { // which is a select without cases
			return 1
		}
	case strings.Contains(text, "runtime error: ") || strings.Contains(text, "interface conversion: ") ||
		strings.Contains(text, "assignment to entry in nil map"):
		if len(o.prog.Detail(at).Checks) > 0 {
			return 3
		}
	case op.Kind == envs.Throw:
		return 3
	}
	switch op.Kind {
	case envs.Call, envs.Release, envs.Acquire:
		return 1
	}
	return 0
}

// finish emits that goroutines never go on that wait when the run is over.
func (d *Decoder) finish() {
	if d.stopped || d.opts.Ended == nil {
		return
	}
	end := d.opts.Ended()
	for _, stream := range slices.Sorted(maps.Keys(d.threads)) {
		if t := d.threads[stream]; t.wait.is && !t.wait.halted {
			d.halt(t, envs.Event{Done: end.Asleep, Direct: end.Cut && !end.Asleep}, "")
		}
	}
}
