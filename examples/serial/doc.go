// Package serial finds transactions that are not serializable: what they do, and what other threads do
// meanwhile, cannot have been done one transaction after the other.
//
//	func (a *Account) Add(n int) { // a transaction
//		v := a.get()               // the balance is read under the lock of the account
//		a.set(v + n)               // and written under it: another Add may come between
//	}
//
// Which parts of an execution are transactions is said by package transactions: exported functions and methods and
// those that are marked, or else monitor blocks, or what a file says (-serial.transactions). What is in none counts as a transaction
// for each operation. A transaction that is open at the end of a run counts with what it has done.
//
// Operations of different threads conflict, and so have an order that the order of the transactions has to keep,
// if they are accesses of one variable, not both of them reads; the release of a lock and the next acquisition; the start of a
// thread, and the wait for its end; and what a thread tells and another one hears, as by a channel.
// A transaction that waits for an answer to what it has said itself is not serializable, nor is one that starts a thread
// and waits for its end: others have to do something in between, be it an empty transaction.
// One operation alone is serializable, as an atomic one, a call of a method of sync.Map or a send, whatever it
// does inside. With
//
//	-serial.data
//
// locks and channels do not count, but only accesses, and starts and ends of threads: then two
// monitor blocks of one lock are no reason to report a transaction, if no other thread accesses the same data.
//
// In a run the checker is exact (package internal/serial), as far as the order of the run is known. A run of Go does
// not tell which of two accesses came first that nothing orders: they are no conflict then, but a matter of package
// race. It reports a transaction at the first operation that closes a cycle of transactions, and tells of the cycle,
// two operations for each of its edges. What it reports has happened. All transactions of the cycle are in
// envs.Finding.Items, as "transaction f": with -serial.data, any of them may be the one that has to be mended. The edge
// that closes a cycle is then left out, so a transaction that another one's cycle hides may be missed.
//
// Over all paths it reports a transaction in which another thread may do something that conflicts with one operation after that, and
// something that conflicts with a later operation before that, perhaps the same thing, and perhaps by way of any others;
// unless a lock is held all the time between the two operations, and by the other thread at one of those that
// it does. That contains all that runs show, but for what functions do that are not seen.
//
// There is a report for each transaction's function (its subject), or for that in which a monitor block begins: if paths
// meet on which it begins in more than four functions, for four of them. Places are those of the function itself: a call,
// if the operation is one of a callee. To take traces in the STD format as other tools do, for which only begin and end
// make transactions, have a file say
//
//	none thread
//
// Sources: Papadimitriou, "The serializability of concurrent database updates" (1979); Flanagan, Freund and Yi,
// "Velodrome" (PLDI 2008), whose definition of transactions and conflicts is that of the STD format.
package serial
