// Package modelcheck is the checker of atomicity that goes with the exploration of schedules. It asks of each call
// that is meant as atomic whether all that it does can be moved together, in each execution:
//
//	parallax explore -checker modelcheck account.plx
//	parallax explore -checker modelcheck -modelcheck.by ind account.plx
//	parallax explore -checker modelcheck -by dpor ./...
//
// The last of these executes the tests of Go packages: what is verified is atomic in what the tests do.
//
// It is the algorithm of Hatcliff, Robby and Dwyer ("Verifying atomicity specifications for concurrent object-oriented
// software using model-checking", VMCAI 2004, section 3). Calls that are meant as atomic are called regions. They are
// those of functions that are marked: "atomic func" in .plx files, //parallax:atomic in Go, or a line "atomic f" of a
// file (-modelcheck.transactions; package transactions). Exported functions are, too, as that package has it. Critical
// sections of other functions are none, as they are not declared to be. A region within another one is judged by
// itself, and as a part of that.
//
// # What is found
//
//	possibly-not-atomic     In some execution, the classification cannot show that a call is atomic.
//	definitely-not-atomic   Some execution shows that a call is not atomic, by whatever classification.
//
// There are two cases of what is definite. The call waits to be notified, so that others come in. Or the call has
// begun, and its thread never goes on: a deadlock (Lipton's restriction R1).
//
// A function of which nothing is found is verified if it was called, and if "every schedule is covered". A call has
// begun once it has done something that others may notice. One that waits for its first lock for good has not.
//
// What is definite cannot always be told from what executions leave behind. A wait is no difference there if another
// schedule has the call later, when it need not wait. Nor is a deadlock if another execution of the call, with other
// numbers drawn, waits at the same place before it has begun.
//
// # Classifications
//
// The option -modelcheck.by says how operations are classified, and which patterns they have to follow:
//
//	ind   independent or dependent: I* D? I*
//	mov   right movers, left movers or neither: R* A? L*
//	comb  both: reported is what neither of the two shows
//	w     the same, with locks that protect nothing for movers by both (the default)
//
// Package examples/internal/movers says how operations move. What is both a left and a right mover is independent.
// These are accesses of memory that other threads do not access, or that locks protect. To take a lock is dependent,
// and a right mover. To give it back is a left mover. It is independent, too, if the lock was taken in the region: the
// dependent operation has been before. For what else is a left mover that holds as well, such as the start of a
// thread. (In Java no region gives back a lock of its callers but by a wait, and section 3 does not ask about it.)
//
// Some locks are taken for no reason: those that no other thread takes, and those that are taken under another one
// whenever they are (in the paper: of thread-local objects, and dominated by another lock). They are independent by
// ind. By mov only a lock that is held already is a mover both ways. By w all of these are.
//
// So ind verifies a call that takes one lock, and within it such others again and again. And mov verifies one that
// takes several locks before it gives one back.
//
// # How it differs from the paper
//
//   - There, what is thread-local is known from the heap of each state, and lock protection from annotations that are
//     checked. Here both are found out: by the accesses of the whole execution, which is looked at when it is over.
//   - By comb, the paper reports a method that both classifications report somewhere. Here both have to report
//     one and the same call.
//   - Cycles of states are not looked for. A call that loops for ever is not reported. Its executions are cut, so that
//     not every schedule is covered.
//   - A lock that others try without waiting is no mover for those who take it: that it is held can be told.
//
// # Soundness
//
// What is verified is atomic if one execution of each trace was looked at, as explore does by default. In each of them
// the calls of verified functions could have been made one after the other, and each at once. The reason is Lipton's
// theorem, applied to one execution. A call is taken for what its dependent operation is, or the place where right
// movers end and left movers begin. What depends on the call comes after that place, and what it depends on before.
// So it does not matter by which classification each call is shown to be atomic.
//
// A single run verifies nothing. So the checker is one of explored schedules only (dataflow.OverSchedules), and each
// execution is shown to it once that is over: what comes later may share memory, and locks, that nobody shares yet.
//
// Over all paths its neighbours ask the same: package reduction by movers, and package atomtypes by types.
package modelcheck
