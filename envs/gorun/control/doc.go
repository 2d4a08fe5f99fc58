// Package control executes the tests of Go packages under schedules of its choice.
//
//	b, err := control.Prepare(ctx, control.Config{Dir: dir, Patterns: []string{"./..."}})
//	defer b.Close()
//	for t, err := range b.Explore(ctx, control.Options{Strategy: "walk", Executions: 1000, Memory: true}) { ... }
//
// Each test is executed many times. In an execution one goroutine executes at a time. A strategy of package explore
// decides which one, and which case a select takes of several that are ready. The decisions of an execution are a
// schedule, which makes the same execution again. Neither the tests nor what they use are changed: the run time of Go
// is, by "go build -overlay". Linux on amd64 only.
//
//	internal/kind                   The kinds of operations. They are compiled here, and into the tests.
//	rt/zzcontrol, decide, wait      Executions, and the choice of threads. Package explore is compiled into them.
//	rt/reduce                       What operations access, for strategies that leave out schedules.
//	rt/memory                       Data races.
//	rt/thread, switch, point, end   How goroutines switch. These are files of package runtime.
//	rt/bubble                       Bubbles of testing/synctest.
//	rt/clock, race, maps            The time of goroutines, and accesses of memory.
//	putback.go, rt/putback, vars    Package variables, and what else is put back before an execution.
//	rt/halts, nohalts               What probes say of threads that are left.
//	patches.go                      Where there are points. They are changes in copies of the toolchain's files.
//	rt/testing, shrink              Which tests are executed. These are files of package testing.
//	build.go, explore.go, process   The processes.
//	report.go, rt/say, rt/tally     What the tests write of executions, as lines of JSON.
//
// # Threads
//
// The goroutine of a test, and all that it starts, are threads. Of these one has the baton. All others are parked, and
// are in no queue of Go's scheduler. The baton goes from a thread to the next one directly, as in a coroutine.
// Goroutines that were there before, and those of the run time, run as they always do. A coroutine takes the place of
// the thread that resumes it.
//
//	Running   The thread has the baton. It keeps it if the run time stops or parks it for its own purposes.
//	Ready     The thread is parked at a point, or has been woken.
//	Blocked   The thread is parked natively. An operation of a channel or a condition has parked it.
//	Timed     The thread sleeps.
//	Outside   The thread is parked natively. Something that is not controlled wakes it, such as the network.
//	Over      The thread would have ended the program, or was stopped.
//	Ended     The thread has ended.
//	Dropped   The thread never goes on, as the execution has ended.
//
// # Points
//
// At a point a thread says which operation it is about to make, and a decision is made. These are operations of
// channels, select, mutexes, groups and conditions, of sync.Map, and those of sync/atomic. They are runtime.Gosched,
// too, and the beginning and end of goroutines. What gives a lock back is no point (but see Options.Releases), nor is
// Done of a group, nor a call of a sync.Once. A schedule counts them all the same, so that it fits with either.
//
// Whether an operation on a lock or a semaphore would wait is read from its memory. A thread whose operation would
// wait is not among those that may go on, so that there are no attempts that fail, and nobody waits for a lock
// natively. A writer announces itself before it waits for readers. An operation on a channel is one step, in which it
// completes or enqueues.
//
// Operations of packages of the standard library that only guard what is theirs, such as fmt, are points only if they
// would wait. So are those of package testing. What package sync or context does is done by the function that calls
// it. What package reflect keeps of types is none, and orders nothing.
//
// # Memory
//
// Packages outside of the standard library are compiled as for the race detector. So accesses of memory call the run
// time, and so do the functions of sync/atomic. With Options.Memory two accesses of one place by two threads are a
// race if one of them writes, and nothing orders them (FastTrack; see rt/memory). Locks, groups, starts of threads
// and what wakes them order accesses, as the memory model of Go says. Time orders nothing. What sets a timer comes
// before what the timer wakes or starts, and so does what sets others of the same function. What threads do to one
// channel or one atomic variable is taken to be ordered whatever it is. A goroutine that is no thread is taken to
// pass on all that it may have been told; whom it wakes comes after all that threads have done. So races may be
// missed. What the standard library accesses is missed, but for maps. Of a variable that is accessed as a whole, and
// has no parts, only the first byte counts. An atomic access and one that is not atomic are no race. Memory that the
// garbage collector may have reused is forgotten. If there are more than 200 threads, races are looked for no
// further.
//
// Both lines of a race have points from the next execution on. Schedules name them. Strategies that execute all
// schedules start anew then, so that what they cover includes the orders of accesses that race.
//
// # Reduction
//
// A strategy that leaves out schedules is told which objects each operation accesses. All that gives back locks are
// points for it. Objects are numbered as they are met, which source sets allow and wakeup trees do not. A thread's name
// is which one of its parent's threads it is. Two calls of Done are independent if neither can bring the counter to
// zero, and so are two readers of a lock. Operations that are no points, as they are those of package log and the like,
// are not tried in other orders; Test.Why says so. Generated programs are executed under all schedules and under those
// that are left, with the same outcomes (TestReductionAgrees).
//
// # Watched executions
//
// With Options.Watcher somebody is told of each execution, and the process waits until that has returned. Programs with
// the probes of package gorun are built with Config.Overlay. Their threads say when they take turns.
//
// # Time and chance
//
// Threads have a clock of their own, which goes on by a microsecond at each point and when it is asked for the time.
// If no thread may go on, it goes on to the next timer. The order of maps, random numbers of math/rand, and hashes
// follow from the execution's random number, for each thread by itself. A sync.Pool gives back what was put last in the
// same execution.
//
// Goroutines in a bubble of testing/synctest are threads, and have the time of the bubble. It goes on when all of them
// are blocked, as the bubble counts them, so that no timer of a bubble could have fired earlier. What a goroutine of a
// bubble has done before it blocks or ends comes before what follows a call of synctest.Wait.
//
// A package that is made for controlled tests, such as lineartest, asks *testing.T for a method Controlled. It gives
// the execution's random number.
//
// # Ends
//
// An execution ends with the test. What it has started goes on until it waits; what is left then are its leaks. An
// execution ends, too, when no thread may go on and no timer fires (deadlock), by a panic that nobody recovers, a
// fatal error or os.Exit in any thread, and by the limits of points and time. The threads that are left are taken out
// of the queues in which they wait and never go on; their deferred functions are not called. A program with probes says
// first which of them nothing could wake (envs.Halt).
//
// # Package variables
//
// Before each execution package variables are put back to what they are before packages are initialised. The first
// thread initialises these packages again, which is not in the schedule. Those of the standard library are left as they
// are, but for registries, such as expvar and net/http. Flags are defined again, too. Some variables point to what has
// no symbol from the start, such as the array of a slice. That is found by its address. After an execution that may not
// have cleaned up, the working directory and the environment are put back. Files are not, and finalizers of an earlier
// execution may change variables.
//
// Variables keep what executions leave in them in three cases. Test.Kept says which it is:
//
//	The package has a TestMain, which may set variables.
//	Package initialisation starts goroutines that stay.
//	Package initialisation cannot be made again. This is tried before the first execution.
//
// The first execution is made twice. If it is not the same then, each execution gets a process of its own. After an
// execution that took too long, the rest gets a new process, too.
//
// # What is not controlled
//
// A thread that waits for the network, a file or a process is Outside. Executions may differ then. If a system call
// blocks, the other threads wait, too.
//
// The order of maps whose keys are hashed by their addresses is not fixed, and neither is crypto/rand.
//
// Test.Outside says what a test has waited for.
package control
