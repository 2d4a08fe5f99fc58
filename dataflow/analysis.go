package dataflow

import (
	"github.com/seed38182bad/parallax/dataflow/internal/replay"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// An Analysis is an algorithm over mergeable states, of a concrete type S. Entry and Step are needed; of all other
// parts, one that is nil is absent. The functions report through env. They must not keep env, op or anything reached
// from op; they keep Points instead.
//
// Step must be monotone: a larger state gives a larger state and at least the same reports. In particular an analysis
// does not remember in its state that it has reported already; drivers group what has one cause. Answers with May in
// their names err towards yes, those with Must towards no: let a report rest on a May, and silence on a Must.
type Analysis[S lattice.Mergeable[S]] struct {
	// Entry is the state in which a frame of fn starts. It is no operation: what it reports is dropped.
	Entry func(env envs.Env, fn *envs.Func) S
	// Step is the effect of op on s. It may change s and return it. At a Return it gives what the frame hands over.
	Step func(env envs.Env, op *envs.Op, s S) S
	// Branch is the effect on s of control leaving op, a Branch or Switch, by its target number taken, and whether that
	// is possible at all.
	Branch func(env envs.Env, op *envs.Op, taken int, s S) (S, bool)
	// Enter is the state in which a frame of fn starts when call, a Call, calls it from state s, before the Step of
	// call. It may return s, but not change it. The Env is at call, whose Detail says what is passed. It replaces
	// Entry for frames that the program itself calls. It must not hand block tokens to the callee, where they mean
	// other blocks. Threads start with Entry.
	//
	// The string names the calling context: a callee is analysed apart for each context, and the states of all calls in
	// one context are merged. Contexts must be finitely many (Options.MaxVisits). Frames that start with Entry have
	// the context "": if Entry knows less than callers hand over, these need another one, since any function may be a
	// root. With Enter, what widening gives away is not won back: narrower states might call in contexts of their own.
	//
	// In a run, code that is not seen may call fn, such as another module to which a function literal was passed. Then
	// s is the state of the frame that called that code. The Env is at the beginning of the new frame, and has no
	// Detail. call is a Call that passes nothing, of which Unseen is true. Over all paths nobody knows of such calls,
	// and each function that may be called so starts with Entry.
	Enter func(env envs.Env, call *envs.Op, s S, fn *envs.Func) (S, string)
	// Return is the effect on s of a callee that ended in exit. exit is the state after the Step of its Return, merged
	// over all Returns. s is the caller's state after the Step of call. Several functions may be called: then each
	// Return starts from the state after Step, and the results are merged. What Step left in the call's results is all
	// there is of a callee that is not known. Return replaces it by what exit says of the results; where the call is
	// Open, the driver merges in the state after Step. Return may change exit, and give it back. It may report.
	// Without Return nothing is handed over.
	Return func(env envs.Env, call *envs.Op, exit, s S) S
	// Thrown is the caller's state when an exception leaves a callee. thrown is the callee's state before the
	// operation that ended in the exception, merged over all such operations. s is the caller's state before the Step
	// of call. It may change thrown, and give it back. It may report. Without it the handler starts from what the
	// caller knew before the call. It is not called for programs that are Structured.
	Thrown func(env envs.Env, call *envs.Op, thrown, s S) S
	// Finish draws the verdict when everything was seen: all that runs have shown so far, or all paths. It reports,
	// each report at a point. It must not change what the analysis knows: more runs may follow, and findings may be
	// asked for again.
	Finish func(prog envs.Program, report func(envs.Point, envs.Report))
	// Signals is told, in a run, of each Message, with the state of the topmost frame of the thread, the zero S if it has
	// none. It may report. Over all paths there are no messages.
	Signals func(env envs.Env, m Message, s S)
	// Tuning makes drivers faster. It changes no report.
	Tuning Tuning[S]

	requires *Requires
}

// A Message is something that a thread tells or hears, or that it waits or does not finish.
//
//	Signal   The thread tells something. What it did before happens before what another thread does after it has heard
//	         of that. So are ordered, beside locks, starts and ends of threads, channels, conditions, groups and atomic
//	         variables. The analysis must require a facet for which these are followed: Segments, Races or Sequence.
//	Observe  The thread hears it.
//	Leave    The thread ends, and has not finished: an exception leaves its first frame, or that is open when the run is
//	         over. What frames above it had not finished was Thrown before. There are such messages for Recorded programs
//	         that are not Structured.
//	Await    The thread has to wait at Op, or with Done waits no more; see envs.Await. Lock and Meeting are what for.
//	Halt     The thread never goes on from Op; see envs.Halt.
type Message struct {
	Kind   envs.EventKind
	Thread envs.Thread
	Of     uint64     // what it is about; see envs.Signal
	At     envs.Point // where the topmost frame is; zero if there is none, or it has not begun
	Op     *envs.Op   // the operation there, or nil; it must not be kept
	// Done says of what is told that it takes the place of what was told before. Of what is heard it says that nothing
	// will be told or heard of it again.
	Done bool
	Cut  bool   // at a Halt: the run was ended from outside
	Text string // at a Halt that ends the program: why
}

// Unseen reports whether a call that Enter is given is one by code that is not seen.
func Unseen(call *envs.Op) bool { return call == replay.UnseenCall }

// Tuning is what an analysis tells drivers so that they do less.
type Tuning[S any] struct {
	// Selects must be true of each operation at which Step may change a state or report something, and must depend on
	// nothing else: it is asked once. A run, which executes many operations, then shows Step the others only. Where
	// Selects is true of accesses, and the analysis needs the Variable, Step is not shown those of which a run does
	// not know it. If the analysis does not need it, MayShare is true of what is not thread-local by itself.
	//
	// A run may leave out what no analysis selects, and frames that have nothing else than a Return.
	Selects func(*envs.Op) bool
	// Samples says that a part of what is repeated is enough. A run may then also leave out accesses that a thread
	// repeats at one place and to the same memory: the 4th, the 6th to 8th and so on. Between them nothing orders the
	// thread with others, and it neither takes nor releases a lock.
	Samples bool
	// Skip knows how some frames end without seeing their operations, because nothing can happen in them that the
	// analysis watches. For instance, no lock is held, and none is taken. The static driver then need not step through
	// them. It asks before a frame is stepped through if it can: not where functions call each other in turn, and not
	// if there is Branch or Enter. A wrong Skip loses findings; hold the analysis against itself without Skip on
	// generated programs, as the tests of examples/stale do.
	//
	// Skip must be true only if stepping through a frame of fn would report nothing. It then gives what the frame
	// hands to its caller: what the Step of a Return gives, merged over all Returns. env is at the start of the frame;
	// what is reported to it is dropped. In a steady frame the locks held stay the same, and with them the block:
	// neither the frame itself nor what it calls changes them in the end.
	//
	// exits are what the functions that it calls hand over. There is one for each call and each function that may be
	// called there and is known to return. There are none without Return. Tokens and paths in them mean what they mean
	// in the callee. They must not be changed or kept.
	Skip func(env envs.Env, fn *envs.Func, steady bool, exits []S) (S, bool)
	// Retains reports whether all that the analysis uses in frames of fn, beside their states, is as it was in the pass
	// before (see Table). The static driver does not step through such frames again: it keeps what they handed over
	// and reported, as long as what they call hands over the same. Frames that call each other in turn are stepped
	// through in any case. States need a method Equal for that, and there must be no Enter.
	Retains func(fn envs.FuncID) bool
	// Decided is used in place of Entry where every check is decided, as it is in a run. There MayFail and MustFail
	// (envs.Values) agree, and MayStay (envs.Meetings) is false. A state then adds nothing: it follows nothing, and
	// Branch is not asked. It is for an analysis without Enter.
	Decided func() S
}

// A BlockHolder is a state that keeps block tokens. The engine renames them. A token that stands for a block about to
// be opened anew is of an earlier instance from then on. Tokens that cross a return mean other blocks there. A state
// whose type has tokens and that lacks this method is refused. One that hides them in interfaces or functions is not,
// and loses reports.
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
