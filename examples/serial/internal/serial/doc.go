// Package serial decides, event by event, whether a run is conflict serializable. It is if its transactions could have
// been executed one after the other, without a difference to what any two operations that conflict see of each other.
//
//	h := serial.New(func(c *serial.Cycle) {
//		… c.Edges() // a cycle of transactions
//	})
//	t := h.At(serial.Event{Thread: thread, At: point, In: serial.Transaction{ID: 1, Func: fn}})
//	t.Write(variable) // which this write closes
//
// A transaction is what a thread executes under one number; what it executes under none is a
// transaction by itself, operation by operation. Two operations conflict, and the transaction of
// the earlier one comes before that of the later one, if they are
//
//   - of one thread;
//   - accesses of one variable, at least one of which writes;
//   - a release of a lock and the next acquisition, on sides of which one is exclusive;
//   - the start of a thread and its first operation, or its last one and the wait for its end;
//   - what a thread tells, and what another one then hears of it: channels, conditions, groups.
//
// The beginning of a transaction (History.Begin) is an operation of it, so that an empty transaction
// comes between the start of its thread and the wait for its end.
//
// An operation is one step, though it may tell and hear several times, as the methods of sync.Map and a channel
// without a buffer do. If it hears an answer to what it has told itself, that closes no cycle. A wait for
// a condition is two steps.
//
// A run is serializable exactly if this order has no cycle (Papadimitriou, 1979). The answer is exact, and it
// comes at the first operation that closes a cycle (Flanagan, Freund and Yi, "Velodrome", PLDI
// 2008). That edge is then left out, so that of each answer that follows the cycle is one, too.
//
// # Clocks of open transactions
//
// A cycle is closed by an operation of a transaction that is open: an edge comes in from S, and the transaction T
// reaches S already. So of each transaction S it is to be known which open transactions reach it. That is a vector
// clock (Mathur and Viswanathan, "Atomicity checking in linear time using vector clocks", ASPLOS 2020). It has a
// component for each thread that is in a transaction. Since only the last transaction of a thread can be open, the
// component is a bit. Hence:
//
//   - The clocks of open transactions are kept closed: if T gains a predecessor, all open ones that T
//     reaches gain it, too.
//   - A transaction that is over gets no more edges. What reaches it from then on comes by way of
//     those which were open at its end and reached it. So its clock is brought up to date when it
//     is asked for, by theirs; and where these are over by now, by those of their ends in turn.
//     Paths to the past are made short as they are walked.
//   - A transaction that is over and that no open one reaches is on no cycle to come. Nothing refers to
//     it any more: neither a record of an access nor a clock.
//   - An operation outside of transactions closes no cycle. Those of one thread with equal clocks are one
//     node, and most have the empty clock, which is none.
//
// The algorithms of the papers report some cycles later, at the end of a transaction. They lose some, since they
// forget a transaction that no edge has come into while an earlier operation of its thread is still of importance.
// Here what is known of a thread goes on from one of its transactions to the next.
//
// An event costs time in proportion to the number of transactions that are open, and most events a constant: those of
// which the clock brings no news. Memory is for the variables and locks, times the threads that read a variable since
// it was written. It is also for the edges by which each open transaction reaches each other one.
package serial
