// Package waiting follows for what threads wait, and whom they keep waiting meanwhile.
//
//	sync a { join t }        // waits for the end of t, and keeps waiting who wants a
//	func t() { sync a { } }  // waits for a, and keeps waiting who wants t to end
//
// What threads wait for is a Thing: a lock, or that others do something, by which it is filled or emptied. A thread
// keeps others waiting for what it holds: a lock, or something that it will do only after it has waited. So there is
// an edge from each thing that it holds to the one that it waits for. A cycle of edges is threads that wait for each
// other, if all that happens at the same time.
//
// What wakes whom:
//
//	those that wait                             are woken by a thread that
//	to receive from a channel                   sends, or closes the channel
//	to send on a channel without a buffer       receives
//	at a condition                              notifies of it
//	for the end of a thread                     ends, or tells its group
//
// A channel that may have a buffer lets those go on who send. A frame need not wait to receive from it if it has sent
// to it, itself, by a call, or by a caller: the channel is a semaphore. Of several cases of a select none waits, since
// another one may be the way out. The one that is chosen wakes others.
//
// A checker embeds a Follower, and is told of each edge. What a frame has waited for, and whom it woke, is known to its
// callers; which locks are held around a frame, to those that it calls.
package waiting
