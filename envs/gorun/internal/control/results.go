package control

import "time"

// Options say how to explore.
type Options struct {
	// Run selects tests, as "go test -run" does. Flags are further flags of the tests, such as "-test.short".
	Run   string
	Flags []string
	// Strategy is one of explore.Names, or "first"; walk if empty. As objects are numbered as they are met, dpor has source
	// sets here.
	Strategy string
	Seed     uint64
	// Depth is that of PCT, 3 if zero.
	Depth int
	// Preemptions bounds a search in depth: how often a thread that may go on does not. Negative is no bound.
	Preemptions int
	// Eager makes no decision where a thread may go on that makes no operation next. A program without data races does the
	// same then, in fewer executions.
	Eager bool
	// Executions is how many there are of each test at most, 100 if zero; Failures after how many that fail a test is
	// over, 1 if zero.
	Executions, Failures int
	// Schedule and Rand replay an execution: its Choices and its Rand.
	Schedule string
	Rand     uint64
	// All asks for all executions; else there are the first one, those that fail, and the first that leaves threads.
	All bool
	// Points is after how many points at which several threads might go on an execution is cut: 5,000,000 if zero, 500,000
	// in a search in depth. Fair is after how many in a row a thread has to let another one go on, 1,000 if zero.
	Points, Fair int
	// Releases makes points of what gives locks back. Programs that use TryLock need it.
	Releases bool
	// Execution is the time limit of an execution, Test that of a test.
	Execution, Test time.Duration
	// Fresh makes each execution in a process of its own.
	Fresh bool
}

// An Execution is what one has come to, or all executions of a test if Executions is not 0.
type Execution struct {
	Package   string   `json:"-"`
	Test      string   `json:"test"`
	Number    int      `json:"execution"`
	Rand      uint64   `json:"rand"` // for Options.Rand
	End       string   `json:"end"`
	Choices   string   `json:"choices"` // for Options.Schedule
	Points    int      `json:"points"`
	Switches  int      `json:"switches"`
	Threads   int      `json:"threads"`
	Decisions int      `json:"decisions"`
	Diverged  bool     `json:"diverged"`
	Text      string   `json:"text"`
	Outside   []string `json:"outside"`
	Left      []Left   `json:"left"`

	Executions int            `json:"executions"`
	Ends       map[string]int `json:"ends"`
	Complete   bool           `json:"complete"`
	Why        string         `json:"why"` // if it is not complete
	Repeats    string         `json:"repeats"`
	NS         int64          `json:"ns"`
	Fresh      bool           `json:"-"`

	Replayed *int `json:"replayed"`
	Same     int  `json:"same"`
	Again    *int `json:"again"`
}

// Left is a thread that has not ended.
type Left struct {
	Thread int      `json:"thread"`
	Waits  string   `json:"waits"`
	Fails  bool     `json:"fails"`
	Stack  []string `json:"stack"`
}

// Crashed is the end of an execution that has ended the process.
const Crashed = "crash"
