// Package gorun watches Go programs and tests while they run.
//
//	prog, err := gosrc.Load(ctx, gosrc.Config{Patterns: []string{"./..."}, Tests: true, KeepSyntax: true})
//	b, err := gorun.Prepare(ctx, prog, gorun.Config{Tests: true})
//	defer b.Close()
//	s := b.Session(ctx)
//	for ev, err := range s.Events() { ... }
//	exit, err := s.Wait()
//
// The program is the one that is looked at statically. Package gosrc made operations of its SSA form. Here the same SSA
// form is written back as Go source with probes, compiled by the go command through an overlay, and run natively. What
// the probes write comes through shared memory and becomes events of the same operations. So a finding of a run and one
// of all paths have the same points and positions. The source tree, go.mod and the dependencies stay as they are.
//
//	what to probe    internal/plan   which functions, where in them, with which statements
//	how to write it  internal/regen  SSA functions as Go source, with such statements
//	                 internal/probe  what these call, and the changes in the run time of Go
//	how to read it   internal/wire   records in shared memory, decoded into events
//
// # What is seen
//
// Only packages that the patterns matched are written anew. In them these functions have probes:
//
//	by default        those in which or below which locks change, and those that return to such a function what they
//	                  loaded from memory; with any set, those between two of it that the compiler may inline
//	Config.Accesses   those that access memory which threads may share
//	Config.Order      those that start threads
//	Config.Meetings   those that start threads, and in which threads wait for others, or wake them
//	Config.All        all
//
// All others run as the compiler made them, and cost nothing. A function with probes says
//
//   - when it is entered and left
//   - which way control went at its branches
//   - which locks it takes and gives back, deferred operations included
//   - when it starts a goroutine
//   - which case of a select was taken
//
// What happened in between follows from the operations.
//
// With Config.Accesses the events say which memory is accessed (envs.Event.Obj). A field, an element and a variable
// are known by their address, a map as a whole. An identity whose memory was freed is forgotten (envs.Forget) before
// it is used again. These accesses have no identity:
//
//   - to memory of one thread (envs.Local), and to the goroutine's own stack
//   - to memory that is not written once it is shared (envs.Loc.Final)
//   - that fill an object which nothing else knows yet; to see them would cost up to a sixth more records
//   - to one of several elements that are appended or copied
//
// Of two accesses that are certain to be to the same memory, with nothing in between that could fail or wait, one has
// a probe. One is enough, too, for a load or store of a struct, which accesses its fields. Build.Accesses counts them
// all.
//
// With Config.Order the events show what happens before what (envs.Signal, envs.Observe). This covers the whole
// program, packages without probes and the standard library, too. Operations on locks have two events then: what the
// watched functions do to their locks, and what orders goroutines. The functions of sync/atomic are not seen where a
// package of the module cache calls them; the methods of its types are.
//
// A generic function is seen as it is written, not as an instance: checks of numbers whose type is a type parameter
// are not seen. Package initialisers are not written anew, but function literals in them are, and functions named
// init.
//
// # What is left out
//
// Programs spend much of their time in loops that fill buffers, or access the same few variables. A Config may leave
// out what says nothing new:
//
//	Elements: 64  leaves out the identities of elements from the 64th on: buffers that are filled
//	Repeats       leaves out accesses that a goroutine repeats in one place while nothing orders it with others;
//	              keeps which places access what, with which locks, and in what order
//	Selects       leaves out operations that no checker selects, and the probes at branches
//	Ways          with Selects: keeps these probes, so that all operations are counted
//	Calls: 8      with Selects: leaves out most calls that a goroutine makes again and again with no lock held, and with
//	              Repeats most of its accesses in one place; keeps a sample
//
// The last line of the table is what checkers can do with of which a part of what is repeated is enough
// (dataflow.Tuning.Samples): Elements: 64, Repeats, Selects and Calls: 8. Here are records, and in parentheses events,
// in per cent of those of a run that leaves out nothing. The runs are the tests of three packages (-short) with
// Accesses, Order and Meetings; eraser, race, views and lockorder select.
//
//	                       compress/flate  encoding/json  text/template
//	Elements: 64              88 (100)       100 (100)      100 (100)
//	Repeats                   88 (100)        80 (100)       98 (100)
//	Selects                   66 (30)         65  (37)       64  (33)
//	Selects, Ways            100 (30)        100  (37)      100  (33)
//	Selects, Calls: 8         12  (5)         22  (11)       30  (14)
//	all but Ways               2  (0)          7   (1)       29  (13)
//
// Elements and Repeats change nothing of what there is to know of a variable below the cut-off. Calls is a
// sample, and loses what only the others would have shown. What is done with a lock held has events as a whole or
// none, and what orders goroutines always has.
//
//   - A function that may itself return with other locks than before is never passed over.
//   - The program finds out which functions call such a function, and records all their later calls. Until then a call
//     that is passed over and returns with a lock silences its goroutine until that holds none.
//   - If such a call gives back a lock that another goroutine took, that one counts as holding it until somebody else
//     takes it, which may be reported.
//
// # What is not seen
//
// Build.Watched says of each operation whether it has events, and if not, why. Functions that keep their body are
// listed (Kept) with place and reason. They are those that cannot be written, those in files that import C, and those
// that the compiler refuses, which are taken back one by one. Packages that the run time of Go needs itself cannot have
// probes.
//
// An operation on a lock by a method value is seen where a variable of the function that made it is called. It is seen,
// too, where that function hands it on: returns it, passes it to a function of the program, or puts it into memory. In
// a literal that captures the variable it is seen without the lock's identity. It is not seen at all
//
//   - if the value is made by the initialiser of a package variable,
//   - is of an interface and called by a variable,
//   - or is passed to another package,
//   - and if it is a method expression that is handed on.
//
// A lock that is embedded in a type and taken through an interface of the program's own is not seen, unless that
// interface embeds sync.Locker. Through a sync.Locker it is seen as the object that embeds it. Where the lock is not at
// the object's beginning, that is another identity than the one it has when it is taken directly. The shared side of an
// RWMutex (RLocker) has events that say so (envs.Event.Direct).
//
// # Order and loss
//
// Operations on locks come in the order in which they happened, and so does all that orders goroutines. An access comes
// between what its goroutine signalled and observed before and after it. Of operations without a record, which have no
// identity, that is not certain. A program that is killed, panics or exits has delivered all that it did; one that
// writes faster than its events are taken waits. A record that does not fit the program is reported by Wait; that would
// be a defect here.
//
// # Waits and ends
//
// With Config.Meetings the events say when a goroutine has to wait for others, and when it waits no more (envs.Await).
// Code with probes notes which operation is about to be executed that may wait, and what it is about. The note becomes
// a record when the run time parks the goroutine. So an operation that need not wait has no Await. These are waits at
// channels, mutexes, conditions and groups, of goroutines that are in a function with probes. A wait for time, for a
// file or for the network is none. The operation of an Await is not known (PC is -1) where no probe notes it. That is
// so in functions without probes, in calls that are passed over, and at a select of more than 8 cases.
//
// A goroutine that never goes on has a Halt:
//
//   - All goroutines are asleep, or a collection finds that nothing which can run refers to what it waits for. Then
//     nothing can wake it (Done). Goroutines that are in no function with probes have such a Halt, too.
//   - It still waits when the run is over. Direct says that a signal, its context or the time limit of the tests has
//     ended the run.
//   - It ends the program, by a panic that nobody recovers or by a fatal error. Failure has the first KiB of the text.
//     Of a panic with a value that is no string, error or Stringer, it has the type. These Halts come whatever the
//     Config says.
//
// Such a collection is that of the goroutine leak profiles of Go. There may be one at the end of each test, before the
// program exits, and at the time limit of the tests. There is none if no goroutine waits. At the end of a test one has
// to wait that is newer than those which waited at the last collection. Nor is there one at the end of a test once all
// took more than 50 ms and 1/64 of the time that the program runs.
//
// With a Halt the run time writes the lines at which the goroutine's frames are, with probes or without. Where no probe
// tells the operation, it is found by these. It is in the innermost line in which the program has an operation that may
// end so. So a goroutine that waits in a library is told of where the program calls it.
//
// # Perturbed runs
//
// What only rare schedules show, a run seldom shows as it comes. With Config.Perturb and Session.Perturb goroutines
// are delayed before operations at which it matters who comes first, and after those that give a lock back. These are
// operations on locks, channels, groups and conditions, atomic ones, selects and go statements, in the functions with
// probes; what is deferred is none of them. A perturbed run is a run that there may be without that, too. Where its
// goroutines do the same, a seed delays the same ones at the same operations. Who overtakes whom then is still up to
// the machine. Nobody pauses in a bubble of testing/synctest, with a lock of the run time, or while the world is
// stopped. In the first of these goroutines let others run instead. Of twenty runs of five programs (testdata/rare)
// none shows their defect; of twenty perturbed ones some do for each.
//
// # Chosen schedules
//
// Build.Control builds the tests so that package control executes them: one goroutine at a time, under schedules that a
// strategy chooses. Controlled.Explore shows each execution as a Session, with the same events. They are ordered as
// things were done, since a goroutine writes when it lets others execute, and when it goes on. The exceptions are
// accesses that switch to others themselves: those of lines that race. What waits for a mutex has no Await, as control
// has it wait before. Where a goroutine would be delayed near a place that is given, it lets others go first.
// Executions of one process follow each other in the same shared memory; the process waits in between until all has
// been read.
//
// # Tests
//
// Tests run as by "go test": one package after the other, each in its own folder. The time limit is ten minutes unless
// the flags say otherwise. Threads of different packages have different numbers, and what they use different
// identities. Tests that count allocations may fail.
package gorun
