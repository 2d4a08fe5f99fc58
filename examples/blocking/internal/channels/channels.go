// Package channels tells which channels of a program may be one, wherever they live, and what is done to them.
//
//	t := channels.New(callers.Of(prog))
//	if c := t.Of(fn.ID, op.Uses[0]); c != nil && len(c.Sends) == 0 { ... }    // nobody sends to what op receives from
//
// Channels are followed in registers, variables, fields and elements, through calls, results and messages, without
// regard to order. All channels that may meet in one register or in one class of memory are a Class. A Class is Open if
// code may know its channels that the program does not show, or if they are where nobody follows them.
//
// Source: Steensgaard, "Points-to analysis in almost linear time" (POPL 1996), with memory by its classes.
package channels

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/callers"
)

// A Class is channels that may be one.
type Class struct {
	// Open says that something else may be done to the channels, and that there may be others.
	Open bool
	// Made are the operations that make the channels. Without any they are nil.
	Made []envs.Point
	// Sends, Receives and Closes are what is done to the channels, each in the order of the program. Cases of a select
	// are among them.
	Sends, Receives, Closes []envs.Point
	// Room is how much each buffer has room for at most; -1 if that is not known.
	Room int64
	// Unbuffered says that none of the channels has a buffer.
	Unbuffered bool
}

// A Table knows the classes of a program.
type Table struct {
	prog    envs.Program
	first   []int32 // by function: the node of its register 0
	results []int32 // by function: the node of its first result
	in      map[*envs.Loc]int32
	parent  []int32
	message []int32 // by node that is its own parent: what the channels carry, 0 if nobody has asked
	open    []bool
	classes map[int32]*Class
	callers *callers.Table
}

// New follows the channels of a program whose callers are known.
func New(by *callers.Table) *Table {
	prog := by.Program()
	t := &Table{prog: prog, in: map[*envs.Loc]int32{}, classes: map[int32]*Class{},
		callers: by}
	nodes := int32(1)
	for id := range envs.FuncID(prog.NumFuncs()) {
		fn := prog.Func(id)
		t.first, t.results = append(t.first, nodes), append(t.results, 0)
		if fn != nil {
			t.results[id] = nodes + int32(fn.Regs)
			nodes += int32(fn.Regs) + int32(fn.Results)
		}
	}
	t.parent, t.message, t.open = make([]int32, nodes), make([]int32, nodes), make([]bool, nodes)
	for i := range t.parent {
		t.parent[i] = int32(i)
	}
	for _, step := range []func(*envs.Func){t.follow, nil, t.enter, t.made} {
		if step == nil {
			t.carry()
			continue
		}
		for id := range envs.FuncID(prog.NumFuncs()) {
			if fn := prog.Func(id); fn != nil {
				step(fn)
			}
		}
	}
	return t
}

// Of is the class of the channels in a register, nil if nothing is done to them.
func (t *Table) Of(fn envs.FuncID, r envs.Reg) *Class {
	if r == 0 {
		return nil
	}
	return t.classes[t.find(t.reg(fn, r))]
}

func (t *Table) reg(fn envs.FuncID, r envs.Reg) int32 { return t.first[fn] + int32(r) }

func (t *Table) fresh() int32 {
	n := int32(len(t.parent))
	t.parent, t.message, t.open = append(t.parent, n), append(t.message, 0), append(t.open, false)
	return n
}

func (t *Table) find(n int32) int32 {
	for t.parent[n] != n {
		t.parent[n] = t.parent[t.parent[n]]
		n = t.parent[n]
	}
	return n
}

// unite says that what is in two places may be one.
func (t *Table) unite(a, b int32) {
	for {
		a, b = t.find(a), t.find(b)
		if a == b {
			return
		}
		t.parent[b] = a
		t.open[a] = t.open[a] || t.open[b]
		from, to := t.message[b], t.message[a]
		if from == 0 {
			return
		}
		if to == 0 {
			t.message[a] = from
			return
		}
		a, b = to, from
	}
}

// messages is the node of what channels carry.
func (t *Table) messages(channels int32) int32 {
	n := t.find(channels)
	if t.message[n] == 0 {
		m := t.fresh() // which may move message
		t.message[n] = m
	}
	return t.message[n]
}

// memory is the node of what lies in a class of memory.
func (t *Table) memory(l *envs.Loc) int32 {
	n, known := t.in[l]
	if !known {
		n = t.fresh()
		t.in[l], t.open[n] = n, reachable(l)
	}
	return n
}

// reachable reports whether other code may reach memory of a class. Such code may have elements, and pointers to what
// it has no name for.
func reachable(l *envs.Loc) bool {
	switch l.Class {
	case envs.Field:
		i := strings.LastIndexByte(l.Name, '.')
		return exported(l.Name[i+1:]) && exported(l.Name[strings.LastIndexAny(l.Name[:max(i, 0)], "./")+1:])
	case envs.Global:
		return exported(l.Name[strings.LastIndexByte(l.Name, '.')+1:])
	}
	return !l.Variable
}

func exported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// follow takes in where what registers hold goes in a function.
func (t *Table) follow(fn *envs.Func) {
	known := !t.callers.Open(fn.ID)
	for _, r := range fn.Params {
		t.lose(fn, r, !known)
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		switch op.Kind {
		case envs.Move:
			if op.Uses[0] != 0 {
				t.unite(t.reg(fn.ID, op.Dst), t.reg(fn.ID, op.Uses[0]))
			}
		case envs.Compute:
			t.compute(fn, op)
		case envs.Load:
			t.load(fn, op)
		case envs.Store:
			t.store(fn, op)
		case envs.Send, envs.Receive, envs.Close:
			t.meet(fn, op)
		case envs.Addr:
			if op.Loc != nil && op.Loc.Class != envs.Elem {
				t.open[t.find(t.memory(op.Loc))] = true
			}
		case envs.Call, envs.Fork:
			t.call(fn, op)
		case envs.Return:
			for i, r := range op.Uses {
				if r != 0 && i < fn.Results {
					t.unite(t.results[fn.ID]+int32(i), t.reg(fn.ID, r))
					t.lose(fn, r, !known)
				}
			}
		case envs.Atomic, envs.Catch, envs.Throw:
			for _, r := range op.Uses {
				t.lose(fn, r, true)
			}
			t.lose(fn, op.Dst, op.Results > 0)
		}
	}
}

// meet takes in what is done to a channel, and what goes through it.
func (t *Table) meet(fn *envs.Func, op *envs.Op) {
	if op.Uses[0] == 0 {
		return
	}
	channel := t.reg(fn.ID, op.Uses[0])
	if op.Loc != nil {
		t.unite(t.memory(op.Loc), channel)
	}
	switch v := op.Value(); {
	case op.Kind == envs.Receive && op.Results > 0:
		t.unite(t.messages(channel), t.reg(fn.ID, op.Dst))
	case v != 0:
		t.unite(t.messages(channel), t.reg(fn.ID, v))
	}
}

// carry says of what open channels carry that others know it, too.
func (t *Table) carry() {
	for more := true; more; {
		more = false
		for n, m := range t.message {
			if m == 0 || t.find(int32(n)) != int32(n) || !t.open[n] {
				continue
			}
			if m = t.find(m); !t.open[m] {
				t.open[m], more = true, true
			}
		}
	}
}

// compute takes in a Compute: what lies in an interface or a structure. Of another value that is no matter.
func (t *Table) compute(fn *envs.Func, op *envs.Op) {
	if len(op.Uses) == 1 && op.Uses[0] != 0 && op.Results > 0 && len(t.prog.Detail(envs.At(fn.ID, op.PC)).Defs) == 0 {
		t.unite(t.reg(fn.ID, op.Dst), t.reg(fn.ID, op.Uses[0]))
	}
}

// lose says that others know what a register holds, if that is so.
func (t *Table) lose(fn *envs.Func, r envs.Reg, so bool) {
	if so && r != 0 {
		t.open[t.find(t.reg(fn.ID, r))] = true
	}
}

// load takes in a Load, whose first result is what lies there, or the last one of three: whether there is another
// element, its key, and itself.
func (t *Table) load(fn *envs.Func, op *envs.Op) {
	r := op.Dst
	switch {
	case op.Results == 0:
		return
	case op.Results == 3:
		t.lose(fn, r+1, true)
		r += 2
	}
	if t.lose(fn, r, op.Loc == nil); op.Loc != nil {
		t.unite(t.memory(op.Loc), t.reg(fn.ID, r))
	}
}

// store takes in a Store: what is stored is the last operand. A key before it is lost.
func (t *Table) store(fn *envs.Func, op *envs.Op) {
	v := op.Value()
	if len(op.Uses) == 3 {
		t.lose(fn, op.Uses[1], true)
	}
	if t.lose(fn, v, op.Loc == nil); v != 0 && op.Loc != nil {
		t.unite(t.memory(op.Loc), t.reg(fn.ID, v))
	}
}

// call takes in what is handed over to callees, and what they return.
func (t *Table) call(fn *envs.Func, op *envs.Op) {
	c := op.Callee
	for i, r := range op.Uses {
		builtin := op.Kind == envs.Fork && len(c.Funcs) == 0 // such as close
		t.lose(fn, r, c.Open && !c.Quiet || i < c.FirstArg || builtin)
	}
	for i := range op.Results {
		t.lose(fn, op.Dst+envs.Reg(i), c.Open)
	}
	for _, id := range c.Funcs {
		to := t.prog.Func(id)
		if to == nil {
			continue
		}
		for i, p := range to.Params {
			if at := c.FirstArg + i; at < len(op.Uses) && op.Uses[at] != 0 {
				t.unite(t.reg(id, p), t.reg(fn.ID, op.Uses[at]))
			}
		}
		for i := range min(int(op.Results), to.Results) {
			t.unite(t.results[id]+int32(i), t.reg(fn.ID, op.Dst+envs.Reg(i)))
		}
	}
}

// enter notes what a function does to channels.
func (t *Table) enter(fn *envs.Func) {
	for i := range fn.Ops {
		op := &fn.Ops[i]
		var to *[]envs.Point
		switch op.Kind {
		case envs.Send:
			to = &t.class(fn, op).Sends
		case envs.Receive:
			to = &t.class(fn, op).Receives
		case envs.Close:
			to = &t.class(fn, op).Closes
		default:
			continue
		}
		*to = append(*to, envs.At(fn.ID, op.PC))
	}
}

// class is that of the channel of an operation.
func (t *Table) class(fn *envs.Func, op *envs.Op) *Class {
	if op.Uses[0] == 0 {
		return &Class{Open: true}
	}
	n := t.find(t.reg(fn.ID, op.Uses[0]))
	c := t.classes[n]
	if c == nil {
		c = &Class{Open: t.open[n], Unbuffered: true}
		t.classes[n] = c
	}
	return c
}

// made notes the channels that a function makes, if something is done to them.
func (t *Table) made(fn *envs.Func) {
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Kind != envs.New || op.Results != 1 {
			continue
		}
		if c := t.classes[t.find(t.reg(fn.ID, op.Dst))]; c != nil {
			at := envs.At(fn.ID, op.PC)
			room := t.room(at, op)
			switch {
			case len(c.Made) == 0:
				c.Room = room
			case c.Room >= 0:
				c.Room = max(c.Room, room)
			}
			if room < 0 {
				c.Room = -1
			}
			c.Made, c.Unbuffered = append(c.Made, at), c.Unbuffered && room == 0
		}
	}
}

// room is the capacity of a channel that an operation makes, -1 if that is not known.
func (t *Table) room(at envs.Point, op *envs.Op) int64 {
	for _, d := range t.prog.Detail(at).Defs {
		if d.Reg == op.Dst && d.Of == envs.Cap && d.Op == envs.Copy && d.X.Reg == 0 && d.X.Int() {
			if n, ok := d.X.Const.Int64(); ok {
				return n
			}
		}
	}
	return -1
}
