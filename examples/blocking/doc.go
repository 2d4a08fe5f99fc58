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
// # In runs
//
// A thread is blocked (kind blocked) if the run shows that it never goes on from where it waits:
//
//   - nothing that can run leads to what it waits for, as the garbage collector has found out, or no thread can go on
//   - it waits for a lock that a thread holds which has ended, or which is blocked itself
//   - the run was cut off by a time limit, and it is a thread that the program has not started itself, such as one that
//     executes a test
//
// The first two are proved. A thread that waits when the program ends, and that something could still wake, is kept: a
// package may have started it once to serve for ever. It is reported with the flag
//
//	-kept   threads that wait at the end of the run, and that something could wake
//
// The story of a report tells where the thread was started, and what is known of those that could have waked it: who
// holds the lock, and waits itself; where a partner has taken another case; where the channel was used last.
//
// What a thread waits for is known where it waits in code that is looked at. In other code, the report is at the call
// that leads there.
package blocking
