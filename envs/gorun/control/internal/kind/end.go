package kind

// How executions end. An execution that leaves threads, or in which accesses race, is counted there, too.
const (
	Pass      = "pass"
	Fail      = "fail" // the test says so
	Skip      = "skip"
	Panic     = "panic"
	Fatal     = "fatal" // an error of the run time
	Exit      = "exit"
	Deadlock  = "deadlock"
	Limit     = "limit"     // cut at the limit of points
	Timeout   = "timeout"   // at that of time
	Crash     = "crash"     // the process has ended
	Redundant = "redundant" // the strategy has ended it: nothing new could follow
	Leak      = "leak"      // passed, but threads are left
	Raced     = "race"      // two accesses race
)
