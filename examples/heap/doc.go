// Heap follows pointers through programs of the textual IR (package ir), with the domains of memory. It finds what
// each variable may lead to, which access paths may lead to one object, and who may reach an object.
//
//	go run ./examples/heap              # the program in testdata
//	go run ./examples/heap my.plx ...   # your own
//
// Of a function that gives one of its two nodes away, it prints at its end:
//
//	testdata/list.plx:30:1: give: kept is the last new at 23:9
//	testdata/list.plx:30:1: give: new at 23:9 is local
//	testdata/list.plx:30:1: give: new at 24:10 is found by others since 26:2 and written at 27:8
//	testdata/list.plx:30:1: give: new at 25:15 is found by others since 26:2
//	testdata/list.plx:30:1: give: x is nil
//	testdata/list.plx:30:1: give: y is of others or the last new at 24:10 or the last new at 25:15 or nil
//
// It also reports each pointer that is followed and may be nil.
//
//	question                                      domain
//	what does a pointer lead to?                  pointer: the last object of a place, and earlier ones
//	what is in an object?                         memory: a store to the last one replaces what was there
//	do two access paths lead to one object?       accesspath, looked up in memory
//	who reaches the object, and since when?       escape
//
// The state is the product of a memory and of what escape says of each place. Of objects
// that others can find, memory is not believed: what is loaded from them may be anything
// that others have made or found. Each function is looked at by itself, and its callees may do anything
// with what they are given.
package main
