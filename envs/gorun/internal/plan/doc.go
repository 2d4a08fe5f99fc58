// Package plan says what of a program gets probes, and writes their statements.
//
//	New       with what has to be seen, and what may be left out (Omit)
//	Relevant  which functions
//	Make      where in each of them: before, after and between its instructions
//	Probes    with which statements, for package regen to write
//	Records   what these record, for package wire to read
//	View      the program as its records show it: functions without probes are not there
package plan
