// Package views is the checker for view consistency, a notion of high-level data races. One thread accesses variables
// together, in one block of a lock. Another thread accesses them one after the other, in several blocks.
//
//	sync lock { x = y; y = x }         // one thread has the view {x, y},
//	sync lock { x = 0 }                // another one {x}
//	sync lock { y = 0 }                // and {y}: the first may come between
//
// No access is without the lock, so there is no data race. But what the first thread takes for one thing, it may see
// half changed. It is the algorithm of Artho, Havelund and Biere ("High-level data races", STVR 2003; thesis, chapter
// 3). A view is what a thread accesses under a lock, from taking it to giving it back. The views of a thread agree
// with one of another thread if what they have in common with that one is a chain. The thread may look at less, but
// not at two separate parts. Package view has the definition.
//
// A finding is about one block and its variables that others take apart (kind view-inconsistency), and shows at the
// end of each block that has part in it. What is never written under a lock, atomic or volatile is left out. So is
// what a function does with an object that it has made and that nobody else has reached: nothing comes in between. To
// put the address of a part of an object, such as its lock, into that object is not to write: it could say nothing
// else. Left out are elements of arrays, slices and maps. The same field of another object is not another variable. By
// either, blocks would differ that do the same.
//
// # Locks
//
// The definition compares all views with each other. Where locks are nested, that gives reports that are known to be
// false (thesis, section 11.3). An inner block of another lock has a smaller view, though who holds the outer lock
// cannot come between two of them. So here a view counts against another one for the variables that both access under
// the lock of its block. It does not count if a lock was held around that block which the other one holds as well.
// Then the outer block's view is what counts.
//
// Over all paths a variable is a field of all objects of a type. It is in the view of a lock only if the lock has a
// name for it that means the same wherever the field is accessed (envs.HeldLock). That is a lock of the same object,
// or of its owner, or one that has a name of its own. So fields of different objects are told apart by their locks.
//
// # Threads
//
// The blocks of a thread are compared with those that may be executed at the same time by
// another one, as far as threads and what orders them are known (envs.Segments.MayOverlap).
//
// # Ranks
//
// Two variables need not belong together because one block accesses both, and a thread that may take them apart need
// not go by both. So each report has a rank (-ranked prints the highest first) and its reasons, which suppress
// nothing.
// For a defect speaks that
//
//   - one function takes both parts, or one leads to both
//   - the order of the blocks matters: the whole writes on both sides, or each part writes its own, or one part reads
//     what it may go by when the other one writes
//   - the variables are mostly written together, and lie beside the lock
//
// Against one speaks that
//
//   - no order matters, since two of the blocks only read
//   - the parts are two ways through one block
//   - the variables are mostly written apart
//   - one variable is only ever set to constants, as what is cleared at the end
//   - one variable is a counter, or a word of flags, of which others mean others
//   - one variable is written without the lock, too
//   - the block is about much else
//
// Three blocks are told of: those with the highest rank by what they do.
//
// # Options
//
// On the command line each has the checker's name before it: -views.plain.
//
//	-plain        compares all views with each other, as the definition does
//	-conditional  takes what a block would have accessed on another way through it for
//	              accessed: that it did not look at it is as if it had looked and not cared. These
//	              are the false reports of the thesis, section 9.5. What counts is what stands
//	              on any way between the operations that take the lock and give it back,
//	              if that is in one function, and in what is called there
//	-elements     lets elements be variables, and tells fields of objects of a type apart
//	-least n      leaves out conflicts about less than n variables
//
// # Soundness
//
// Over all paths the checker reports the blocks that a run reports, as far as the environment's assumptions hold. Each
// lock has to protect the fields of one object of a type, or the objects have to have names of their own. And no block
// may have more than 8 views, since one view with everything in them then stands for them. Missed is what some
// function literals do that are called under a lock: nothing in the function that calls one relates the lock to what
// the literal has captured. An example is s.d.Do(func() { s.x++ }), where Do takes a lock of s.d. Left out is a block
// that accesses more than 64 variables: it is not about one thing. Such is one that calls a function of which nothing
// is known.
//
// The checker keeps of a variable the first 256 sets that blocks accessed with it, and of a block the
// first 256 different parts that others access. In a run it keeps the last 64 times at which a block accessed
// the same variables, 8 of each thread. What is farther apart is missed.
//
// # Judged on real code
//
// The folder judged has what reading the code said of the highest-ranked reports about some modules, in
// the form of the command's flag -judged. Without options there are, by module and by a thousand lines,
//
//	std                        142  0.26
//	hashicorp/raft              10  0.91
//	hashicorp/memberlist         8  1.18
//	nats-server ./server/...  1024  6.94
//	etcd server                113  2.23
//	client-go                   50  0.18
//	prometheus ./tsdb/...       48  1.18
//	all                       1395  1.28
//
// Of the first 40 of all together, 7 are harmful, 17 benign, 11 spurious and 5 false. False are those about objects
// that nobody else has yet, further up than in the function that makes them, and about two objects of a type.
// Spurious are parts that only one goroutine takes, one after the other, or that another lock is held around.
package views
