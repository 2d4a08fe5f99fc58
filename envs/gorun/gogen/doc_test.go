// Package gogen draws sequential Go programs, and compares two ways to run each: natively and regenerated, natively and
// watched by checkers. It has tests only.
//
// A program is a module with one main package. Its functions have parameters, named or unnamed results, loops of all
// kinds and labelled jumps. They have deferred calls that recover or do not, closures that change what they capture,
// and run-time errors. The main function calls each of them with a few arguments and prints what it does. That is its
// results, what it printed on its way, and the panic that left it, with the line that failed. With the arguments "crash
// N" it calls function N alone and recovers nothing.
//
// A program ends: each loop and each function takes a step, and steps are limited by a panic. It prints the same each
// time: maps over which it ranges have one element, or the order of their elements does not show. It depends
// on nothing that the language leaves open. A call stands alone on the right-hand side of an assignment, unless it has
// no effect. A statement has at most one operation that may panic. The capacity that append gives is cut off.
//
// Shapes counts what was drawn, by names such as "range string" and "change dead".
package gogen
