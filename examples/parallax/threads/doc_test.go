// Package threads draws concurrent Go programs with a schedule, and compares what checkers find in a run with what the
// schedule says that the run did. It has tests only.
//
// A program is a module with a main package and a package baton. The main package has scenarios, which are executed
// one after the other. The threads of a scenario share an object, and do on it what a schedule says. There is one
// thread at a time that has the baton, and it makes the next step. So the order of all steps is known before the
// program runs (Scenario.Events), although nothing watches the program.
//
// The baton is passed by pipes and system calls. These order nothing in the memory model of Go: for checkers and for
// the race detector, only the locks, channels, groups and atomic variables of the scenario order steps.
//
// A thread calls exported and unexported methods, which call others, takes locks in several ways, accesses memory in
// several ways, sends and receives, and starts and waits for other threads. A step that would block is not scheduled
// before it can be made. Scenarios that come to a deadlock are drawn again.
//
// Shapes counts what was drawn, by names such as "lock defer" and "access element".
package threads
