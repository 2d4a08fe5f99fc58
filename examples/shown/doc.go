// Package shown stands for the programs in the folders below it. Each brings about a defect that
// Parallax reported by looking at the source of a module that many use, without running it. The
// modules are not changed.
//
//	program    of                              found by                  runs that go wrong
//	streams    github.com/nats-io/nats-server  stale, check-then-act     STREAMS of 1000
//	leafnodes  github.com/nats-io/nats-server  stale, check-then-act     LEAFNODES of 1000
//	discovery  k8s.io/client-go                stale, check-then-act     DISCOVERY of 1000
//	informer   k8s.io/client-go                methods                   INFORMER of 1000
//	expvar     the standard library            stale, lookup-then-act    EXPVAR of 1000
//
// How often that is depends on the machine, here one with two cores and much else to do. With
// a delay in the gap, and nothing else, it is always: where there is a file delay.diff in the
// folder, the test builds the program as if that diff were applied. It takes care that the diff
// adds nothing but delays, and stops if it does not fit.
//
// The package comment of each program tells the report, the bad schedule and what comes of it.
// This is a module of its own, so that Parallax does not depend on those modules, and its tests
// are not among those of Parallax. With the module proxy within reach, in this folder:
//
//	go run ./streams                             # try your luck
//	go test -v                                   # run each program, as it stands and delayed
//	go test -v -run Shown/streams -runs 1000     # more often
//	go test -v -run Reported                     # does Parallax still report them?
//
// Some of the reports can also be seen in a run, where the operations are those of one path:
//
//	parallax run -checker stale -relaxed expvar ./expvar --
package shown
