// Package methods is the checker for method consistency, a notion of atomicity. It finds methods that access the
// variables of a class in several monitor blocks, while blocks of other threads access the same ones otherwise.
//
//	func (a *Account) Update(n int) {
//		old := a.Read()            // a block that reads the balance
//		a.mu.Lock()                // and one that updates it: another
//		a.balance = old + n        // thread's update may come between
//		a.mu.Unlock()
//	}
//
// No access is without the lock, so that there is no data race. It is the algorithm of von Praun and Gross ("Static
// detection of atomicity violations in object-oriented programs", JOT 3(6), 2004, sections 2 and 3.3). A lock view is
// what a thread accesses between taking a lock and giving it back. It has pairs of a variable and how it is accessed,
// read (r) or updated (u). A method view is what a method and all that it calls access. It has both entries for each
// variable, since that is what the method is presumed to want as one step. A method is inconsistent if the overlaps of
// two lock views with its own view are no chain: neither is part of the other. One of the two may come from a thread
// that is concurrent to the method:
//
//	{⟨balance, r⟩, ⟨balance, u⟩} of Update    against {⟨balance, r⟩} and {⟨balance, u⟩}
//
// Views leave out what is thread-local, final, volatile or atomic, and what nobody updates in a block. They leave out
// what a function does to objects that it has made, before others reach them. A re-entrant acquisition opens no lock
// view. Views are compared class by class: the fields of a type, or the global variables of a package. The same field
// of another object is the same variable, in a run as well.
//
// # What is reported
//
// The definition makes an inconsistent method of whatever calls a function that locks for reading, if there is another
// one that locks for updating. So here a method is reported if all of this is true:
//
//   - it accesses the class in several blocks of different places on one path
//   - a block of another thread is in conflict with two of these that are not part of a third one
//   - that block can be taken neither for one that came before both nor for one that comes after both
//   - it forms no chain with one of them
//
// There may be locks that are held in all blocks that access the class. Then it must be several blocks of each such
// lock: who holds a lock around all of them is alone.
//
// Of methods that call others the lowest is reported: whoever calls it is not atomic either. A caller is reported as
// well if it is worse in blocks that it comes to beside what is reported below it. For instance, it may update what it
// has read, and the other one only accesses something twice. Of methods that call each other, as callbacks may, one
// may be left out. It is one that comes to any two blocks with which it matters most only through others of them that
// are inconsistent as well.
//
// A report (kind method-inconsistency) is about a method and a class. It tells of two blocks of the method, of one
// that may come in between, and of others like that. It shows where the method has ended a block that is not the
// first, or a call with such a block. Those rank highest in which what was read in one block is updated in another
// that may follow it. Next are those in which others update together what is accessed in two blocks. Either ranks
// higher if it is about the method's own type.
//
// A block may follow another one if there is a way from that one to it, in the method or in what it calls. Where a
// loop is around both there is.
//
// Over all paths, what is reported does not depend on the order in which they are followed, nor does its text, if the
// ends of blocks do not. That may fail where locks are given back out of sight. Of some 2000 reports about nats-server
// two orders have told one of another method, and 12 with another story. This is the likely reason.
//
// # Options
//
// On the command line each has the checker's name before it: -methods.plain.
//
//	-plain           is the definition: all pairs of lock views count, for all methods that access the
//	                 class in a block below them, and callers are left out if they access the same variables
//	                 of it. What is done to elements counts for nothing
//	-callers         reports callers as well
//	-ways            lets each way through a block have a lock view of its own; otherwise the view of a place
//	                 where a lock is taken has what is accessed on any way, as in the paper
//	-exposed         lets a read count in a lock view only if what was read leaves the block: is used after it,
//	                 or stored, sent or passed to where it may be used. In the paper that made 30 to 50 %
//	                 less reports. What only decides a branch in the block is then lost
//	-contents=false  takes the elements of a field's slice, array or map for nothing; otherwise the field is
//	                 read and updated with them
//
// # Soundness
//
// The algorithm is unsound and incomplete, as the paper says. There need not be a second lock view (its program 3: two
// updates of the counter by one method). The order may be fixed by something else than locks (program 4: what is
// initialised once).
//
// With -ways and -callers it finds over all paths what it finds in any run, as far as the environment's assumptions
// hold. Blocks have to have no more than 8 ways and 2048 facts: those that may have more have no lock views. With
// -exposed the run has to be looked at off-line. On-line a read does not count before it is known that what was read
// leaves the block. Without -ways it may miss some of that. If one run only reads what a block reads or updates on
// other ways, it has a view that the place has not. Without -callers the run may blame the caller of the method that
// is blamed over all paths.
//
// In a run a frame has no more than 64 blocks open. What it does under a lock that it takes then is not seen as a
// block of that lock, but only as part of those around it. Each access is in all blocks that are open.
//
// In a run a method is judged when one of its blocks ends, by what has happened up to then. Off-line, it is
// judged by the whole run (dataflow.Watch.RunWhole). A method that is left by a panic is none of its
// caller's.
//
// # Judged on real code
//
// The folder judged has what reading the code said of the highest-ranked reports about some modules, in the form of
// the command's flag -judged. Without options there are 3437 reports, 3.15 by a thousand lines: about std 1376,
// nats-server (./server/...) 1460, etcd server 277, prometheus (./tsdb/...) 155, client-go 88, raft 49 and memberlist
// 32. The highest rank have 78. Of the first 40 of these, where both blocks are in the file of the method, 3 are
// harmful, 19 benign, 17 spurious and 1 false. Spurious are above all methods that only one goroutine calls.
package methods
