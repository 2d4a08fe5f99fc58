// Package exchange finds what functions do to the channels and groups of threads that they make, or are handed.
//
//	t := exchange.New(prog)
//	for _, x := range t.Objects(fn) { ... }    // those that fn makes, with all who know them
//
// An object is followed in registers, in the variable that a closure captures, and into what is called or started with
// it. One that is put elsewhere, or handed to code that is not known, is not followed at all: what becomes of it nobody
// can tell. So an Object is known to all who can use it.
//
// An object that a function returns belongs to who calls it, for whom the call makes it.
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

	// No operation has these two. Who Answers sends, or closes, which answers whoever receives. Who Fills does so, too, or
	// finds the buffer full in a select that would send, and goes on.
	Answers
	Fills
	NumRoles // the number of roles, not one of them
)

// maxUses is how many operations on one object a function may have that is followed.
const maxUses = 120

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
	Until  bool // it does so, and nothing else ends the loop
	// Turn is how often the function does this at most when it has done it here: in a thread of its own the operation
	// is that one, or an earlier one. It is 0 if that is not known, as where the function starts threads that do it.
	Turn uint8
}

// An Effect is what a function does to an object that it is handed, and all that it calls or starts with it.
type Effect struct {
	Least, Most Often // on its paths to a return, and on all its paths
	Asked       Often // as Most, without cases of selects
	Sites       []Site
	Returns     bool // it has a path to a return
	Misses      bool // a thread may tell the group, or end without that
	Declines    bool // a select may find no room for what it would send, and go on
	Idle        bool // it has a path to a return on which it waits for nothing, and no loop that does something

	own, threads *Effect // the parts: of what is done until it returns, and of the threads; nil if it starts none
}

// A Use is what an operation does to an object.
type Use struct {
	Site            // of an operation on the object itself
	By      *Effect // of what is called, which may be nothing; nil if the operation is one on the object itself
	Threads *Effect // of the threads that are started; nil if there are none
	Round   bool    // it is in a loop of which each round has a part of the buffer: see Object.Each
	Rounds  uint8   // how often threads are started in a loop, if that is constant; 0 if that is not known
	Times   uint8   // how often what Site says is done; 0 if that is not known
}

// An Object is a channel or a group that a function makes.
type Object struct {
	Made  int32 // the operation that makes it, or calls what makes and returns it
	Group bool
	Room  int           // how much fits into the buffer of a channel; -1 if that is not known
	Each  int           // how much fits for each round of some loops, if Room is not known; 0 if that is not known
	At    map[int32]Use // by operation of the function that makes it
	Loc   *envs.Loc     // in which it is found, nil if it has no name
	// Roomy says that all that is ever sent fits into the buffer: a select that would send does so. The object is made
	// before each such select of the function.
	Roomy bool

	order  []int32 // the operations in At
	places map[envs.Reg]place
	effect *Effect // of the function, if it returns the object
}

// Order are the operations in At, ascending.
func (x *Object) Order() []int32 { return x.order }

// In reports whether a register of the function has the object wherever it has been made, and nil elsewhere.
func (x *Object) In(r envs.Reg) bool { return x.places[r] == direct }

// Threads is how many operations start threads that know the object, and Thread the number of one of them, from 0.
func (x *Object) Threads() int { return x.Thread(1 << 30) }

func (x *Object) Thread(pc int32) (n int) {
	for _, at := range x.order {
		if at >= pc {
			break
		}
		if x.At[at].Threads != nil {
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
	results map[envs.FuncID]map[int]*Object // those that a function makes and returns, by result
	indexes map[envs.FuncID]index
	*flow.Flow
}

// New makes a Table.
func New(prog envs.Program) *Table {
	return &Table{prog: prog, effects: map[handed]*Effect{}, objects: map[envs.FuncID][]*Object{},
		results: map[envs.FuncID]map[int]*Object{}, indexes: map[envs.FuncID]index{}, Flow: flow.New(prog)}
}

// MaxObjects is how many objects of a function are worth to be followed. Of one that makes more, some are left out.
const MaxObjects = 100

// Objects are the channels and groups that a function makes, or has made by what it calls, and that are followed, in
// the order of their operations.
func (t *Table) Objects(fn *envs.Func) []*Object {
	if all, known := t.objects[fn.ID]; known {
		return all
	}
	t.objects[fn.ID] = nil // to recursive functions nothing is known to be returned
	var all []*Object
	add := func(x *Object, result int) {
		switch {
		case x == nil:
		case result < 0:
			all = append(all, x)
		case t.results[fn.ID] == nil:
			t.results[fn.ID] = map[int]*Object{result: x}
		default:
			t.results[fn.ID][result] = x
		}
	}
	for i := 0; i < len(fn.Ops) && len(all) <= MaxObjects; i++ {
		switch op := &fn.Ops[i]; {
		case op.Kind == envs.New && op.Results == 1:
			add(t.made(fn, op, op.Dst, nil))
		case op.Kind == envs.Call && op.Results > 0:
			returned := t.returned(op)
			for _, i := range slices.Sorted(maps.Keys(returned)) {
				add(t.made(fn, op, op.Dst+envs.Reg(i), returned[i]))
			}
		}
	}
	t.objects[fn.ID] = all
	return all
}

// returned are the objects that are made and returned by what an operation calls, by result.
func (t *Table) returned(op *envs.Op) map[int]*Object {
	c := op.Callee
	if c.Open || len(c.Funcs) != 1 {
		return nil
	}
	fn := t.prog.Func(c.Funcs[0])
	if fn == nil {
		return nil
	}
	t.Objects(fn)
	return t.results[fn.ID]
}

// made follows an object that an operation makes, or that what it calls makes and returns; nil if it is no channel or
// group, or gets lost. The result as which it is returned is -1 if it is not.
func (t *Table) made(fn *envs.Func, made *envs.Op, dst envs.Reg, of *Object) (x *Object, result int) {
	u := t.follow(fn, map[envs.Reg]place{dst: direct}, manner{returns: true})
	if u == nil {
		return nil, 0
	}
	room := t.room(fn, made)
	if of != nil {
		room = of.Room
	} else if u.declines() && u.sends() <= room && len(u.returned) == 0 && u.madeBefore(made.PC) {
		u = t.follow(fn, map[envs.Reg]place{dst: direct}, manner{returns: true, roomy: true})
	}
	if of != nil {
		u.at[made.PC] = Use{Site: Site{At: envs.At(fn.ID, made.PC), Again: t.Leads(fn, made.PC, made.PC)},
			By: of.effect.own, Threads: of.effect.threads}
	}
	if result = -1; len(u.returned) > 0 {
		if result = u.result(); result < 0 {
			return nil, 0
		}
	}
	if len(u.at) > maxUses || len(u.at) == 0 && (result < 0 || !t.isChannel(fn, made)) {
		return nil, 0
	}
	x = &Object{Made: made.PC, Group: u.group, Room: room, At: u.at, Loc: u.loc, Roomy: u.roomy,
		places: u.places, order: slices.Sorted(maps.Keys(u.at))}
	if of != nil {
		x.Group = x.Group || of.Group
		if x.Loc == nil {
			x.Loc = of.Loc
		}
	}
	if made.Kind == envs.New && x.Room < 0 && !x.Group {
		t.measure(fn, x, made)
	}
	if result >= 0 {
		x.effect = u.effect()
	}
	return x, result
}

// isChannel reports whether an operation makes something that has a capacity and no length.
func (t *Table) isChannel(fn *envs.Func, made *envs.Op) bool {
	measured := [...]bool{envs.Whole: false, envs.Len: false, envs.Cap: false}
	for _, d := range t.prog.Detail(envs.At(fn.ID, made.PC)).Defs {
		measured[d.Of] = true
	}
	return measured[envs.Cap] && !measured[envs.Len]
}

// room is how much fits into the buffer of a channel that an operation makes; -1 if that is not known.
func (t *Table) room(fn *envs.Func, made *envs.Op) int {
	for _, d := range t.prog.Detail(envs.At(fn.ID, made.PC)).Defs {
		if d.Reg == made.Dst && d.Of == envs.Cap && d.Op == envs.Copy && d.X.Reg == 0 {
			if n := d.X.Const; n.Sign() >= 0 && n.Bits() < 1<<20 {
				return int(n.Bits())
			}
		}
	}
	return -1
}

// An index says where registers of a function are used. Operations on a group use its register, too.
type index [][]int32

func (t *Table) indexOf(fn *envs.Func) index {
	if in := t.indexes[fn.ID]; in != nil {
		return in
	}
	in := make(index, fn.Regs)
	group := t.prog.Knows().Group
	for i := range fn.Ops {
		op := &fn.Ops[i]
		add := func(r envs.Reg) {
			if of := in[r]; r != 0 && (len(of) == 0 || of[len(of)-1] != op.PC) {
				in[r] = append(of, op.PC)
			}
		}
		for _, r := range op.Uses {
			add(r)
		}
		if group != nil && (op.Kind == envs.Join || op.Kind == envs.Call || op.Kind == envs.Fork) {
			r, _ := group(envs.At(fn.ID, op.PC))
			add(r)
		}
	}
	t.indexes[fn.ID] = in
	return in
}

// onlyStore reports whether an operation is the only one that stores into a variable, in the function that makes it.
func (in index) onlyStore(fn *envs.Func, store *envs.Op) bool {
	return !slices.ContainsFunc(in[store.Uses[0]], func(pc int32) bool {
		op := &fn.Ops[pc]
		return op.Kind == envs.Store && op.PC != store.PC && op.Uses[0] == store.Uses[0]
	})
}
