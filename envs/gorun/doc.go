// Package gorun watches Go programs and tests while they run.
//
//	prog, err := gosrc.Load(ctx, gosrc.Config{Patterns: []string{"./..."}, Tests: true, KeepSyntax: true})
//	s, err := gorun.Start(ctx, prog, gorun.Config{Tests: true})
//	for ev, err := range s.Events() { ... }
//	exit, err := s.Wait()
//
// The program is the one that is looked at statically: package gosrc made operations of its SSA form, and here the
// same SSA form is written back as Go source (package regen) with probes (package probe), compiled by the go command
// through an overlay, and run natively. What the probes say comes through shared memory (package wire) and is turned
// into events of the same operations. So a finding of a run and one of all paths have the same points and positions,
// and nothing has to be matched by guessing. The source tree, go.mod and the observed program's dependencies stay as
// they are.
//
// # What is seen
//
// Only packages that the patterns matched are written anew, and in them the functions that are relevant. By default
// (see Relevant) these are the functions in which or below which locks change, and those that hand to such a function
// what they loaded from memory; to any set of functions those are added that the compiler may put between two of them
// without a frame. All others run as the compiler made them, and cost nothing. A function with probes says when it is
// entered and left, which way control went at its branches, which locks it takes and gives back, deferred operations
// included, when it starts a goroutine, and which case of a select was taken; what happened in between follows from
// the operations.
//
// With Config.Accesses these events say which memory is accessed (envs.Event.Obj), and functions that access memory
// that threads may share are seen, too. A field, an element, a variable is known by its address, a map as a whole; an
// identity whose memory was freed is forgotten (envs.Forget) before it is used again. An access has no identity if it
// is to memory of one thread (envs.Local), to memory that is not written once it is shared (envs.Loc.Final), to the
// goroutine's own stack, or if it fills an object that nothing else knows yet; and if it is one of several elements
// that are appended or copied. That objects are filled before others know them is assumed of all paths as well; to
// see it in runs would cost up to a sixth more records. Of two accesses that are certain to be to the same memory,
// with nothing in between that could fail or wait, one has a probe; and one is enough for a load or store of a
// struct, which accesses its fields (see package gosrc). Build.Accesses counts them all. Programs spend much of their
// time in loops that fill buffers, or access the same few variables: with Config.Elements the elements from some
// index on have no identity, and with Config.Thin a goroutine does not tell each time of what it repeats. Neither
// changes what there is to know of a variable below the cut-off: which accesses of which goroutines there are to it,
// with which locks, and in what order.
//
// With Config.Calls the program says nothing of most calls that a goroutine makes again and again with no lock held,
// nor, with Thin, of most of its accesses at one place. That is a sample, and loses what only they would have shown;
// but what is told is true, as what is done with a lock held is told as a whole or not at all, and what orders
// goroutines always is. Functions that may themselves return with other locks than before are not passed over. Of
// those that call such functions the program finds out which do, and tells all their later calls. Until then a call
// that is passed over and returns with a lock silences its goroutine until that holds none. If such a call gives back
// a lock that another goroutine took, that one counts as holding it until somebody else takes it, which may be
// reported; and who holds a lock of its own at that moment stays silent.
//
// With Config.Rounds the program tells only the first rounds of a quiet loop, each time that control comes to it. A
// quiet loop has one way through it, and does nothing but compute and write elements. All other rounds do the same,
// to elements that have no identity.
//
// Config.Selects says which operations the events have to tell of. Then the program says nothing at its branches,
// unless the others are to be counted (Config.Ways).
//
// With Config.Order the run tells what happens before what (envs.Signal, envs.Observe), wherever in the program it is
// done, in packages without probes and in the standard library, too; package probe says how. Operations on locks are
// told of twice then, as what the watched functions do to their locks and as what orders goroutines: a lock may also
// be taken where no function is watched. A function of sync/atomic that is called in a package of the module cache is
// not seen; methods of its types are.
//
// A generic function is seen as it is written, not as an instance: nothing is told of checks of numbers whose type is
// a type parameter. Package initialisers are not written anew, but function literals in them are, and functions named
// init.
//
// # What is not seen
//
// Build.Watched says of each operation whether the events tell that it was executed, and if not, why. Functions that
// keep their body are listed (Kept) with place and reason: those that package regen cannot write, those in files that
// import C, and those that the compiler refuses, which are taken back one by one. Packages that the run time of Go
// needs itself cannot have probes. Operations on a lock by a method value are seen where a variable of the function
// that made it is called, and where that function hands it on: returns it, passes it to a function of the program, or
// puts it into memory. In a literal that captures the variable they are seen without the lock's identity; not at all
// if the value is made by the initialiser of a package variable, is of an interface and called by a variable, or is
// passed to another package. Nor are those by a method expression that is handed on. A lock that is embedded in a
// type and taken through an interface of the program's own is not seen, unless that interface embeds sync.Locker.
// Through a sync.Locker it is seen as the object that embeds it: where the lock is not at the object's beginning,
// that is another identity than the one it has when it is taken directly. That it is the shared side of an RWMutex
// (RLocker) is told by the event (envs.Event.Direct).
//
// # Order and loss
//
// Operations on locks come in the order in which they happened, and so does all that orders goroutines. An access
// comes between what its goroutine signalled and observed before and after it; of operations without a record, which
// have no identity, that is not certain. A program that is killed, panics or exits has delivered all that it did; one
// that writes faster than its events are taken waits. An event that does not fit the program is counted (Misfits) and
// told by Wait; that would be a defect here.
//
// # Tests
//
// Tests run as by "go test": one package after the other, each in its own folder, with a time limit of ten minutes
// unless the flags say otherwise. Threads of different packages have different numbers, and what they use different
// identities. Tests that count allocations may fail.
package gorun
