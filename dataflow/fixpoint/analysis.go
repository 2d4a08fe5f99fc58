package fixpoint

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// An Analysis is a data-flow problem with states of type S. Entry and Step are needed; of all other parts, one that is
// nil is absent. The functions must be monotone: larger states give larger states and at least the same reports.
type Analysis[S lattice.Mergeable[S]] struct {
	// Entry is the state in which a frame of fn starts.
	Entry func(env envs.Env, fn *envs.Func) S
	// Step is the effect of op on s. It may change s and return it.
	Step func(env envs.Env, op *envs.Op, s S) S
	// Branch is the effect on s of control leaving op by its target number taken, and whether that is possible at all.
	Branch func(env envs.Env, op *envs.Op, taken int, s S) (S, bool)

	// Enter is the state in which fn starts when call calls it from state s, before the Step of call. With it comes
	// the calling context: a callee is solved apart for each context. Contexts must be finitely many. Enter must not
	// change s.
	Enter func(env envs.Env, call *envs.Op, s S, fn *envs.Func) (S, string)
	// Threads says that Enter is asked of threads, too, with the Fork that starts them. Otherwise they start with Entry.
	Threads bool
	// Exit is what a frame in state s hands over at ret, a Return that was stepped over already. Without it that is s.
	// Exits of one frame are merged.
	Exit func(env envs.Env, ret *envs.Op, s S) S
	// Return is the effect on s, the caller's state after the Step of call, of a callee that ended in exit. It owns both.
	Return func(env envs.Env, call *envs.Op, exit, s S) S
	// Thrown is the caller's state when an exception leaves a callee. thrown is the callee's state before the
	// operation that threw, and s the caller's before the Step of call.
	Thrown func(env envs.Env, call *envs.Op, thrown, s S) S
	// Interrupted is what is known after op was left by an exception: a Throw, or a Call with a handler.
	Interrupted func(op *envs.Op, s S) S

	// Rename gives a state the names that hold after an operation at which what was solved below says that names change;
	// Import gives what a callee hands over the names of its caller.
	Rename, Import func(s S) S

	// What follows makes the engine faster and changes no result.

	// Idle is true of functions that leave every state as it is, and in which nothing is to be found. The engine does not
	// enter them.
	Idle func(fn envs.FuncID) bool
	// Skip knows how a frame of fn ends without stepping through it: see dataflow.Tuning.
	Skip func(env envs.Env, fn *envs.Func, exits []S) (S, bool)
	// Retains reports whether all that the analysis uses in fn beside its states is as it was in the pass before.
	Retains func(fn envs.FuncID) bool
	// Drop forgets the registers for which dead is true. It may change s and return it.
	Drop func(s S, dead func(envs.Reg) bool) S
}

// A Below is what was solved before: analyses whose answers the analysis asks for through its Env. It has frames, too,
// which are functions in calling contexts. The engine tells it where a path is. It solves a function apart for each
// frame below.
type Below interface {
	// Enter moves to the beginning of a frame. along reports whether answers change along the frame: only then At and Edge
	// are called in it.
	Enter(frame int32) (along bool)
	// At moves to what holds at op of the frame, after the operation's own effect. reached is false if control is
	// known not to come there. renamed reports whether names in states change their meaning here (see
	// Analysis.Rename).
	At(op *envs.Op) (reached, renamed bool)
	// Edge moves from a branch, which is where the path is, on to its target number taken.
	Edge(op *envs.Op, taken int)
	// Callees appends the frames that op, which is where the path is, calls or starts threads with.
	Callees(op *envs.Op, to []Callee) []Callee
	// Return moves on to where a callee of op has returned. renamed is as in At.
	Return(op *envs.Op, c Callee) (renamed bool)
	// Returns reports whether a frame may return, as far as is known below.
	Returns(frame int32) bool
}

// A Callee is a frame below that a call reaches. Way is what Return needs to know; the engine hands it on.
type Callee struct {
	Func       envs.FuncID
	Frame, Way int32
}

// Ground is the Below of an analysis that asks for nothing: each function is a frame. The Way of a callee is its index
// in Callee.Funcs.
func Ground(prog envs.Program) Below { return ground{prog} }

type ground struct{ prog envs.Program }

func (ground) Enter(int32) bool                    { return false }
func (ground) At(*envs.Op) (reached, renamed bool) { return true, false }
func (ground) Edge(*envs.Op, int)                  {}
func (ground) Return(*envs.Op, Callee) bool        { return false }
func (ground) Returns(int32) bool                  { return true }
func (g ground) Callees(op *envs.Op, to []Callee) []Callee {
	for i, fn := range op.Callee.Funcs {
		if g.prog.Func(fn) != nil {
			to = append(to, Callee{Func: fn, Frame: int32(fn), Way: int32(i)})
		}
	}
	return to
}

// Options tune the engine. The zero Options are good.
type Options struct {
	// WidenDelay is how often a state at a loop head may grow by merging before it is widened; 0 means 2. States without a
	// Widen method are never widened.
	WidenDelay int
	// Thresholds are given to states that widen to thresholds, ascending.
	Thresholds []int64
	// Descend is how many descending rounds follow when a state can narrow; 0 means 1, a negative number none.
	Descend int
	// MaxVisits is how often a state may grow at one point before the engine gives up with a DivergenceError. A function
	// may be entered in as many contexts, which count anew for each frame below. 0 means 10,000.
	MaxVisits int
	// Keep has frames keep their states at all operations where paths meet, for Record.
	Keep bool
	// Shapes are what other engines for the same program have found of its control flow, to be found once; see NewShapes.
	// They are not used with Pick.
	Shapes Shapes
	// Pick, if not nil, draws a number below n. The engine then follows no paths: it keeps a state at every operation, and
	// takes roots, frames and their pending operations in the order that Pick draws. It is for tests of analyses, of which
	// the result must not depend on the order.
	Pick func(n int) int
}

func (o Options) withDefaults() Options {
	if o.WidenDelay == 0 {
		o.WidenDelay = 2
	}
	if o.Descend == 0 {
		o.Descend = 1
	}
	if o.MaxVisits == 0 {
		o.MaxVisits = 10_000
	}
	return o
}

// Stats tell what the engine did.
type Stats struct {
	Frames int   // functions solved, times the calling contexts in which they were
	Visits int64 // operations stepped over
	Kept   int   // states kept
}
