// Package conflicts finds, over all paths, transactions through which a cycle of conflicts may lead. Such a
// transaction may be executed so that it is not serializable. Checker serial decides that of single runs, and says
// what a transaction and a conflict are. What it shows is among what this checker finds, but for what functions do
// that are not seen. The command compare lays the findings of the two side by side.
//
//	func (a *Account) Add(n int) { // a transaction
//		v := a.get()               // another Add may write the balance after this,
//		a.set(v + n)               // and may have done so before this
//	}
//
// A transaction is reported if another thread may do something that conflicts with one operation after that, and
// something that conflicts with a later operation before that. The two may be one operation of the other thread, or
// lead to each other by way of any others. It is not reported if a lock is held all the time between the two
// operations, and by the other thread at one of those that it does.
//
// There is a report for each transaction's function (its subject), or for that in which a critical section begins. If
// paths meet on which it begins in more than four functions, there is one for four of them. Places are those of the
// function itself: a call, if the operation is one of a callee.
//
// # Soundness
//
// Under whatever schedule, transactions that are not reported are in no cycle of conflicts. So they leave the same
// behind as if they had been done one after the other, under these assumptions:
//
//   - No thread ends in a deadlock. A thread that waits for good is in no cycle, as it has not got what it waits for.
//   - An attempt to take a lock may fail without a reason, as in the memory model of Go. One that fails is no conflict.
//   - With -conflicts.data, no transaction waits to be notified.
//
// Of a transaction within one that is reported nothing is said. The tests hold the checker to that by what all
// schedules of drawn programs leave behind.
//
// # Options
//
// The options are those of serial:
//
//	-conflicts.data          only accesses, and starts and ends of threads are conflicts: neither locks are, nor channels
//	-conflicts.transactions  a file that says what is a transaction
//
// Sources: Papadimitriou, "The serializability of concurrent database updates" (1979); Shasha, Llirbat, Simon and
// Valduriez, "Transaction chopping" (TODS 1995), whose cycles of siblings and conflicts these are.
package conflicts
