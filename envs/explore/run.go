package explore

// A System is a program that has no scheduler of its own. It does the same for the same choices. Operations of two
// threads whose accesses do not conflict can be executed in either order: that changes neither what they do, nor which
// threads are enabled. Only an Acquire can be disabled by operations of others. What a thread waits for besides locks
// is told to the Orderer before the thread is enabled again.
type System interface {
	// Begin starts an execution from the initial state. The system tells of what orders threads.
	Begin(order Orderer)
	// Ops are the operations of all threads that have not ended, in an order that the choices so far determine. They are
	// valid until Step.
	Ops() []Op
	// Step has a thread execute its operation, which is enabled, and come to the next one.
	Step(c Choice)
}

// A Limiter is a System that has limits of its own.
type Limiter interface {
	// Limited says that the execution goes no further, and why; "" if it does. No thread is enabled then.
	Limited() string
}

// An Orderer is told of what orders threads besides the objects that they access: the start and the end of threads, and
// what ends a wait.
type Orderer interface {
	// Order says that all that a thread has done so far happens before what another one does from now on.
	Order(from, to int)
}

// A Strategy chooses schedules. It is not safe for concurrent use.
type Strategy interface {
	Orderer
	// Begin begins an execution; false if there is none left.
	Begin() bool
	// Next chooses one of the operations that are enabled. It is also called when there is none. False ends the execution,
	// as it does where nothing new could follow.
	Next(ops []Op) (Choice, bool)
	// Cut ends an execution that goes no further though threads are enabled.
	Cut(ops []Op)
	// Complete says, when no execution is left, that all schedules were covered, and otherwise why not.
	Complete() (why string, complete bool)
}

// An End says how an execution ended.
type End uint8

// How an execution may end.
const (
	Finished   End = iota // every thread has ended
	Deadlocked            // some threads have not ended, and none is enabled
	Cut                   // a limit was reached, or the end of the schedule that is replayed
	Redundant             // the strategy has ended it: nothing new could follow
)

// String is the name of the end in lower case.
func (e End) String() string { return [...]string{"finished", "deadlocked", "cut", "redundant"}[e] }

// An Execution is one execution that has ended.
type Execution struct {
	End      End
	Schedule Schedule // valid until the next execution begins
}

// Options bound the executions that Run makes.
type Options struct {
	// Executions is how many there are at most; 0 means any number.
	Executions int
	// Steps is how many operations one may have; 0 means 10,000.
	Steps int
}

// A Report says what Run did.
type Report struct {
	Executions int // that were begun
	Redundant  int // of these: that were given up since nothing new could follow
	Cut        int // of these: that reached Options.Steps, or a limit of the system
	Steps      int // operations in all of them
	// Complete says that every schedule is covered by one of the executions. Why says, if not, what was left out.
	Complete bool
	Why      string
}

// Run makes the executions that a strategy chooses. After each, those that are Redundant included, it calls visit,
// which returns false to stop.
func Run(s System, by Strategy, opts Options, visit func(Execution) bool) Report {
	limit := opts.Steps
	if limit <= 0 {
		limit = 10_000
	}
	var r Report
	var schedule Schedule
	why := "executions were cut at the limit of steps"
	for {
		if opts.Executions > 0 && r.Executions == opts.Executions {
			// Nothing is left out if there was none left.
			if by.Begin() {
				r.Why = "the limit of executions was reached"
				return r
			}
			break
		}
		if !by.Begin() {
			break
		}
		var x Execution
		x.End, schedule = execute(s, by, limit, schedule[:0])
		x.Schedule = schedule
		r.Executions++
		r.Steps += len(schedule)
		switch x.End {
		case Redundant:
			r.Redundant++
		case Cut:
			r.Cut++
			if l, ok := s.(Limiter); ok && l.Limited() != "" {
				why = l.Limited()
			}
		}
		if !visit(x) {
			r.Why = "it was stopped"
			return r
		}
	}
	r.Why, r.Complete = by.Complete()
	if r.Complete && r.Cut > 0 {
		r.Why, r.Complete = why, false
	}
	return r
}

// execute makes one execution.
func execute(s System, by Strategy, limit int, schedule Schedule) (End, Schedule) {
	s.Begin(by)
	for {
		ops := s.Ops()
		enabled := false
		for i := range ops {
			enabled = enabled || ops[i].Enabled
		}
		if enabled && len(schedule) == limit {
			by.Cut(ops)
			return Cut, schedule
		}
		c, ok := by.Next(ops)
		switch {
		case ok:
			schedule = append(schedule, Choice{find(ops, c.Thread).Started, c.Value})
			s.Step(c)
		case enabled:
			if _, ok := by.(*Replay); ok {
				return Cut, schedule
			}
			return Redundant, schedule
		case len(ops) > 0:
			if l, ok := s.(Limiter); ok && l.Limited() != "" {
				return Cut, schedule
			}
			return Deadlocked, schedule
		default:
			return Finished, schedule
		}
	}
}
