// Package leaks is the checker for objects that other threads may find before the function that makes them is done
// with them. The function stores an object where threads share it, or hands it to a thread. Afterwards it writes the
// object under no lock, itself or in what it calls.
//
//	c := new(Conn)
//	registry[name] = c // others may find it from here on,
//	c.timeout = 5      // and may read what was there before
//
// Artho, Schuppan, Biere and others ("JNuke", CAV 2004) call that an instance that leaks from its constructor. An
// object is followed in registers, through calls, and in variables that a closure captures, but through no other
// memory.
//
// In a run a place is shared once a second thread has accessed it; what is handed to a
// thread or sent is in any case. Atomic accesses may come at any time. That the thread is
// over to which an object was handed is not known: what is written after a wait for it is
// reported.
package leaks
