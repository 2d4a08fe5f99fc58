// Package clock is the domain of vector clocks, which tell what happens before what
// in a run (Mattern, 1989; Fidge, 1988), and of epochs, which tell it of one
// event in one word (Flanagan and Freund, "FastTrack", PLDI 2009, section 3).
//
// Each thread counts its steps from 1 on. A vector has a time for each thread, and
// stands for a set of steps: of each thread those up to its time. So the order of
// vectors is inclusion, and their join is what is known after two pasts have come
// together. The zero Vector is bottom, no step at all; top is every step. An Epoch is
// one step of one thread; whether it is in a vector takes one comparison.
//
//	d := clock.Domain{}
//	main := d.Tick(d.Bottom(), 0)
//	worker := d.Join(d.Tick(d.Bottom(), 1), main) // main starts worker
//	write, _ := clock.At(0, main.Time(0))         // 1@0
//	worker.Has(write)                             // true: it happens before what worker does
//
// Threads are numbered densely from 0 on, since a vector is a tree by thread. What no
// longer fits (more than MaxThreads threads, or more than MaxTime steps of one) becomes
// top, and not a wrong order.
package clock
