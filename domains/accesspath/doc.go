// Package accesspath is the domain of access paths: names such as v1.f2.f7, a
// variable and the fields by which memory is followed from it.
//
// # What a value stands for
//
// A path is a word, and an element describes a set of words. v1.f2 is that path alone.
// v1.f2… is every path that begins so: v1.f2 itself, v1.f2.f7, and so on. Top is every
// path from every variable. Paths that grow without end, as those of a list that is
// walked in a loop, are cut at the limit of the domain (k-limiting: Jones and Muchnick,
// "Flow Analysis and Optimization of LISP-like Structures", POPL 1979; access paths:
// Larus and Hilfinger, PLDI 1988). An element is kept as the variable, the fields and
// whether more may follow. An ascending chain gets shorter at each step, so that no
// widening is needed.
//
// # Names and objects
//
// A path is a name, looked up anew whenever it is used. Two different paths may
// lead to one object, and one path to different objects at different times. What
// aliases what is the matter of domains/memory, where paths are looked up.
package accesspath
