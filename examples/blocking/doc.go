// Package blocking is the checker for threads that wait for good: for a lock that nobody gives back, for a partner at a
// channel that has gone, for a group of threads of which one is missing, for a condition of which nobody tells.
//
//	ch := make(chan int)
//	go func() { ch <- compute() }()       // waits for good
//	select {
//	case n := <-ch:
//	case <-ctx.Done():                    // if this case was taken
//	}
//
// A report (kind blocked) is at the operation at which the thread waits.
//
// # In runs
//
// A thread is blocked if the run shows that it never goes on from where it waits. There are three cases:
//
//   - Nothing that can run leads to what it waits for. The garbage collector has found that out, or all threads wait.
//   - The thread waits for a lock. The thread that holds it has ended, or is blocked itself.
//   - The run was cut off by a time limit. The program has not started the thread itself, which may execute a test.
//
// The first two are proved. A thread is kept if it waits when the program ends, and something could still wake it. A
// package may have started it once to serve for ever. It is reported with the flag
//
//	-kept   threads that wait at the end of the run, and that something could wake
//
// The story of a report tells where the thread was started, and what is known of those that could have waked it: who
// holds the lock, and waits itself; where a partner has taken another case; where the channel was used last. It tells
// who waits for a lock that the thread holds and, if the run was cut off, where the threads wait that it has started.
//
// What a thread waits for is known where it waits in code that is looked at. In other code, the report is at the call
// that leads there. A thread that only executes other code is not reported. One that waits at a select without cases
// has rank 30, since it is written to wait.
//
// # Over all paths
//
// Channels and groups are followed that a function makes and that only it, what it calls and the threads that it starts
// know (package exchange). What a function makes and returns is followed in who calls it. On each path through the
// function it is counted how often they are sent to, received from, closed, told and so on: so far by the function, in
// the end by the threads. A wait is reported that these cannot end:
//
//	operation             is reported if
//	send                  Fewer receives follow than there are sends for which the buffer has no room.
//	receive               Fewer sends follow than receives, and no close.
//	receive in a loop     Nobody closes the channel, and nothing else ends the loop as long as there are sends.
//	wait for a group      It is told less often than was announced, or a thread has a path that does not tell it.
//
// A buffer may have room for some messages of each round of the loop that starts those who send. What the function does
// itself is judged at the operation. What its threads do is judged where the function returns, since nobody else can
// serve them then. A thread that is left to wait serves nobody, and so others may be left with it. Cases of a select do
// not wait, since another one may be the way out.
//
// Some things are taken for granted. Loops go round equally often, wherever they are, unless one that receives is left
// early, or one that starts threads counts up to a constant. A loop that receives until the channel is closed, which
// nobody closes, is left by the last message. A thread may end without doing something only if it need not wait for its
// end. Branches that ask the same go the same way, as far as they compare numbers, or a value with nil. A select that
// finds the buffer full leaves something to be received. A thread that sends once for each message that it receives is
// not counted, and neither is a loop that goes round another number of times that does not depend on data.
//
// What a message says is not known, nor what has come before it in other threads. Each thread may take any of its
// paths, whatever the others have received from it.
//
// Beside that there are rules. They know channels wherever these live (package channels): in fields, elements,
// interfaces and messages. What other code may know they leave alone: exported fields, what is handed to such code.
// Contexts, timers and tickers are followed in registers, variables, fields that are stored to once, and what is called
// or started with them (package expiry). The kind blocked is that of reports about:
//
//	a channel      A send or receive on a channel that is nil: nothing stores one where it is found.
//	               A send or receive, or a select without default, that nothing in the program serves.
//	               A select all of whose channels become nil, if nothing else ends the loop around it.
//	               A thread that serves a channel until it is closed, where nothing closes it, and each object has one.
//	               A wait for a reply to a request, if whoever serves requests passes over it on some path.
//	               A wait whose partners all wait first, for what comes after it.
//	               A function that sends all messages before it receives the first answer, with buffers of fixed size.
//	               A wait under a lock that all partners take first (what lockorder knows is left to it).
//	               A send that takes a slot of a semaphore in a field. On a way out it is not given back.
//	a group        A wait for a group in a field. A thread that was announced has a path that does not tell it.
//	               A wait for a group that is announced to with each message: who receives may leave some.
//	a condition    A wait for one of which nothing in the program notifies.
//	               Waits at one for different things, if one thread at a time is notified.
//	               A wait for one, if a path changes what is waited for and tells nobody, and another path does.
//	a context      A wait for one that nobody can cancel, by itself or with other cases that nobody serves.
//	               A wait of a thread that nothing else ends, for one of WithoutCancel or one that is lost.
//	a timer        A receive from a timer or ticker that is stopped, or from a timer whose value was received before.
//	               A receive from a channel that only the function of a timer serves, if the timer is stopped.
//	sync.Once      A function that it calls, and that comes to the same call again.
//
// Other kinds are about the cause of a wait.
//
//	lost-signal    A notification by a thread that has not held the lock. It may come between a look and a wait.
//	wait-no-loop   A wait for a condition that is not in a loop which looks again, in a function that takes the lock.
//	group-add      A thread announces itself to a group that it tells when it is done. The wait may be over before.
//	group-reuse    A function announces a new round to a group, while others may be in a wait for the last one.
//	cancel-lost    A return behind which nobody can cancel a context, though a thread waits for it.
//
// A receive that is the only operation on its channel is meant to keep a thread from its end.
//
// A test holds the reports on channels and groups to all schedules of functions that are drawn. Nothing is reported of
// 1,000 in which no thread ever waits for good. They have no loops, and every way of each of their branches and selects
// is taken in some schedule. Other seeds show that about one in 2,000 such functions is reported.
//
// # What is missed over all paths
//
// The rules take what has one class of memory for one, and know no elements of maps by their keys. Threads that wait
// for each other in a circle are for lockorder, if a lock takes part in it. A task that waits for its own group is not
// known. Neither are contexts that other packages make, such as those of requests and errgroup. A timer that a function
// finds in a field is not counted. A thread that waits for a Background context alone is left out if a main function
// has made that. Nor are a channel of a function that returns nil in its place on some paths, and a semaphore that is
// filled at first and received from to take a slot. Locks that are kept are for balance; a channel that is closed
// twice, or sent to when it is closed, for typestate. Nothing is said of conditions whose locks have no name.
//
// # Every wait that is not proved to end
//
// A report so far says that something is wrong on some path. That none is made says nothing. With the flag
//
//	-all    report every wait that is not proved to end
//
// each wait that may last for good in some schedule is reported over all paths. The report tells on what the wait
// depends: a lock that may be kept, a wait of a thread that holds it or is to end, code that is not known. What is not
// reported is proved (package progress), if no thread runs for ever. A wait for a lock is proved if the lock is always
// given back, and held at proved waits only. A wait for the end of a thread is proved if all waits of that are. Waits
// for conditions, groups and channels never are. In Go, the proof rests on the assumptions in README.md, too.
//
// # Cost
//
// To look at the standard library takes 0.8 of the processor time that it takes to load it:
//
//	go test -run XXX -bench Std -benchtime 2x ./examples/blocking
//
// # Sources
//
// Ng and Yoshida ("Static deadlock detection for concurrent Go by global session graph
// synthesis", CC 2016) count the ends of channels in threads. Liu, Zhu, Qin, Chen and Song ("Automatically detecting
// and fixing concurrency bugs in Go software systems", ASPLOS 2021) look at the function that makes a channel and at
// what it starts.
package blocking
