// Package conflict says which operations of a program conflict (Rivals), and which cycles of conflicts may come about
// in a frame (Chances), where the order of what happens is not known.
//
// Chances are which operations of a frame may come before something that another thread does, and which may come after
// something. One of the second sort after one of the first is a cycle that may come about. It is none if a lock that
// is held all the time between the two keeps the others away. A callee's Chances become part of its caller's. So each
// function is looked at once, however many transactions it is part of.
package conflict
