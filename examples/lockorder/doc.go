// Package lockorder finds locks that threads take in an order in which they may come to
// wait for each other for good.
//
//	sync a { sync b { } }    // one thread holds a and waits for b
//	sync b { sync a { } }    // the other one holds b and waits for a
//
// It is the lock-graph algorithm ("Goodlock", Havelund, SPIN 2000) with the refinements of Bensalem and Havelund
// ("Dynamic deadlock analysis of multi-threaded programs", 2005). An edge of the graph is a place at which a thread
// waits for a lock while it holds another one. A cycle of edges is a deadlock that may come about if all of its waits
// may come about at the same time. So there is a report (kind lock-cycle) unless
//
//   - two waits are of one thread, or of threads of which one begins after the other has
//     ended: stretches of threads that cannot overlap (Segments.MayOverlap);
//   - two waits are made under a common lock, a gate, that lets only one thread in: a single
//     lock, or one that is found by the same way, as from s.a to s.gate, from the lock that
//     the one waits for and the other holds;
//   - all that hold a lock and wait for it do so on its shared side, and nobody waits for
//     the exclusive one. If somebody does, Go's RWMutex lets no new reader in.
//
// A cycle has any length. A run need not have come near the deadlock: it is enough that it took the locks. TryAcquire
// does not wait, but what it takes is held. What waits for a condition waits for its lock again. A report is made at
// each wait of a cycle, in a run at the last. It names the locks in the order of the cycle.
//
// # Waits to be woken
//
// A thread that holds a lock may also wait for what others do: for the end of threads, at a condition, or at a
// channel. Those who are to wake it keep it waiting until they do, as if they held something that it waits for. What
// they wait for before they wake others is a second sort of edge. A cycle of both sorts (kind lock-wait) is a deadlock
// that may come about, too:
//
//	sync a { join t }        // waits for the end of t, and holds a
//	func t() { sync a { } }  // which needs a before
//
// What wakes whom:
//
//	those that wait                             are woken by a thread that
//	to receive from a channel                   sends, or closes the channel
//	to send on a channel without a buffer       receives
//	at a condition                              notifies of it
//	for the end of a thread                     ends, or tells its group
//
// A channel that may have a buffer lets those go on who send. A frame need not wait to receive from it
//
//   - if it has sent to it, itself, by a call, or by a caller: the channel is a semaphore
//   - if a branch since it took its lock has led there, and others send under the same lock: they have told so by what
//     the branch looks at
//
// Of several cases of a select none waits, since another one may be the way out. The one that is chosen wakes others.
// What a frame has waited for, and whom it woke, is known to its callers. A report is made where the thread waits, and
// where others are woken. In a frame around it is made at the call.
//
// If it is certain what a thread waits for, as in a run, one case counts: any of those who may wake it needs a lock,
// though others may not. A name may be that of several things, such as a channel in a field. It counts if the lock
// that is held was needed before at all places at which others are woken by that name. Longer cycles are not looked
// for then. The flag -all counts them all.
//
// # Other reports
//
// A lock that a thread takes again while it holds it (lock-again) is a matter of course where locks are re-entrant.
// Otherwise the thread waits for itself. Where both are on the shared side, it waits for one who waits for the
// exclusive side, if there is one.
//
// A thread that ends while it holds a lock (lock-kept) leaves all others to wait for it. Go
// lets another goroutine give it back, which over all paths the report cannot know. In a run
// what another goroutine gives back is held no more by the one that took it.
//
// A Mutex, RWMutex, WaitGroup or Cond that is copied with what is around it (lock-copied) is another one afterwards,
// in whatever state the first one was. Each load of such a value counts: by an assignment, an argument, a result, a
// receiver, or a range. What lies in a variable of the frame, of which nobody else has had the address, has not been
// used yet. It may be copied. A run tells that the load was executed, and not whether the lock was in use.
//
// # Names
//
// Over all paths a lock may be a class of locks, such as the field mu of all objects of a type. That two objects of a
// class are locked inside each other is a cycle, since nothing tells which object comes first. It is none if it is
// certain that no two threads do so. Locks without a name, such as one that is behind an interface, count with the
// flag
//
//	-all    each of them may be any lock
//
// With it, the checker reports over all paths all that a run shows, but for
//
//   - waits on the shared side
//   - sends to what may have a buffer
//   - receives from what may have been sent to before
//   - waits beyond the limits of its search: 5,000 waits for each wait, the shortest cycles first, and 16 cycles
//
// In a run the checker keeps the last 32 of waits that are equal but for the stretch of the thread. Of waits that come
// before somebody is woken it keeps the last 32 of a frame. A cycle of two waits for locks is found in any case. One
// of three or more is missed if the only stretches that overlap are older than that.
//
// What threads meet at has a name if it lies in a field or a variable, or is passed on by all
// callers. In a run it is known by its identity.
package lockorder
