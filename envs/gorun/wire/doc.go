// Package wire carries what a program with probes did from that program to a checker:
//
//	program --ring--> Ring.Batches --> Decoder.Events --> envs.Event, for a driver, while the program runs
//
// The probes (package probe) write records to shared memory: where control went at a branch, which lock was taken, which
// function was entered. The observer reads them in the order in which they may have happened, and the decoder finds, in
// the operations of the program, what was executed between one record and the next. A record that cannot follow the one
// before is an error that names the place, and the goroutine is picked up again at its next record.
//
// # Order
//
// Records of one goroutine come in their order. Lock and Fork records have numbers, given out while the lock is held, and
// come in the order of these; so operations on one lock come in the order in which they happened, and a goroutine
// starts after the statement that started it. Nothing is said about the order of other operations of two goroutines.
//
// # Memory
//
// A goroutine that has entered a function with probes holds a chunk of 4 KiB until it ends. Beside these there are the
// full chunks that the observer has not read; when they get too many, the program waits. It waits as in a system call: the
// garbage collector and goroutines without probes go on.
//
// # When one of the two dies
//
// What a killed program had written is in the ring. If the observer dies, the program notices when it has to wait, and
// goes on without probes.
package wire
