// Package probe is the half of an observed program that is not its own. It is what generated code calls to say where it
// is, as source that goes into the program through "go build -overlay". Nothing has to be installed, required in a
// go.mod or linked, and the standard library can be observed like any other code.
//
// Overlay adds a package of the standard library, zzparallax, which everything can import but package runtime and what
// that imports. It adds files of package runtime with its slow paths. It also changes a few places in copies of the
// toolchain's own files:
//
//   - a goroutine's descriptor gets a field for its place in the ring. A goroutine finds it without a table, no two
//     share one, and there is nothing to give back when a goroutine has gone, however it went.
//   - what ends a goroutine says so in the ring.
//   - what returns to a frame that stopped a panic says so.
//   - what starts a goroutine hands it the number of the go statement.
//   - what sweeps the heap says first what it frees.
//   - what parks a goroutine, finds that no goroutine can run, ends the program or lets it fail says so.
//
// A toolchain in which one of these places looks different is refused with an error.
//
// # Frames
//
// A frame is known by its distance from the base of its goroutine's stack, which does not change when the stack is
// moved. There is no count of frames that a panic could leave wrong: a record of one frame says that all deeper ones
// are gone. While a goroutine panics, the run time knows whose deferred calls it executes, and Enter writes that
// down. The frame pointer shows whether a function was called by one with probes or by something in between.
//
// # What happens before what
//
// The standard library says for the race detector what orders goroutines, exactly where it happens and under the lock
// that makes it one step. This covers channels, select, timers, WaitGroup, Mutex, RWMutex, Pool, pipes and files, and
// coroutines of iterators. With Options.Order these annotations are compiled in, in a build without -race. Each writes
// a Signal or an Observe record, also on behalf of a goroutine that is parked. What the race detector takes for granted
// is written as well: the start of goroutines in packages without probes, Signal and Broadcast of conditions, and
// atomic operations. Each of these operations is one step with the number of its record. A timer that fires is a
// goroutine of its own, if it orders anything.
//
// With records of accesses and order, the tests of eight packages of the standard library, from container/list to
// mime/multipart, take 0.4 of the processor time that they take under the race detector. This is a geometric mean, from
// 0.2 to 0.65. With the time of an observer that counts events it is 0.8 (TestSuites in package gorun, -gorun.shared).
// A program that does nothing but access shared memory in a loop is slowed down to what its observer takes.
//
// Where the annotations say more than what the language promises, so do the records. What is written to any file or
// socket comes before all that is read later. They say no more than that elsewhere: the places of a channel's buffer
// are distinguished, and so are the two directions of each. A finalizer is not ordered after what it follows. The
// functions of sync/atomic, unlike the methods of its types, are instructions; atomicPath has functions with records.
//
// # Waits and ends
//
// With Options.Awaits, generated code says before an operation that may wait which operation it is. If the goroutine
// is then parked, an Await record says where. Another says when it goes on. A Halt record says that a goroutine never
// goes on. It is written when no goroutine can go on, and when a leak collection finds that nothing can wake this one.
// It is written, without the option too, when its panic or fatal error ends the program. The lines of the frames and
// the text of the failure come before it. A goroutine without a Halt record whose last record is an Await waits at the
// end.
//
// The leak collection is that of the goroutine leak profiles of package runtime/pprof. It scans a goroutine that waits
// only once what that waits for is marked. A goroutine that is not scanned in the end cannot go on. ParallaxProve makes
// such a collection at the end of each test, before the program exits, and at the time limit of tests. It makes none if
// no goroutine waits. At the end of a test one has to wait that is newer than those which waited at the last one. Nor
// does it make one there once all took more than 50 ms and 1/64 of the time since the program began.
//
// Compared with probes that say only what an operation is about, a message to a goroutine that waits for it takes 1.05
// of the processor time. That holds for one that waits in a select of two cases, too. Lock and Unlock of a lock that is
// free take no more than before:
//
//	go test -run XXX -bench Awaits -benchtime 6x ./envs/gorun/internal/wire
//
// # Delays
//
// With Options.Perturb generated code calls Perturb before operations at which it matters which goroutine comes
// first. In a run with a seed, which stands in the ring, the run time then lets others run, or pauses the goroutine
// as a system call would. Function delayed decides. A goroutine is known by its path: the functions with which it and
// those before it were started, and for each which one of its parent's goroutines it was. The descriptor of a
// goroutine has a field for that, and for how often it has come to an operation. Without a seed a call of Perturb
// costs a load and a branch.
//
// # Why not inside
//
// The other way would be to have the checker itself in the program. Compared on one machine (BenchmarkProbes,
// BenchmarkObserve and BenchmarkDecode in package wire; processor time):
//
//	without probes              call 1.3 ns, call with a branch 1.6 ns, Lock and Unlock 3.9 ns
//	the same with probes        5.2 ns, 6.5 ns, 10.9 ns
//	one record                  1 ns (Block), 2 ns (Enter, Leave), 2.6 ns (Object), 3.4 ns (Lock)
//	store to private memory     0.4 ns
//	observer reads a record     1.5 ns
//	  ... and decodes it        19 ns, or 9 ns an operation
//	  ... and writes it to disk 13 ns, 3.7 bytes
//
// Shared memory costs a record at most 2 ns in all, a tenth of what is done with it. That work then runs on another
// processor: two goroutines that do nothing but write deliver more than 200 million records a second to a reader. A
// checker inside would add its work to the goroutines' own, share their heap and collector, and be lost with them when
// they are killed. It could not observe the 124 packages of the standard library that a checker and the program's
// tables import.
//
// # What the generated code must keep to
//
// Enter comes first in the function itself: not in a function that it calls, and not before the compiler has a frame
// for it. There must be no probes in package runtime, in what it imports, and in functions marked nosplit, norace,
// systemstack or nowritebarrier. The same holds for functions that run after a fork or while the world is stopped.
// Profile-guided optimisation has to be off: a function with probes must not be inlined, which without a profile it
// never is. In a build with -race all calls of probes are real calls, and slower.
package probe
