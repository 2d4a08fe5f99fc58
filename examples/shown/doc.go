// Package shown stands for the programs in the folders below it. Each brings about a defect that
// Parallax reported by looking at all paths of a module that many use, without running it. The
// modules are not changed.
//
//	program    of                              reported as               goes wrong in
//	streams    github.com/nats-io/nats-server  stale, check-then-act      238 of 1000 runs
//	leafnodes  github.com/nats-io/nats-server  stale, check-then-act        0 of 1000 runs
//	purge      github.com/nats-io/nats-server  methods                      0 of    8 runs
//	discovery  k8s.io/client-go                stale, check-then-act     1000 of 1000 runs
//	informer   k8s.io/client-go                methods                      0 of 1000 runs
//	expvar     the standard library            stale, lookup-then-act     393 of 1000 runs
//
// How often that is depends on the machine, here one of two cores that had much else to do.
// With a delay in the gap, and nothing else, it is always: where there is a file delay.diff in
// the folder, the test builds the program as if that diff were applied. The test refuses a diff
// that adds anything but delays, or that does not fit. The server that discovery asks is slow by
// itself, which is delay enough.
//
// The comment of each program tells the report, the bad schedule and what comes of it. This is
// a module of its own, lest Parallax depend on those that it looks at, so its tests are not run
// with the others. They need the module proxy, and some minutes the first time; in this folder:
//
//	go run ./streams                             # try your luck
//	go test -v                                   # all of it
//	go test -v -run Shown/streams -runs 1000     # how often, as it stands, and with the delay
//	go test -v -run Reported                     # does Parallax still report them?
//	go test -v -run Confirmed -timeout 30m       # does it find schedules that show them?
//
// The command confirm finds such a schedule for four of them. It has the report alone, and not these programs. The
// tests of the other two, streams and leafnodes, use the network. They were not searched to the end.
//
// The report can be seen in a run, too, here of streams and of expvar. The module has to be
// copied, as the go command replaces no files of its cache:
//
//	go mod edit -replace github.com/nats-io/nats-server/v2=/tmp/nats-server
//	parallax run -checker stale github.com/nats-io/nats-server/v2/server ./streams --
//	parallax run -checker stale expvar ./expvar --
package shown
