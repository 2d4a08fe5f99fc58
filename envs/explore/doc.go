// Package explore chooses schedules: which thread of a program goes on, wherever that matters.
//
// A System is a program whose threads stop before each operation that another thread could notice, and say what they
// are about to do. A Strategy chooses which of them does it. Run brings both together, execution after execution, until
// the strategy has none left:
//
//	by := explore.NewDPOR(explore.DPOROptions{})
//	report := explore.Run(system, by, explore.Options{}, func(x explore.Execution) bool {
//		fmt.Println(x.Schedule)
//		return true
//	})
//	fmt.Println(report.Complete)
//
// The package knows no language and imports nothing but the standard library, so that it can be compiled into the
// program that it schedules. Package ir makes systems of programs of the textual IR. Package control has strategies
// schedule the goroutines of Go tests.
//
// # Strategies
//
//	NewReplay       It executes one schedule, as it was written down.
//	NewExhaustive   It executes every schedule, or every one of few preemptions.
//	NewDPOR         It executes one schedule of each trace.
//	NewRandomWalk   It draws each enabled thread with the same chance.
//	NewPCT          It goes by priorities of threads, which change at d-1 points.
//	NewPOS          It goes by priorities of operations.
//
// The last three end after a number of executions. Schedule.Shrink leaves out of a schedule what does not matter for
// what it shows. States does not choose schedules. It searches the states of a Rewinder, which can go back to a state.
//
// Two operations are dependent if they belong to one thread, or access one object and not both share it. They are
// dependent, too, if the Orderer is told that the second one comes later. Two schedules are equivalent if one becomes
// the other by swapping neighbours that are independent. A trace is a class of schedules that are equivalent
// (Mazurkiewicz 1977). All schedules of a trace lead to the same state, in which the same threads wait.
//
// NewExhaustive and NewDPOR are complete if each execution ends. A bound on their length or on preemptions leaves
// something out; the report says so.
//
// # Words
//
//	operation    What a thread does from one stop to the next.
//	object       What an operation accesses, such as a variable or a lock. It has a number.
//	enabled      A thread is enabled if it can do its operation now. Otherwise it waits for others.
//	choice       Which thread goes on. Of an operation with several results it says which one, too.
//	schedule     The choices of one execution.
//	preemption   A choice of another thread while the one that went on last is enabled.
package explore
