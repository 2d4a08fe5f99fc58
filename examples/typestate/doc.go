// Package typestate finds objects that are not used in the order in which they should be. Such are files that are used
// after Close or never closed, locks that are given back twice, values sent on closed channels, and responses whose
// body is left open. Each of these is a property in a text of a few lines; a user's own property is another text. The
// checker interprets it, on all paths and along a run: what Artho's thesis (Combining static and dynamic analysis,
// 2005, section 6.4) leaves to future work.
//
// # Properties
//
// A property is an automaton (package automaton) and what its events are:
//
//	property file
//	events   Close Use
//	initial  unclosed
//	state    unclosed  leak   the file is not closed
//	state    closed
//	state    used      error  the file is used after Close
//
//	unclosed -> closed: Close
//	closed   -> used:   Use
//
//	new    os.Open, os.Create: result 0 if result 1 is nil
//	on     Close: (*os.File).Close
//	on     Use:   (*os.File).Read, (*os.File).Write
//	borrow (*os.File).*, io.Copy, io.ReadAll
//
// To the lines of the automaton come, in any order,
//
//	new    CALL, CALL: result N if result M is nil   the call makes an object, which is in the initial state
//	on     EVENT: CALL, CALL: OPERAND                the call is an event of the operand
//	on     EVENT: operation KIND                     so is an operation
//	part   FIELD, FIELD                              what the field of an object holds counts as the object
//	borrow CALL, CALL                                the call leaves the objects among its operands as they are
//
// A call is named with the whole path of its package, which reports shorten: os.Open, (*os.File).Close, and
// example.org/shop.Open for what a report calls shop.Open. (io.Closer).Close is a call through the interface that
// declares the method. A last part * stands for all functions of a package or methods of a type that are not bound by
// themselves. A field is net/http.Response.Body. The operand is receiver, argument N, which does not count the
// receiver, or result N, all from 0. Without it, it is the receiver of a method and argument 0 of a function; of new
// it is result 0. The kinds of operations are close, send and receive, of which the object is the channel. With
// make, what is nil is in the initial state. Further ones are acquire and release, of which the object is the lock, by
// its name: shared or exclusive after them tells the sides of a lock apart.
//
// A name that no program has is no error: if nothing is found, look at the names first.
// check -json prints those of functions in full.
//
// # Algorithm
//
// The state of a frame is a set of facts. Each says that on some path there is an object in a certain state of the
// automaton. Certain registers hold the object, or it is the lock of a certain name (Fink, Yahav, Dor, Ramalingam and
// Geay, Effective typestate verification in the presence of aliasing, ISSTA 2006). Copies of a register hold the same
// object, and so does what is loaded from where it certainly is. An event on a register moves all facts with that
// register, and is reported of those that it moves to an error. Facts of different paths are never mixed, so what is
// reported goes wrong on some path through the function, if all its branches can be taken as they come. Where a call
// makes an object "if result 1 is nil", tests of that result decide. On one side there is no object. No leak is
// reported before the other side was seen or an event happened.
//
// Of an object that the frame has not made nothing is known at first. An event without
// an error may leave only one state, such as a Close; the object is in it from then on.
//
// What lies in a field of an object counts, too. Facts on it say that it is in a state that no event leaves but for
// errors, such as closed. They hold until something may be stored there. What is loaded from the field is in that
// state. A call does to the fields of its arguments what the callee certainly does: by operations through which
// all its paths lead, and by what it certainly calls. What goes wrong there is reported there. A function that makes an
// object and returns it leaves those fields nil into which it stores nothing, if nobody else knows the object.
//
// A leak is an object in a state that is a leak when the frame returns. The frame has made it, or a function that it
// called has made and returned it. What is returned is handed to the caller.
//
// # What it assumes and misses
//
// An object that others may know is given up. They may since it was stored, sent, captured by a function, or passed to
// a call that is no event and does not borrow it. It is no leak, and only those of its states remain that no event
// leaves but for errors, such as closed. In particular the checker does not look into functions that get an object as
// an argument, but for what they certainly do to its fields. What a callee does on some path only is missed. What lies
// in a field is given up where other threads may come in between, unless the frame has made its object. Where
// a function literal captures the variable of the object or of its error there are no leaks.
//
// A lock is followed by name within one function. It is given up at calls of functions of the program that can reach
// it. It is given up, too, where the thread meets others at a channel or joins one, which may have taken the lock
// since. A lock that a function gives back is taken to have been held before. A lock that may still be held after a
// release, as those that can be taken twice, is left out. Where an operation throws in a run, as closing a closed
// channel may, the run does not show it.
//
// Leaks by exceptions are not reported. A deferred call that not all paths defer
// happens for the objects that were known when it was deferred. Beyond 100 facts at a
// point a frame is given up.
package typestate
