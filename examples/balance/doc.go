// Package balance finds functions whose lock operations do not balance: locks that a path leaves behind, and locks that
// are given back without being held.
//
//	func (a *Account) Withdraw(n int) error {
//		a.mu.Lock()
//		if a.balance < n {
//			return errFunds    // lock-left
//		}
//		a.balance -= n
//		a.mu.Unlock()
//		return nil
//	}
//
// It reports
//
//	lock-left      a lock that the function has taken is still held where it returns, or panics.
//	unlock-unheld  a lock is given back, or waited with, that is not held on some path: it was given
//	               back before, or not taken.
//	unlock-side    a lock is given back on the side on which it is not held: RLock, then Unlock.
//	lock-twice     a lock is taken that is held already, so the thread waits for itself. If both are
//	               on the shared side, it waits for one who waits for the exclusive side.
//
// # Algorithm
//
// The state of a frame is a set of cases. A case has a balance for each lock: how often the frame has taken it on each
// side, less how often it has given it back, and what it needed of its caller for that. It also has the outcomes of
// conditions on the way (property simulation: Das, Lerner and Seigle, ESP, PLDI 2002). A lock that is taken "if c" and
// given back "if c" is held in no case in which c is false. The conditions that count are those that the function asks
// twice, that look at a flag, and that are about results and parameters. A try to take a lock makes two cases, which
// its result tells apart.
//
// Two conditions that read the same, as s.sync and s.sync, may look at memory that has changed meanwhile. A case in
// which they had different outcomes is doubtful. So is one that goes on after a call of an unknown function whose name
// is exit, fatal or the like. Such cases are reported only where there is no other one.
//
// A function hands its cases to its callers, in their names for locks, results and arguments. So a method lock that
// takes a lock, or takes it unless it returns an error, is followed. The package uses the names of a frame and asks
// nothing of the analysis of locks in package world, which takes it that conditional locks are paired. In a run locks
// are known by their identity.
//
// Deferred releases happen before each return. A panic leaves a lock behind that no deferred call gives back. That is
// reported if somebody is seen to recover, in this function or in one that calls it. The flag
//
//	-panics  reports the others, too
//
// # Who keeps a lock for its callers
//
// A function that returns with a lock is not reported in these cases:
//
//   - The function is declared to keep the lock, by +checklocksacquire or acquires.
//   - Its name has a word such as lock, acquire, enter or begin, and none such as unlock or with.
//   - A caller gives back what the function has taken, or keeps it by one of these reasons.
//   - The function returns a function literal or method value, which may give the lock back.
//   - Another function gives back a lock of the class that its callers hold. It must be clear when this one keeps it.
//     It does so always, or unless it returns an error or nil. Or it does at the only operation that it has on such
//     locks.
//   - No lock of the class is ever given back. It keeps everybody out on purpose.
//   - The function writes a field that decides whether another function gives the lock back.
//
// The flag
//
//	-kept  lists these functions, as keeps-lock, with the reason
//
// A function that takes a lock from its caller is taken to be called with the lock held. It is reported where it is
// called without, or if nobody ever takes a lock of the class. Where a function should not have kept a lock, its
// callers are not reported, too.
//
// A lock may be handed to a thread that is started while it is held, and gives it back on some path. Where that thread
// ends on another path and has not touched the lock, it has left it.
//
// # Beside other checkers
//
// A lock that is held on all paths when it is taken again is lock-again of lockorder, too, and a lock that is held
// where a thread ends is its lock-kept. Commands that run both checkers tell of the lock-again and not of the
// lock-twice at the same operation. The property mutex of typestate finds locks that are given back twice, too, by
// name and within one function.
//
// # What it assumes and misses
//
// What cannot be followed is not reported:
//
//   - Locks without a name, and those in elements of arrays once the index changes, as in a loop that takes all.
//   - Locks that are found by way of a variable or field, once that is written.
//   - Locks of the class that a started thread gives back, and those of which the address is taken in the function.
//   - Where an exception leaves a frame in a run, and calls that may panic over all paths.
//   - Effects of calls that may reach several functions, or one that is not known.
//   - Effects of callees that keep a lock in one case and not in another, if no result or argument tells when.
//   - Conditional locks that are given back under a condition of its own, where both conditions speak of something of
//     one name, or nothing is known of one of them. Such locks are taken to be paired, unless the second condition is
//     known to hold where the lock is kept.
//   - Locks that are held when a call ends in an exception. What a handler does is not looked at.
//   - Paths beyond 40 cases.
//
// It is taken that different names of a frame are different locks, unless one of the class is given back by a name by
// which it was not taken.
//
// The flag
//
//	-all  reports what is possible, though nothing speaks for it
//
// and takes no function to keep a lock, no conditions to be paired, and no panic to end the program. With it, the
// checker finds over all paths each lock that a run leaves behind, where the frame has one name for the lock.
//
// That a callee takes a lock again is told where it takes it.
//
// In a run, a lock-left is one that the frame has really left. The other kinds show if the run ends there: by an unlock
// of what is not locked, or as the thread waits for the lock that it holds.
package balance
