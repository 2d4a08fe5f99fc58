// The programs that the papers use as examples, as Go says them: what package ir has in the
// textual language. Types are named by what they stand for: T2_8 is figure 2.8 of the
// thesis, P1 program 1 of the paper on method consistency, R1 row 1 of the report on
// atomicity at run time, Row1 a row of the tables of views.
//
// The program lets threads come one after the other, in the orders that show in a run
// what there is to find. It waits until they are gone, by counting them, which orders nothing as
// far as checkers know, and does so in place: of a function that is called with more than a
// few different threads in the background, it would not be known which are there.
//
// Go cannot say all:
//
//   - T9.1 has two nested locks that are one object. A thread that takes a mutex of Go twice
//     waits for itself, so there is no block that a run could show.
//   - P2 calls a locked method from one that holds the lock. Here the inner method is called
//     with the lock.
//   - A throw is an error that is returned (P5), and a volatile field an atomic one (P4).
//
// R2 to R6 and the model checking examples say nothing about lock sets, views and lock
// orders: those columns of theirs are empty.
package main
