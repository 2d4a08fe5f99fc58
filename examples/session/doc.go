// Package session looks at programs from two sides, for programs: it does what a command around checkers does,
// without flags and without printing. Package driver, the command, and package checkertest, which tests checkers, are
// its clients.
//
//	s := &session.Session{Checkers: []*dataflow.Analyzer{stale.Analyzer()}, Dir: "../mymodule"}
//	programs, err := s.Open(ctx, session.Source{Patterns: []string{"./..."}, Tests: true, Runs: true})
//	for _, p := range programs {
//		paths, err := p.Check(ctx)                                // all paths
//		runs, err := p.Watch(ctx, session.RunConfig{Tests: true}) // the runs that the tests make
//		for _, row := range session.Compare(paths, runs) {
//			fmt.Println(row.Class, row.Shown.Pos, row.Shown.Message)
//		}
//	}
//
// What can be done, and what it gives:
//
//	Session.Open     programs of any environment: Go packages, files of the textual IR, what a caller adds
//	Program.Check    a Result over all paths
//	Program.Watch    a Result of runs: of main, or of tests; on line, or once each run is over
//	Program.Record   the events of runs, written down for later
//	OpenTrace        a recording, or a trace of another tool, in any format that package trace knows
//	Session.Replay   a Result of the runs in a trace
//	Trace.Convert    a trace in the other format
//	Compare          rows, which lay a Result over all paths beside one of runs
//
// # Checkers
//
// The checkers of a Session look at a program together. Their flags are set before (Analyzer.Flags), and those that
// read files are made ready by SetUp. What they need to see of a run decides what the run records.
//
// # Environments
//
// An Environment opens programs of one kind. A Session without any has those of this module:
//
//	GoPackages  patterns as for the go command; main packages and tests are run with probes
//	Textual     .plx files (package ir); main is run under one schedule after another
//
// A caller adds another one beside them. Files makes an Environment of a parser, and Schedules makes runs of an
// interpreter; examples/custom has both on a page.
//
// # Errors
//
// What could be done is in a result, and what could not be done is in the error beside it, as in
// dataflow.Analyzer.Fixpoint.
// An error joins all that went wrong. Problems takes it apart, with the place of each in a file. If ctx is done, the
// error is that of ctx, and the result holds what was found before.
package session
