// Package automaton is properties given as small automata: in which order an
// object may be used (typestate).
//
//	property file
//	events   Open Read Close
//	initial  closed
//	state    closed
//	state    open    leak  the file is never closed
//	state    misused error the file is used after Close
//
//	closed -> open:    Open
//	open   -> open:    Read
//	open   -> closed:  Close
//	closed -> misused: Read, Close
//
// A state is ordinary, an error or a leak. An error is reported when it is
// entered. A leak is reported if the object is in that state at its end. An
// event that has no transition in some state leaves that state as it is. Parse
// reads such a text, New takes the same thing as a Spec. Both say what is wrong
// with it: a name that is unknown, a state that cannot be reached, two
// transitions for one event, or a property that nothing violates.
//
// What is known of an object is the set of states that it may be in. An element
// of Domain is such a set, kept in one word. The concretization of a set is its
// states, bottom is the empty set, and joins are unions. Step is the effect of
// an event that happens, MayStep of one that may happen (to this object or
// another one). Check says beforehand whether an event violates the property on
// some path or on every path, and End whether the end does. The step is exact:
// no set of states describes the outcome better.
//
// Which object is in which set is for the checker to know.
//
// Sources: Strom and Yemini, "Typestate: A Programming Language Concept for
// Enhancing Software Reliability", IEEE TSE 12, 1986; Fink, Yahav, Dor,
// Ramalingam and Geay, "Effective Typestate Verification in the Presence of
// Aliasing", ISSTA 2006, whose base analysis this is.
package automaton
