// Package exchange finds what functions do to the channels and groups of threads that they make, or are handed.
//
//	t := exchange.New(prog)
//	for _, x := range t.Objects(fn) { ... }    // those that fn makes, with all who know them
//
// An object is followed in registers, in the variable that a closure captures, and into what is called or started with
// it. One that is put elsewhere, or handed to code that is not known, is not followed at all: what becomes of it nobody
// can tell. So an Object is known to all who can use it.
package exchange

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
)

// A Role is what an operation does to an object.
type Role uint8

// The roles.
const (
	Sends Role = iota
	Receives
	Closes
	Adds  // announces that the group will be told more often
	Tells // tells the group
	Waits // waits for the group

	NumRoles // the number of roles, not one of them
)

// Many is how often something is done that may be done any number of times, or more often than is counted.
const Many = 7

// Often is how often something is done, for each role.
type Often [NumRoles]uint8

// Plus adds, up to Many.
func (o Often) Plus(p Often) Often {
	for r := range o {
		o[r] = min(o[r]+p[r], Many)
	}
	return o
}

// A Site is an operation on an object.
type Site struct {
	At     envs.Point
	Role   Role
	Chosen bool // it is a case of a select
	Again  bool // it may be executed any number of times
	Drains bool // it receives until the channel is closed
}

// An Effect is what a function does to an object that it is handed, and all that it calls or starts with it.
type Effect struct {
	Least, Most Often // on its paths to a return, and on all its paths
	Asked       Often // as Most, without cases of selects
	Sites       []Site
	Returns     bool // it has a path to a return
}

// A Use is what an operation does to an object.
type Use struct {
	Site           // of an operation on the object itself
	By     *Effect // of what is called or started; nil if the operation is one on the object itself
	Thread bool    // By is that of a thread that the operation starts
	Times  uint8   // how often what Site says is done; 0 if that is not known
}

// An Object is a channel or a group that a function makes.
type Object struct {
	Made  int32 // the operation that makes it
	Group bool
	Room  int           // how much fits into the buffer of a channel; -1 if that is not known
	At    map[int32]Use // by operation of the function that makes it
	Loc   *envs.Loc     // in which it is found, nil if it has no name

	order []int32 // the operations in At
}

// Order are the operations in At, ascending.
func (x *Object) Order() []int32 { return x.order }

// Threads is how many operations start threads that know the object, and Thread the number of one of them, from 0.
func (x *Object) Threads() int { return x.Thread(1 << 30) }

func (x *Object) Thread(pc int32) (n int) {
	for _, at := range x.order {
		if at >= pc {
			break
		}
		if x.At[at].Thread {
			n++
		}
	}
	return n
}

// A Table knows the objects of a program.
type Table struct {
	prog    envs.Program
	effects map[handed]*Effect
	objects map[envs.FuncID][]*Object
	indexes map[envs.FuncID]*index
	flow.Flow
}

// New makes a Table.
func New(prog envs.Program) *Table {
	return &Table{prog: prog, effects: map[handed]*Effect{}, objects: map[envs.FuncID][]*Object{},
		indexes: map[envs.FuncID]*index{}}
}

// Objects are the channels and groups that a function makes and that are followed, in the order of their operations.
func (t *Table) Objects(fn *envs.Func) []*Object {
	if all, known := t.objects[fn.ID]; known {
		return all
	}
	var all []*Object
	for i := range fn.Ops {
		if op := &fn.Ops[i]; op.Kind == envs.New && op.Results == 1 {
			if x := t.made(fn, op); x != nil {
				all = append(all, x)
			}
		}
	}
	t.objects[fn.ID] = all
	return all
}

// made follows an object that an operation makes; nil if it is no channel or group, or gets lost.
func (t *Table) made(fn *envs.Func, made *envs.Op) *Object {
	places := map[envs.Reg]place{made.Dst: direct}
	in := t.indexOf(fn)
	var into *envs.Op
	for _, pc := range in.uses[made.Dst] {
		op := &fn.Ops[pc]
		if op.Kind != envs.Store || op.Value() != made.Dst {
			continue
		}
		variable := in.defined[op.Uses[0]]
		if into != nil || len(op.Uses) != 2 || variable == nil || variable.Kind != envs.New || !in.onlyStore(fn, op) {
			return nil
		}
		into = op
		places[op.Uses[0]] = inVariable
	}
	u := t.follow(fn, places, into)
	if u == nil || len(u.at) == 0 {
		return nil
	}
	x := &Object{Made: made.PC, Group: u.group, Room: -1, At: u.at, Loc: u.loc, order: slices.Sorted(maps.Keys(u.at))}
	for _, d := range t.prog.Detail(envs.At(fn.ID, made.PC)).Defs {
		if d.Reg == made.Dst && d.Of == envs.Cap && d.Op == envs.Copy && d.X.Reg == 0 {
			if n := d.X.Const; n.Sign() >= 0 && n.Bits() < 1<<20 {
				x.Room = int(n.Bits())
			}
		}
	}
	return x
}

// An index says where the registers of a function are used and defined.
type index struct {
	uses    [][]int32  // by register; operations on a group use its register, too
	defined []*envs.Op // by register; nil if it is defined by none or several operations
}

func (t *Table) indexOf(fn *envs.Func) *index {
	if in := t.indexes[fn.ID]; in != nil {
		return in
	}
	in := &index{uses: make([][]int32, fn.Regs), defined: make([]*envs.Op, fn.Regs)}
	several := make([]bool, fn.Regs)
	group := t.prog.Knows().Group
	for i := range fn.Ops {
		op := &fn.Ops[i]
		add := func(r envs.Reg) {
			if of := in.uses[r]; r != 0 && (len(of) == 0 || of[len(of)-1] != op.PC) {
				in.uses[r] = append(of, op.PC)
			}
		}
		for _, r := range op.Uses {
			add(r)
		}
		if group != nil && (op.Kind == envs.Join || op.Kind == envs.Call || op.Kind == envs.Fork) {
			r, _ := group(envs.At(fn.ID, op.PC))
			add(r)
		}
		for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
			if several[r] = several[r] || in.defined[r] != nil; several[r] {
				in.defined[r] = nil
			} else {
				in.defined[r] = op
			}
		}
	}
	t.indexes[fn.ID] = in
	return in
}

// Origin is the only operation that defines a register, nil if there is none or several.
func (t *Table) Origin(fn *envs.Func, r envs.Reg) *envs.Op { return t.indexOf(fn).defined[r] }

// onlyStore reports whether an operation is the only one that stores into a variable, in the function that makes it.
func (in *index) onlyStore(fn *envs.Func, store *envs.Op) bool {
	return !slices.ContainsFunc(in.uses[store.Uses[0]], func(pc int32) bool {
		op := &fn.Ops[pc]
		return op.Kind == envs.Store && op.PC != store.PC && op.Uses[0] == store.Uses[0]
	})
}
