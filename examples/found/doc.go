// Package found stands for the tests in the folders below it. Each shows a defect of a module that many use. The
// modules are not changed, and the tests use what they export.
//
// The existing tests of these modules were executed by "parallax explore", under a hundred schedules each. Some failed
// that pass otherwise, or had races. Each failure was looked into. Most are defects of the tests, which rely on time.
// These were defects of the modules, or led to some that are close by:
//
//	test                                  of            shown by              without explore
//	ants        TestRebootRace            v2.12.1       112 of 1000           1 of 20,000 with -race
//	ants        TestRebootWaits           v2.12.1         4 of 1000           not seen
//	ants        TestSignalIsLost          v2.12.1        44 of 1000           1 of 20,000
//	backoff     TestTickAfterStop         v5.0.3        158 of 1000           832 of 3,000
//	fx          TestStopAgain             v1.24.0       209 of  428           15 of 30
//	goleveldb   TestRecover               v1.0.0       1000 of 1000           each
//	pond        TestErrorAfterCancel      v2.7.1         17 of 1000           1 of 100,000
//	protoactor  TestProduceIsSeen         of 2024-08     34 of 1000           0 of 300,000
//	protoactor  TestDisposeEnds           of 2024-08     14 of 1000           1 of 80,000
//	protoactor  TestProduceWhileDisposed  of 2024-08     51 of 1000           less than 1 of 10,000
//	protoactor  TestCancelledIsSaid       of 2024-08    531 of 1000           0 of 20,000
//	ttlcache    TestStopBeforeStart       v3.4.1        668 of 1000           9 of 10
//	watermill   TestCaptured              v1.5.1        656 of 1000           each with -race
//	yamux       TestLimitOfStreams        v5.1.0         61 of 1000           5 of 50,000
//	yamux       TestClosedStreamIsGone    v5.1.0        316 of 1000           0 of 50,000
//
// Shown by so many schedules means: of those that explore draws by default. Without explore is what "go test" shows of
// the same tests, on a machine with two cores that had much else to do.
//
// This is a module of its own, lest Parallax depend on those that it looks at, so its tests are not run with the
// others. They need the module proxy, and two or three minutes; in this folder:
//
//	go test -v                                       # is each of them shown by a schedule?
//	parallax explore ./yamux                         # two of them, with their schedules
//	go test -race -count 20000 -run Reboot ./ants    # try your luck
package found
