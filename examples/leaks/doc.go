// Package leaks is the checker for objects that other threads may find before the function
// that makes them is done with them: it stores an object where threads share it, or hands it
// to a thread, and writes the object afterwards under no lock, itself or in what it calls.
//
//	c := new(Conn)
//	registry[name] = c // others may find it from here on,
//	c.timeout = 5      // and may read what was there before
//
// (Artho, Schuppan, Biere and others, "JNuke", CAV 2004, call that an instance that leaks from
// its constructor.) An object is followed in registers, and through calls, but not through
// memory. In a run a place is shared once a second thread has accessed it.
package leaks
