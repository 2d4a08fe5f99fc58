package dataflow

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A Checker is an algorithm over mergeable states, of a concrete type S: the state in which a frame
// starts and the effect of each operation. It reports through env. It must not
// keep env, op or anything reached from op; it keeps Points instead.
//
// Step must be monotone: a larger state gives a larger state and at least the
// same reports. In particular a checker does not remember in its state that it
// has reported already; drivers group what has one cause.
type Checker[S lattice.Mergeable[S]] interface {
	// Entry is the state in which a frame of fn starts. It is no operation: what
	// it reports is dropped.
	Entry(env envs.Env, fn *envs.Func) S
	// Step is the effect of op on s. It may change s and return it.
	Step(env envs.Env, op *envs.Op, s S) S
}

// A Caller hands values from a callee to its caller. Without it a call is its
// Step alone.
type Caller[S any] interface {
	// Exit is what a frame in state s hands over at ret, a Return that was
	// stepped already. Exits of one function are merged.
	Exit(env envs.Env, ret *envs.Op, s S) S
	// Return is the effect on s, the caller's state after the Step of call, of a
	// callee that ended in exit. If several functions may be called, each Return
	// starts from the state after Step, and what they give is merged; it must
	// join with what Step left in the call's results, which is all there is if a
	// callee is not known. It must not change exit or give it back. It may report.
	Return(env envs.Env, call *envs.Op, exit, s S) S
}

// A Thrower hands values from a callee that an exception leaves to its caller, whose handler would otherwise
// start from what the caller knew before the call. Of programs that are Structured it is not asked.
type Thrower[S any] interface {
	// Thrown is the caller's state when an exception leaves a callee: thrown is the callee's state before
	// the operation that ended in the exception, merged over all that may, and s that of the caller before
	// the Step of call. It must not change thrown or give it back.
	Thrown(env envs.Env, call *envs.Op, thrown, s S) S
}

// An Ender hears of what a thread did not finish: its first frame is left by an exception, or is open when the run is over.
// What frames above it had not finished was Thrown before. It is asked of Recorded programs that are not Structured.
type Ender[S any] interface {
	// Ended may report. The state is that of the frame, which is still at its last operation.
	Ended(env envs.Env, s S)
}

// An Enterer hands arguments to a callee; it replaces Entry for frames that the
// program itself calls.
type Enterer[S any] interface {
	// Enter is the state in which a frame of fn starts when call, a Call, calls it
	// from state s, before the Step of call; it must not change s. The states of
	// all calls are merged, unless a Contexter tells them apart. It must not hand block tokens to
	// the callee, where they mean other blocks. Threads start with Entry.
	Enter(env envs.Env, call *envs.Op, s S, fn *envs.Func) S
}

// An IndirectEnterer hands something to frames that are called by code that is not seen, such as a
// function literal that is passed to another module; it replaces Entry for them. Over all paths
// nobody knows of such calls, and each function that may be called so starts with Entry.
type IndirectEnterer[S any] interface {
	// EnterIndirectly is the state in which a frame of fn starts when code that is not seen
	// calls it, which a frame in state s has called; it must not change s. env is at the
	// beginning of the new frame.
	EnterIndirectly(env envs.Env, s S, fn *envs.Func) S
}

// A Brancher learns from the direction that control takes.
type Brancher[S any] interface {
	// Branch is the effect on s of control leaving op, a Branch or Switch, by its
	// target number taken, and whether that is possible at all.
	Branch(env envs.Env, op *envs.Op, taken int, s S) (S, bool)
}

// A BlockHolder is a state that keeps block tokens. The engine renames them: a
// token that stands for a block about to be opened anew is of an earlier
// instance from then on, and tokens that cross a return mean other blocks there.
// A state that keeps tokens and lacks this ability loses reports.
type BlockHolder[S any] interface {
	// MapBlocks replaces each token b in the state by f(b). It may change the
	// receiver and return it.
	MapBlocks(f func(envs.Block) envs.Block) S
}

// A RegisterHolder is a state that keeps something for registers. Where paths
// meet, the static driver takes out what no later operation can read, so that
// states stay small. It changes no report.
type RegisterHolder[S any] interface {
	// DropRegisters forgets the registers for which dead is true. It may change
	// the receiver and return it.
	DropRegisters(dead func(envs.Reg) bool) S
}

// A Skipper knows how some frames end without seeing their operations, because
// nothing can happen in them that its checker watches: no lock is held, for
// instance, and none is taken. The static driver then need not step through them.
// It asks before a frame is stepped through if it can: not where functions call
// each other in turn, and not if the checker is a Brancher, Enterer or Contexter.
// A wrong Skip loses findings; hold the checker against itself without Skip on
// generated programs, as the tests of examples/stale do.
type Skipper[S any] interface {
	// Skip must be true only if stepping through a frame of fn would report
	// nothing. It then gives what the frame hands to its caller, in the form that
	// Exit gives it and merged over all returns. env is at the start of the
	// frame; what is reported to it is dropped. In a steady frame the locks held
	// stay the same, and with them the block: neither the frame itself nor what
	// it calls changes them in the end.
	//
	// exits are what the functions that it calls hand over, as their Exit or Skip
	// gave it, one for each call and each function that may be called there and
	// is known to return; none if the checker is no Caller. Tokens and paths in
	// them mean what they mean in the callee. They must not be changed or kept.
	Skip(env envs.Env, fn *envs.Func, steady bool, exits []S) (S, bool)
}

// A Selector is a checker to whose Step most operations mean nothing. A run, which executes
// many of them, then shows it the others only. It may not even tell of what no checker selects,
// nor of frames in which there is nothing else than a Return; nor of each access that a thread
// repeats at one place and to the same memory, with nothing in between that orders it and no
// lock taken or given back: of the 4th, the 6th to 8th and so on. Who needs those says so: Whole.
type Selector interface {
	// Selects must be true of each operation at which Step may change a state or report
	// something, and must depend on nothing else: it is asked once. Where it is true of accesses,
	// the checker is not shown those of which a run does not know the Variable, if it has announced
	// that it asks for it; if it has not, MayShare is true of what is not thread-local by itself.
	Selects(*envs.Op) bool
}

// A Contexter asks for calling contexts of its own: a callee is analysed apart
// for each context.
type Contexter[S any] interface {
	// Context names the context in which call, in state s, calls. The number of
	// names must be finite. What widening gives away is not won back, since
	// narrower states might call in contexts of their own.
	Context(env envs.Env, call *envs.Op, s S) string
}

// A Repeater gathers beside its states what holds in all frames. The static driver goes
// through the program again as long as it asks for it; the findings are those of the last
// pass. There are two ways to be sound:
//
//   - What is gathered only grows, such as what is in global variables: each frame adds to
//     it and uses it. The passes end when nothing is added.
//   - Each pass takes for granted what the whole pass before has found, such as what all
//     calls pass to a function; the first takes nothing for granted. So each is sound since
//     the one before was, and the passes may end at any time.
//
// In a run, things happen in order, and once. Where a verdict depends on which of the two it is, a
// checker asks Env.MayRepeat.
type Repeater interface {
	// Again reports whether another pass is needed, or worth its while, after the one that
	// has just ended.
	Again() bool
	// Forget drops what is gathered: another run begins.
	Forget()
}

// A Finisher draws its verdict when it has seen everything: all that runs have shown so far, or
// all paths.
type Finisher interface {
	// Finish reports, each report at a point. It must not change what it knows: more runs may
	// follow, and findings may be asked for again.
	Finish(prog envs.Program, report func(envs.Point, envs.Report))
}

// A Reuser has states that it can use again: a run gives it back the last state of each frame,
// when nobody has it, or what Exit has made of it, any more.
type Reuser[S any] interface{ Reuse(S) }

// A Dropper knows something of variables. A run, in which memory is freed, tells it which
// of them are no more: their numbers may be used again. Facts do so by themselves.
type Dropper interface{ Drop(envs.Variable) }

// A Hearer follows what orders threads in a run beside locks, and starts and ends of threads: channels,
// conditions, groups, atomic variables. What a thread did before it told something happens before what
// another one does after it has heard of that. Over all paths nothing is told. It must announce
// Segments or Order.
type Hearer[S any] interface {
	Tell(m Message, s S)
	Hear(m Message, s S)
}

// A Message is something that a thread tells, or hears. With it comes the state of the topmost frame of the thread,
// the zero S if it has none.
type Message struct {
	Thread envs.Thread
	Of     uint64     // what it is about; see envs.Signal
	At     envs.Point // where the topmost frame is; zero if there is none, or it has not begun
	Op     *envs.Op   // the operation there, or nil; it must not be kept
	// Done says of what is told that it takes the place of what was told before, and of what is heard that
	// nothing will be told or heard of it again.
	Done bool
}

// A Parter knows something of locks, or of what else threads meet at; see Meetings. A run
// tells it what of that is no more. Its number is not used again.
type Parter interface{ Part(envs.Lock) }

// A Place is an operation that an error speaks of.
type Place struct {
	Func string
	Op   string
	Pos  envs.Position
}

func (p Place) String() string { return fmt.Sprintf("%s: %s: %s", p.Pos, p.Func, p.Op) }

// A PanicError says that a checker panicked.
type PanicError struct {
	Place Place
	Value any
	Stack []byte
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("%s: checker panicked: %v", e.Place, e.Value)
}

// A DivergenceError says that a checker's state kept growing at a point where
// paths meet, usually the head of a loop.
type DivergenceError struct {
	Place  Place
	Visits int      // how often the state at the place grew
	Grows  string   // what kept growing, if the state can tell
	Last   []string // its last values, the oldest first
}

func (e *DivergenceError) Error() string {
	s := fmt.Sprintf("%s: no fixpoint after %d visits", e.Place, e.Visits)
	if e.Grows != "" {
		s += ": " + e.Grows + " keeps growing"
	}
	for _, v := range e.Last {
		s += "\n\t" + v
	}
	return s + "\n\tgive the state a Widen method, or make Merge stabilise"
}

// A Differ is a state that can say which of its components differ from another
// state: for the report that a checker does not converge.
type Differ[S any] interface {
	// Diff names what differs between old and the receiver: "variable i".
	Diff(old S) string
}

// An InputError is something wrong in a file that the user has written.
type InputError struct {
	Pos     envs.Position
	Message string
}

func (e *InputError) Error() string { return fmt.Sprintf("%s: %s", e.Pos, e.Message) }

func placeOf(p envs.Program, at envs.Point) Place {
	fn := p.Func(at.Func())
	pl := Place{Func: fn.Name, Pos: p.Position(at)}
	if pc := at.PC(); pc >= 0 && int(pc) < len(fn.Ops) {
		pl.Op = fn.Ops[pc].String()
	}
	return pl
}
