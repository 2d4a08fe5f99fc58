// Package confirm looks for schedules that show what was found over all paths of Go packages.
//
//	attempts, err := confirm.Confirm(ctx, confirm.Config{
//		Load:    gosrc.Config{Dir: dir, Patterns: []string{"./..."}},
//		Witness: func(checker string) envs.Witness { return envs.Between },
//	}, findings)
//	for _, a := range attempts {
//		if a.Shown != nil {
//			fmt.Println(a.Finding.Message, a.Shown.Test, a.Shown.Schedule)
//		}
//	}
//
// A finding over all paths says what may happen. Here tests are executed under schedules that are steered to where it
// would (package control), until an execution shows that it does. That execution can be made again.
//
// # What shows a finding
//
// Each checker says in which way an execution shows what it finds (dataflow.Analyzer.Witness). Another thread comes
// between, accesses race, threads wait for good, or the program ends. A call that panics after another thread came
// between, and ends the program, counts as well. That needs no more than the places of a finding.
// So it is the same for each checker of the kind. It shows that there is a schedule under which the finding happens.
// People have to say whether what comes of it is wrong, unless the execution fails as well (Shown.End).
//
// # Which tests
//
// Each test is executed once to see which findings it reaches. Tests with more than one thread are executed under
// schedules that are drawn. Threads that come to a place of the finding, or next to it, let others go first. If that
// shows nothing, every schedule is executed. If there are too many, every one with one preemption is. Attempt.Covered
// says of which tests the time has allowed it.
//
// Where none of these shows a finding, the tests that come to it are given a second thread (package amplify). It begins
// when the finding's function is called. It calls that function, too, or another one of the package that writes what
// the first one accesses. Where that shows nothing either, tests are written, if an object of the type can be made.
//
// # What it rests on
//
// It rests on what package control says about its executions, and package amplify about the second thread. Calls that
// the program never makes at the same time are no defect of it. So Shown says which calls were made.
package confirm
