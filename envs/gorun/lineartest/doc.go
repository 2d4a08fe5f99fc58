// Package lineartest checks in a test that an object is linearizable: each call of its operations seems to take effect
// at one moment between its beginning and its end. That has to be so whatever threads call it, under any schedule.
//
//	func TestCounter(t *testing.T) {
//		lineartest.Check(t, func(t *lineartest.T) {
//			c, model := new(Counter), 0
//			t.Command("Add", c.Add, rapid.IntRange(1, 3)).Model(func(n int) { model += n })
//			t.Command("Get", c.Get).Model(func() int { return model })
//		})
//	}
//
// The function makes an object, and names the commands on it. Arguments are drawn by generators of rapid. A program is
// some calls, then two or three threads that make calls side by side, then some calls again. Check executes many
// programs, each under a schedule that is drawn (see package control). What the calls of an execution have returned is
// its history. A sequential execution has to explain it. That one makes the calls one after the other, each after those
// that had ended before it began. The source is Herlihy and Wing, Linearizability: a correctness condition for
// concurrent objects, TOPLAS 1990.
//
// # The sequential specification
//
// It is made of the models of the commands. A model is a function that does what the command does, to variables of the
// test's function. That is called again for each sequential execution, so that models begin anew. It needs no locks.
// A model that is told the results, too, and says whether they are right, allows for several: an entry of a cache may
// be there or not. A command that has no model is its own: what it does sequentially, to an object of its own, is right
// (Burckhardt, Dern, Musuvathi and Tan, Line-Up, PLDI 2010). In one test either all commands have models or none has,
// unless a command has no effect that others see.
//
// # What is found
//
//	not linearizable   No sequential execution has the results of the calls.
//	fail               A command calls Errorf, or what it calls does.
//	deadlock           No goroutine can go on.
//	panic, fatal       A command panics.
//	data race          Nothing orders two accesses of the same memory.
//
// An invariant is checked by Errorf. A command that may panic as a result recovers, and returns that.
//
// A failure is made small. The program has as few threads and calls as can be, with simple arguments. Calls are made
// before or after the others if that suffices. Then schedules are searched that have no preemption, then those that
// have one, and so on. What is left is told as a table, in the order of time:
//
//	thread 1     thread 2
//	Add(1) ...
//	             Add(1) = 1
//	... Add = 1
//
// With it stands how to see it again. A smaller program is taken if one of 100 schedules that are drawn shows the
// failure, or one of 500 with at most one preemption. So the least one may be missed.
//
// Calls that wait for others, such as those that take from a channel, have a deadlock in programs in which nobody ends
// the wait. They need a way out. What is returned is compared at the end: a pointer to what changes later is not told
// apart from a value that was wrong.
//
// # How it is executed
//
// Check builds the tests of the package again, with the patched run time of package control, and starts processes of
// these. They execute the same test up to Check. So the test must do the same whenever it is executed, and little
// before Check. The first build takes half a minute, as it compiles the standard library; later ones one or two
// seconds. The working directory is that of the package, as "go test" has it.
//
// Where the test is executed by "parallax explore", each execution has a program that follows from its random number.
// With strategies that search, that is one program. Where programs cannot be controlled, which is everywhere but on
// Linux with amd64, they are executed under Go's scheduler, and the log says so. There a deadlock or a panic ends the
// test.
//
// Calls begin and end at accesses of one atomic variable, which are points of the schedule. They order calls that are
// not made at the same time, so a data race is seen in schedules in which calls overlap.
package lineartest
