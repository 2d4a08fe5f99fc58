// Package race is the checker for data races by happens-before: two accesses of one
// variable, one of them a write, of which neither happens before the other.
//
// In a run that is exact for the accesses that the run tells of. The checker reports one if and only if an earlier one
// of the run, to the same variable, is unordered with it (Lamport, CACM 1978). It uses the epochs of Flanagan and
// Freund ("FastTrack", PLDI 2009) as far as they are exact. What it reports is a race that has happened, and not one
// that another schedule might bring about; where locks happened to order two accesses, it is silent. Package eraser
// looks at the locks instead.
//
// What counts is the variable. Each field is one, and who copies or overwrites a struct, as
// in p := s.p, accesses them all, up to a number (package gosrc). A run may leave
// out elements of long arrays, and what is repeated (package gorun).
//
// Over all paths it reports pairs of accesses of which nothing known excludes that they are made at the same time.
// What may exclude it is
//
//   - threads that cannot run beside each other, because one is not started yet or was waited for (wg.Wait, <-done)
//   - memory that only one thread reaches, or that nobody writes any more
//   - common locks
//
// A report lists what was looked at.
package race
