// Package gallery stands for the programs in the folders below it, each of a known shape in
// which concurrent programs go wrong. They are short and ordinary, pass their tests, and have
// a correct twin in the folder fixed.
//
//	lostupdate      reads, computes and writes in two critical sections.
//	getset          does so through accessors, each of which locks.
//	atomiccounter   does so with an atomic variable.
//	checkthenact    looks in one critical section, and acts in another one.
//	overdraw        does so through methods, each of which locks.
//	syncmap         does so with a sync.Map.
//	refcount        does so with two atomic operations.
//	closedused      asks whether something is closed, and then uses it.
//	optimistic      retries, but checks in another critical section than it writes in.
//	droppedlock     gives its lock back in the middle.
//	condloop        waits for a condition with an if.
//	stringbuffer    asks for a length, and then for as much.
//	iterator        goes through a list that may change on the way.
//	splitsection    writes what belongs together in two critical sections.
//	tornread        reads what belongs together in two critical sections.
//	atomicpair      has two atomic variables that belong together.
//	counter         reads without the lock.
//	readlockwrite   writes under a lock for readers.
//	snapshot        gives out the slice that it guards.
//	handover        writes to what it has handed over.
//	publication     hands out what is not complete.
//	lazyinit        makes something when it is first needed, without a lock.
//	doublechecked   looks without the lock, and then with it.
//	abandoned       leaves a goroutine that sends, and takes another case of a select.
//	lockcycle       takes two locks in any order.
//	earlyreturn     keeps its lock where it returns early.
//	retaken         takes a lock for readers that it holds already.
//	lateadd         announces to a group what it has started before.
//	reusedgroup     announces the next round to a group, while the last one is still waited for.
//	lostsignal      notifies of a condition without the lock.
//	lostcancel      returns early, and does not cancel what it has started.
//
// The package comment of each tells of a bad schedule, and its test brings it about. The
// programs are a module of their own, as those of a user are. All the checkers, side by side, on
// one of them and its twin:
//
//	parallax compare -checkers all -C examples/gallery ./tornread/...
//
// The file expected.txt in each folder says what every checker reports, and what a person
// makes of it. A test of the command holds the checkers to it (examples/parallax):
//
//	go test ./examples/parallax -run Gallery           # do their tests pass, and has anything changed?
//	go test ./examples/parallax -run Gallery -update   # write what there is now
//
// A line is for a finding that both sides have, or one of them:
//
//	CLASS  CHECKER  KIND  PLACE  FUNCTION  JUDGEMENT
//
// or it names the checkers that find nothing:
//
//	silent  CHECKERS  JUDGEMENT
//
// The judgement is a person's: "true", "benign" or "false" for a finding, "right" or "missed" for silence; each with
// the reason behind a colon, where one wonders. Of checkers that only inform the kind goes with what is inferred,
// which is "inferred" if a person would write that, too, or "odd"; their silence is right. What -update has found to
// be new is to be judged, with "?", and the test fails as long as it is. What shows in tests only is left out. So
// "missed" is a defect that the checker's definition leaves out, which its author may want to know. That a checker is
// silent that is about something else is right.
//
// The tests of the programs stage a bad schedule. Those in testdata/schedules do not: each says what has to hold of a
// program, and of its twin, while a few goroutines use it. All schedules of these can be explored:
//
//	parallax explore -by source -executions 10000 -C examples/gallery ./testdata/schedules
//
// All elements of slices of one type are one variable over all paths, and so are those of maps.
// So that the programs can be looked at together, each has element types of its own.
package gallery
