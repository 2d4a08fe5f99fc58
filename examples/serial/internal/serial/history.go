package serial

import "github.com/seed38182bad/parallax/envs"

// A Transaction is what a thread executes under one number. The zero Transaction is none.
type Transaction struct {
	ID   int64       // not used by any other transaction of the run
	Func envs.FuncID // whose execution it is: for evidence
}

// An Event is an operation that was executed.
type Event struct {
	Thread envs.Thread
	At     envs.Point  // zero if it is not known
	Site   envs.Point  // where the function was whose execution the transaction is; At if it is in it
	In     Transaction // zero if it was made outside of all
	// Begins says that it is the beginning of the transaction, before the first operation of it.
	Begins bool
	step   step
}

// A step is an operation that a thread executes. The zero step is the same as no other one.
type step struct {
	at envs.Point
	n  int64 // from 1: the operations of the thread so far that the History was told of
}

// stepAt is the step of an event.
func (a *Actor) stepAt(e Event) step { return step{e.At, a.steps + 1} }

// An Edge is a pair of operations of different threads that conflict.
type Edge struct{ From, To Event }

// A Cycle is what an operation has closed.
type Cycle struct {
	// Transaction is that of the operation.
	Transaction Transaction
	// Again says that a cycle was found before that an operation of the same transaction has closed.
	Again bool
	last  Edge
	route *route
}

// Edges are those of the cycle: the first one leaves the transaction, the last one comes back to it. Between
// the end of one and the beginning of the next its thread goes on: in the same transaction, or in one after it.
func (c *Cycle) Edges() []Edge { return append(c.route.edges(nil), c.last) }

// A History is what is known of a run so far.
type History struct {
	report  func(*Cycle)
	actors  map[envs.Thread]*Actor
	few     [64]*Actor // those of small numbers
	open    []*node
	free    []int32 // slots
	version uint64  // grows with what is known of open transactions

	vars    []shared // by number
	locks   map[envs.Lock]*shared
	signals map[uint64][]record

	todo    []*node // scratch
	scratch []reach
}

// An Actor is a thread, at an operation.
type Actor struct {
	h      *History
	id     envs.Thread
	open   *node     // its transaction, if it is in one
	past   *node     // otherwise: where its clock is; nil if it is empty
	now    Event     // what it does
	steps  int64     // how many operations it was told of
	began  bool      // it has done something
	starts []*route  // that end with its first operation
	waits  envs.Lock // the lock that it takes again before it does anything
}

// New makes a History of a run that begins. Of each operation that closes a cycle, report is told while it is
// executed: for each such edge that comes into it.
func New(report func(*Cycle)) *History {
	return &History{report: report, actors: map[envs.Thread]*Actor{}, locks: map[envs.Lock]*shared{},
		signals: map[uint64][]record{}}
}

// actor is a thread.
func (h *History) actor(id envs.Thread) *Actor {
	if id >= 0 && id < envs.Thread(len(h.few)) && h.few[id] != nil {
		return h.few[id]
	}
	a := h.actors[id]
	if a == nil {
		a = &Actor{h: h, id: id}
		h.actors[id] = a
		if id >= 0 && id < envs.Thread(len(h.few)) {
			h.few[id] = a
		}
	}
	return a
}

// At makes a thread come to an operation, in a transaction or in none. What it does there is told by the
// methods of the Actor. A transaction of it is over when it comes to an operation that is not in it.
func (h *History) At(e Event) *Actor {
	a := h.come(e)
	a.awake()
	a.steps++
	return a.does(e)
}

// Begin makes a thread begin the transaction of e. A transaction may end without an operation; that it has begun
// still comes after the start of its thread, and before a wait for the end of it.
func (h *History) Begin(e Event) {
	e.Begins = true
	a := h.come(e)
	a.awake()
	a.does(e)
}

// During is At for something that a thread may do while it waits.
func (h *History) During(e Event) *Actor { return h.come(e).does(e) }

// come makes the transaction of the operation that of the thread.
func (h *History) come(e Event) *Actor {
	a := h.actor(e.Thread)
	if a.now.In.ID != e.In.ID {
		if a.open != nil {
			h.end(a)
		}
		if a.now.In = e.In; e.In.ID != 0 {
			h.begin(a, e.In)
		}
	}
	return a
}

func (a *Actor) does(e Event) *Actor {
	e.step = a.stepAt(e)
	a.now, a.began = e, true
	if len(a.starts) > 0 {
		for _, r := range a.starts {
			r.edge.To = e
		}
		if !e.Begins {
			a.starts = nil
		}
	}
	return a
}

// awake takes the lock again that the thread has waited with.
func (a *Actor) awake() {
	if l := a.waits; l != 0 {
		a.waits = 0
		a.now.step = step{}
		a.Acquire(l, false)
	}
}

// Leave says that a thread is in no transaction any more.
func (h *History) Leave(id envs.Thread) {
	a := h.actor(id)
	a.awake()
	if a.open != nil {
		h.end(a)
	}
	a.now.In = Transaction{}
}
