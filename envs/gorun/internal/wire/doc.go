// Package wire carries what a program with probes did from that program to a checker:
//
//	program --ring--> Ring.Batches --> Decoder.Each --> envs.Event, for a driver, while the program runs
//
// The probes (package probe) write records to shared memory: where control went at a branch, which lock was taken,
// which function was entered. The observer reads them in the order in which they may have happened. In the operations
// of the program, the decoder finds what was executed between one record and the next. A record that cannot follow the
// one before is an error that names the place, and the goroutine is picked up again at its next record.
//
// # Order
//
// Records of one goroutine come in their order. Lock, Fork, Signal and Observe records have numbers, given out while
// the thing happens, and come in the order of these. So operations on one lock come in the order in which they
// happened, and a goroutine starts after the statement that started it. Nothing is said about the order of other
// operations of two goroutines.
//
// # Identities
//
// A record has the address of a lock, a variable, a channel. An address is used again when the collector has freed what
// was there. So the observer has to know when it means something else, and says so (Memory, envs.Forget). It is exact,
// and costs the program nothing between two collections. When the world is stopped and the marks are complete, the run
// time writes down which objects have none. A record whose address belongs to a later time says so, by an Epoch record
// before it. It waits until all streams have been read up to the collection. What is not on the heap keeps its address;
// what is on a goroutine's own stack is accessed by no other, and has no identity.
//
// # Memory
//
// A goroutine that has entered a function with probes holds a chunk of 4 KiB until it ends. Beside these there are the
// full chunks that the observer has not read; when they get too many, the program waits. It waits as in a system call:
// the garbage collector and goroutines without probes go on.
//
// # When one of the two dies
//
// What a killed program had written is in the ring. If the observer dies, the program notices when it has to wait, and
// goes on without probes.
package wire
