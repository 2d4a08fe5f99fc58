// Package trace is the environment of runs that are over: it reads and writes the events of runs as files. A file is
// self-contained: it has a Program of its own, made of the names in its events. So a checker needs nothing of the
// program that was run.
//
//	r, err := trace.Open("crypt.std.gz", trace.Options{})
//	...
//	run, err := r.Next()
//	err = run.Each(func(ev *envs.Event) bool {
//		...
//		return true
//	})
//
// Two formats are read: the STD text format, which many tools write, and a binary format of our own, which holds every
// event in full. Open and NewReader recognise them by their first bytes, and unpack zstd and gzip. Whatever its length,
// a trace takes as much memory as its buffers and the tables of its names and places. Checkers keep more. With three
// million variables it was a kilobyte for each, and with as many calls that are open up to half of that for each.
//
// # The STD text format
//
// A line is an event. The three fields are a thread, an operation and the number of
// a place in the source that was run:
//
//	T0|fork(T1)|3
//	T1|acq(lock)|10
//	T1|w(Account.balance)|11
//	T1|rel(lock)|12
//	T0|join(T1)|4
//
//	operation      Event     Op                 Obj
//	r(x), w(x)     Step      Load, Store        the variable
//	acq(l), rel(l) Step      Acquire, Release   the lock
//	fork(t)        Step      Fork               the thread
//	join(t)        Step      Join               the thread
//	begin, end     Step and Enter or Leave, of a Call and a Return
//
// Threads, locks and variables are three spaces of names. A name has no white space and
// no '|'; that of a thread may have white space. Places are 32-bit numbers. Acquisitions
// are re-entrant. No thread acquires a lock that another one holds. A thread that nobody forks is there from the start.
// Text that follows begin is the name of a function; without any, it has its place for a name. Text that follows end
// means nothing.
//
// What a thread does outside begin and end is done by the function "thread", which is the same for all threads. An
// operation of a function is a place together with what is done there and with what variable or lock. So its Loc or
// Path has the name. The operation lies in the line of the trace's file that has the place's number, column 1. Threads,
// variables and locks are numbered from 1, as they come.
//
// The format has no comments, no shared side of locks, and no other operations that order threads.
// A TextWriter reports whether it had to leave out any of these (OrderLost).
//
// When a thread is joined for the first time, its frames are left and it ends.
//
// # The program of a trace
//
// A Program grows while its trace is read: functions, operations, threads and names are
// those of the events so far. What has been handed out stays as it is, but for Func.Ops,
// which is replaced by a longer or more detailed one. It is for drivers of runs, and
// for one goroutine together with its Reader.
//
// A text does not say where control may go. Operations of a function come in the order in which they were first
// executed, and control may run off the end. All other rules of envs.Func hold. A binary trace has functions as they
// are, with their control flow. Of operations that were not executed it has the kind only: calls of them are of unknown
// functions, and their registers are 0. It has no values (Program.Detail).
//
// # Errors
//
// An *Error names the line or byte and what was expected there. All events before
// it have been delivered. With Options.Lenient it goes to Options.Problem instead,
// and reading goes on after the line or block that is to blame. Reader.Skipped is how
// many events were left out. No event is delivered twice.
//
// A packed file has its checksum behind the data that it covers, and the events of that data are delivered before
// the checksum is compared. Where it does not fit, the error comes after them: they may be damaged, too.
//
// Defects of a text are
//
//   - a line that does not parse, or that takes more than 256 kB
//   - a release of a lock that the thread does not hold
//   - an end without a begin
//   - a join of a thread that was not forked and did nothing
//   - a fork of a thread that exists already
//   - any event of a thread after it was joined
//
// A lenient reader that has lost a block takes the frames of the threads from the next one. It delivers Enters and
// Leaves that are not in the file for those that were lost. So an operation is always one of the topmost frame. Locks
// that were taken or given back in the lost block are not known.
//
// Sources: the STD format is that of RAPID (Umang Mathur, https://github.com/umangm/rapid).
package trace
