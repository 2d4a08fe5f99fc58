package control

import (
	"slices"
	"time"

	"github.com/seed38182bad/parallax/envs/gorun/control/internal/kind"
)

// Options say how to explore.
type Options struct {
	// Run selects tests, as "go test -run" does. Flags are further flags of the tests, such as "-test.short".
	Run   string
	Flags []string
	// Env is added to the environment of the tests.
	Env []string
	// Strategy is one of explore.Names, or "first"; mix if empty. As objects are numbered as they are met, dpor has
	// source sets here.
	Strategy string
	// Seed is what drawn schedules follow from. The random number of the first execution is the same, if it is not 0.
	Seed uint64
	// Depth is that of PCT, 3 if zero.
	Depth int
	// Preemptions bounds a search: how often a thread that may go on does not. Negative is no bound.
	Preemptions int
	// Eager makes no decision where a thread may go on that makes no operation next. A program without data races does the
	// same then, in fewer executions.
	Eager bool
	// Executions is how many there are of each test at most, 100 if zero; Failures after how many that fail a test is
	// over, 1 if zero.
	Executions, Failures int
	// Memory looks for data races. Accesses that have raced are points in the executions that follow, with all others at
	// the same lines.
	Memory bool
	// Schedule replays an execution: its Schedule, and as Rand its Rand.
	Schedule string
	Rand     uint64
	// All asks for all executions; else there are the first one, those that fail, and the first that leaves threads.
	All bool
	// Shrink is how many further executions may be made for one that shows something new. They show the same with fewer
	// switches: where the execution ends, where threads are left, and where accesses race. Test.Shown has the last of
	// them instead, if it is the same each time. Its Number stays that of the first. They take no more than half of the
	// time for the test. There are none with All, Fresh, Schedule or Watcher, nor where each execution has a process.
	Shrink int
	// Points is after how many points at which several threads might go on an execution is cut: 5,000,000 if zero, 500,000
	// with strategy all, and 20,000 with those that leave out schedules. Fair is after how many in a row a thread has to
	// let another one go on, 1,000 if zero.
	Points, Fair int
	// Releases makes points of what gives locks back. Programs that use TryLock need it. Strategies that leave out
	// schedules by what operations access have it on.
	Releases bool
	// Execution is the time limit of an execution, 10 seconds if zero, and Test that of a test, an hour if zero.
	Execution, Test time.Duration
	// Fresh makes each execution in a process of its own.
	Fresh bool
	// Watcher, if not nil, is told of each execution while the process waits, for which Test goes on. Executions that fail
	// are not made again then, and Test.Native is not asked for.
	Watcher Watcher
}

// A Watcher is told when executions begin and end, so that what the program says elsewhere can be taken for theirs. A
// process waits from the end of an execution until the next one has been announced.
type Watcher interface {
	// Starts is called before a process is started, and gives settings for its environment.
	Starts() (env []string, err error)
	// Begins announces an execution. It may be that there is none; again says that it repeats one that was told of.
	Begins(again bool)
	// Ends is called at the end of what was announced. The execution is nil if there was none, if it repeats another one,
	// or if the process has ended with it and has not told of it.
	Ends(x *Execution)
}

// A Name is that of a test. Dir is the folder in which it runs.
type Name struct{ Package, Test, Dir string }

// A Test is what the executions of a test have come to.
type Test struct {
	Package string // its path
	Dir     string // of the package
	Name    string
	// Shown are executions, as Options.All says.
	Shown []Execution
	// Executions is how many there were; Redundant how many of these were given up, since nothing new could follow. Ends
	// says how the others have ended, and how many left threads.
	Executions, Redundant int
	Ends                  map[string]int
	Points                int // in all executions
	Threads               int // in the execution that had most
	// Complete says that every schedule is covered. Why says, if not, what was left out. Within says that nothing was but
	// the schedules beyond Options.Preemptions.
	Complete bool
	Why      string
	Within   bool
	// Differs says that an execution was not the same when it was made again. Executions have a process of their own then:
	// Fresh.
	Differs, Fresh bool
	// Kept says why package variables are not initialised again before each execution of a process. It is "" if they are.
	Kept string
	// Native says how the test ends in a process of its own that is not controlled: Pass, Fail or Timeout; "" if it was
	// not executed so. It is if all executions fail.
	Native string
	// Outside says what was waited for that is not controlled.
	Outside []string
	Time    time.Duration
}

// Failed is how many executions have failed. Those that leave threads have not, and neither have those that were cut.
func (t *Test) Failed() (n int) {
	for end, m := range t.Ends {
		if fails(end) {
			n += m
		}
	}
	return n
}

func fails(end string) bool {
	switch end {
	case Pass, Skip, Leak, Raced, Limit, kind.Redundant:
		return false
	}
	return true
}

// An Execution is what one has come to.
type Execution struct {
	Number    int    `json:"execution"`
	Rand      uint64 `json:"rand"` // for Options.Rand
	End       string `json:"end"`
	Schedule  string `json:"schedule"` // for Options.Schedule
	Points    int    `json:"points"`
	Switches  int    `json:"switches"`
	Threads   int    `json:"threads"`
	Decisions int    `json:"decisions"`
	// Diverged says where the schedule that is replayed could not be followed; "" if it could.
	Diverged string `json:"diverged"`
	// Text is what the test has said, and what the run time says of a panic.
	Text string `json:"text"`
	// Cause is the last thing that the test has said when it failed first.
	Cause   string   `json:"cause"`
	Outside []string `json:"outside"`
	// Left are threads that have not ended. Of those that wait in a deadlock or are left behind it says where.
	Left []Left `json:"left"`
	// More is how many there are that Left has not: it has a hundred at most.
	More int `json:"more"`
	// Races are accesses that nothing orders, of code that is not in the standard library.
	Races []Race `json:"races"`
	// Preempted are the first threads that were set aside though they could go on: before which operation, and which
	// thread went on.
	Preempted []struct {
		Thread int    `json:"thread"`
		Next   int    `json:"next"`
		Before string `json:"before"`
		At     Frame  `json:"at"`
	} `json:"preempted"`
	// Replays is how often an execution that fails was made again, Same how often it was the same then.
	Replays, Same int `json:"-"`
}

// leaks reports whether the test has passed and left threads behind that other threads would have to wake.
func (x *Execution) leaks() bool {
	return x.End == Pass && slices.ContainsFunc(x.Left, func(l Left) bool { return !l.Outside })
}

// Left is a thread that has not ended.
type Left struct {
	Thread int    `json:"thread"`
	Waits  string `json:"waits"`
	// Fails says that it has ended the execution, Outside that it waits for what is not controlled, or for time.
	Fails   bool `json:"fails"`
	Outside bool `json:"outside"`
	// Stack are the functions, the innermost first.
	Stack []Frame `json:"stack"`
	// Start is where the go statement is that has started it. There is none if the standard library has started it, such
	// as sync.WaitGroup.Go.
	Start []Frame `json:"start"`
}

// A Frame is a call.
type Frame struct {
	Func string `json:"func"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// A Race is two accesses of the same memory, by two threads.
type Race struct {
	First   Frame   `json:"first"`
	Second  Frame   `json:"second"`
	Writes  [2]bool `json:"writes"` // which of them write
	Threads [2]int  `json:"threads"`
}

// How executions end. Leak and Raced are in Test.Ends only, beside how the execution has ended.
const (
	Pass     = kind.Pass
	Fail     = kind.Fail // the test says so
	Skip     = kind.Skip
	Panic    = kind.Panic
	Fatal    = kind.Fatal // an error of the run time
	Exit     = kind.Exit
	Deadlock = kind.Deadlock
	Limit    = kind.Limit   // cut at Options.Points
	Timeout  = kind.Timeout // at Options.Execution
	Crash    = kind.Crash   // the process has ended
	Leak     = kind.Leak    // passed, but threads are left
	Raced    = kind.Raced   // two accesses race
	// Redundant is that of an execution that was given up, since nothing new could follow.
	Redundant = kind.Redundant
)

// A line is what the program writes: of an execution, of one that was made again, or of all if Executions is not 0.
type line struct {
	Execution
	Test       string         `json:"test"`
	Executions int            `json:"executions"`
	Ends       map[string]int `json:"ends"`
	AllPoints  int            `json:"allpoints"`
	Complete   bool           `json:"complete"`
	Why        string         `json:"why"`
	Repeats    string         `json:"repeats"` // "same", "differs", or "" if nothing was made again
	Replayed   *int           `json:"replayed"`
	Replays    int            `json:"replays"`
	Same       int            `json:"same"`
	Within     bool           `json:"within"`
	Again      bool           `json:"again"` // more are to be made, in a new process
	Patience   int64          `json:"patience"`
	// Whether packages are being initialised again, before the first execution; and why that cannot be.
	Initialises *bool  `json:"initialises"`
	Kept        string `json:"kept"`
	// Less says that the execution has fewer switches than the one before, and shows the same.
	Less bool `json:"less"`
	// Of an execution that somebody watches:
	Watched bool `json:"watched"` // it is over, and the process waits
	Agains  int  `json:"agains"`  // how often it is made again next
}
