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
// program that it schedules. Package ir makes systems of programs of the textual IR.
//
// # Strategies
//
//	strategy        chooses                                       ends
//	NewReplay       one schedule, as it was written down          after one execution
//	NewExhaustive   every schedule, or those of few preemptions   when all were chosen
//	NewDPOR         one schedule of each trace                    when each trace had one
//	NewRandomWalk   each enabled thread with the same chance      after a number of executions
//	NewPCT          by priorities that change at d-1 points       after a number of executions
//	NewPOS          by priorities of operations                   after a number of executions
//
// States does not choose schedules, but searches the states of a Rewinder, which can go back to a state.
//
// Two operations are dependent if they belong to one thread, if they access one object and not both share it, or if the
// Orderer is told that the second one comes later. Two schedules
// are equivalent if one becomes the other by swapping neighbours that are independent. A trace is a class of schedules
// that are equivalent (Mazurkiewicz 1977). All of them lead to the same state, in which the same threads wait.
//
// NewExhaustive and NewDPOR are complete if each execution ends. A bound on their length or on preemptions leaves
// something out; the report says so.
//
// # Words
//
//	operation    what a thread does from one stop to the next
//	object       what it accesses: a variable, a lock, a channel; known by a number
//	enabled      says of a thread that it can do its operation now; otherwise it waits for others
//	choice       which thread goes on, and, of an operation with several results, with which
//	schedule     the choices of one execution
//	preemption   a choice of another thread while the one that went on last is enabled
package explore
