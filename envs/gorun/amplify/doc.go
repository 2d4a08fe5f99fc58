// Package amplify gives a function that tests call from one thread a second thread, so that a schedule can show what is
// wrong with it.
//
//	pairs := amplify.Pairs(prog, fn)                     // what may be called beside fn, the best first
//	files, refused, err := amplify.Second(ctx, prog, pairs, amplify.Config{})
//	env := amplify.Env(0, 2, amplify.Beside)             // pairs[0], at the second call of its function
//
// Static checkers find methods that check in one critical section and act in the next one. That is wrong only if
// another thread comes between, and most tests have one thread. Package amplify writes source text, for package control
// or "go test -overlay". It adds files, and changes no line number. There are two products:
//
//	Second  makes an existing test concurrent: at one call of a function, a goroutine calls another one.
//	Test    writes a test of its own, which judges what concurrent calls come to.
//
// # A second thread
//
// The function gets a statement at the beginning of its body, on the line of the brace:
//
//	func (c *Cache) Put(key string, v int) { if zzAmplify0 != nil { defer zzAmplify0(c, key, v)() };
//
// The variable is in a new file of the package. It is nil until the init function of that file has found its number in
// the variable PARALLAX_AMPLIFY of the environment. Only the call of which Env tells gets a second thread, and so
// neither calls within it nor those that the second thread makes. The hook knows the Mode:
//
//	Beside  The second function is called in a goroutine once the first is entered. The first returns after it.
//	Before  The goroutine ends before the first function goes on.
//	After   The goroutine begins when the first function is about to return.
//
// What goes wrong with Before and After, too, is no matter of order in time within the function. A wait for the second
// thread is given up after a second, as the first one may hold what it needs. Under package control that takes no time.
//
// The second function is called on the first one's receiver, or on an argument of the right type. Its arguments are
// those of the first function if the types are identical, and else small values that are written out. So the first
// candidate is the function itself with the same arguments, unless its caller may have to hold a lock.
//
// # A test
//
// The test makes an object, calls several of its methods at the same time, and waits. What the calls come to are their
// results, and the state of the object. It must be what they come to in some serial order, on a fresh object, as the
// test has computed first. That is linearizability without the order in real time (Herlihy and Wing, 1990), as the
// calls all overlap. It is decided as by Line-Up (Burckhardt et al., PLDI 2010, section 3). The state is printed by
// reflection. What says nothing of it is left out: locks, times, functions, and what is in channels.
//
// # Candidates
//
// Pairs are found as Narada does (Samak, Ramanathan and Jagannathan, PLDI 2015): two functions with one object, of
// which one writes what the other accesses. Accesses are those of a function and of what it calls in its package, by
// classes of memory (envs.Loc). To draw calls and to judge them by serial orders comes from ConTeGe (Pradel and Gross,
// PLDI 2012).
//
// # Assumptions
//
// A function may be called by any thread on the object that a test has passed, with the arguments of the test. That is
// not so for a function that wants its caller to hold a lock. Those that nothing exports, and that are called by
// functions with locks, come last, and Pair.Why says so. Arguments of a test may not be meant for two threads, such as
// a reader.
package amplify
