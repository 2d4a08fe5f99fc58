// Package serial finds transactions that are not serializable in a run: what they did, and what other threads did
// meanwhile, cannot have been done one transaction after the other. It is a checker of runs; over all paths its
// neighbour, package conflicts, finds what runs may show.
//
//	func (a *Account) Add(n int) { // a transaction
//		v := a.get()               // the balance is read under the lock of the account
//		a.set(v + n)               // and written under it: another Add may come between
//	}
//
// Package transactions says which parts of an execution are transactions: exported functions and methods and those that
// are marked, or else critical sections, or what a file says (-serial.transactions). What is in none counts as a
// transaction for each operation. A transaction that is open at the end of a run counts with what it has done.
//
// Operations of different threads conflict in these cases. The order of conflicting operations is one that the order of
// the transactions has to keep.
//
//	accesses of one variable              unless both are reads
//	the release of a lock                 and the next acquisition
//	the start of a thread                 and its first operation; its last one and the wait for its end
//	what a thread tells                   and another one hears, as by a channel
//
// A transaction that waits for an answer to what it has said itself is not serializable. Nor is one that starts a
// thread and waits for its end. Others have to do something in between, be it an empty transaction. One operation
// alone is serializable, as an atomic one, a call of a method of sync.Map or a send, whatever it does inside. With
//
//	-serial.data
//
// locks and channels do not count, but only accesses, and starts and ends of threads. Then two critical sections of one
// lock are no reason to report a transaction, if no other thread accesses the same data.
//
// The checker is exact (package internal/serial), as far as the order of the run is known. A run of Go does not tell
// which of two accesses came first that nothing orders: they are no conflict then, but a matter of package race.
//
// A transaction is reported at the first operation that closes a cycle of transactions. The report tells of the
// cycle, two operations for each of its edges. What it reports has happened. All transactions of the cycle are in
// envs.Finding.Items, as "transaction f": with -serial.data, any of them may be the one that has to be mended. The
// edge that closes a cycle is then left out, so a transaction that another one's cycle hides may be missed.
//
// There is a report for each transaction's function (its subject), or for that in which a critical section begins. To
// take traces in the STD format as other tools do, for which only begin and end make transactions, have a file say
//
//	none thread
//
// Sources: Papadimitriou, "The serializability of concurrent database updates" (1979); Flanagan, Freund and Yi,
// "Velodrome" (PLDI 2008), whose definition of transactions and conflicts is that of the STD format.
package serial
