// Package waiting follows for what threads wait, and whom they keep waiting meanwhile.
//
//	sync a { join t }        // waits for the end of t, and keeps waiting who wants a
//	func t() { sync a { } }  // waits for a, and keeps waiting who wants t to end
//
// What threads wait for is a Thing: a lock, or that others do something, by which it is filled or emptied. A thread
// keeps others waiting for what it holds: a lock, or something that it will do only after it has waited. So there is an
// edge from each thing that it holds to the one that it waits for, and a cycle of edges is threads that wait for each
// other, if all that happens at the same time.
//
// A thread wakes others that receive by sending and by closing a channel, those at a condition by notifying of it,
// those that wait for its end by ending, or by telling its group, and those that send on a channel without a buffer by
// receiving. A channel that may have a buffer lets those go on who send. To receive from it a frame need not wait that
// has sent to it, itself, by a call, or by a caller: it is a semaphore. Of several cases of a select none waits, since
// another one may be the way out; the one that is chosen wakes others.
//
// A checker embeds a Follower, and is told of each edge. What a frame has waited for, and whom it woke, is known to its
// callers; which locks are held around a frame, to those that it calls.
package waiting
