// Package mover is the domain of atomicities: how what one thread does commutes with what the
// other threads do meanwhile.
//
// A right mover, such as taking a lock, may be swapped with what another thread does right after
// it. A left mover, such as giving a lock back, may be swapped with what another thread does right
// before it. A transaction can be moved together if it consists of right movers, then at most one
// step that is neither, then left movers. However its threads are interleaved, all ends as if it
// had been executed at once (Lipton, Reduction, CACM 1975).
//
//	    Compound      not known to be atomic
//	       |
//	     Atomic       as if at once: R*N?L*
//	    /      \
//	Left        Right
//	    \      /
//	     Mover        both: accesses under the lock that protects the memory
//	       |
//	     Const        nothing that another thread could tell: accesses to memory
//	       |          that is not shared, or not written
//	     None         no path leads here
//
// A path is made of its operations by Then, a choice by Join, and a loop by Loop. Then has
// Const as its unit, is associative, and distributes over Join:
//
//	mover.Right.Then(mover.Mover).Then(mover.Left)   // Atomic: a block of one lock
//	mover.Atomic.Then(mover.Atomic)                  // Compound: two of them
//
// # Idle blocks
//
// Of an Atomicity it is not known any more which locks were taken. A Path knows of the lock that it
// gave back first and of the one that it took last, if all before, or after it, is Const. With
// that, a block is a Mover if the thread only accesses memory in it that is not shared or not
// written. This holds also if the block is put together from parts, such as the bodies of two
// functions that lock and unlock. The pattern is (R + Acq A* Rel)* N? (L + Acq A* Rel)* of theorem
// 3 of the report on run-time analysis of atomicity, section 5.2.3, after Wang and Stoller.
// Atomicity alone has the pattern R* N? L* of theorem 2. A block within a block that is idle does
// not keep the outer one idle, as in the theorem.
//
// Sources: the report, sections 4 and 5.2; Flanagan and Qadeer, A type and effect system for
// atomicity (PLDI 2003), for the sequential composition and the loop.
package mover
