// Package partition is trace partitioning: it keeps the states of different pasts
// apart where a program's paths have met again.
//
//	m := partition.New(partition.Options[State]{Limit: 8})
//	s := m.Of(entry)
//	s.Mark(partition.Choice{At: branch, Took: 1})   // on one edge of a branch
//	s.Forget(branch)                                // where the difference matters no more
//
// A state maps tokens to states of the base. A token is what is remembered of how a
// point was reached. It consists of choices, the oldest first. Each choice says what
// was taken at which place: an edge of a branch, a value of a variable, an iteration of
// a loop. The part of a token describes the executions whose latest remembered choices
// end with the token. So a token covers all longer ones that end with it, and the empty
// token covers everything. A state describes what any of its parts describes; one
// without parts is bottom. No token of a state covers another.
//
// One state lies below another if each of its parts has a part there that covers its
// token and lies above. Merging unites the parts, and merges those that are covered. If
// there are more than the limit, the oldest choices are forgotten, in all parts alike,
// until they are few enough. With a limit, merging gives an upper bound that need not
// be the least.
//
// What makes and unmakes partitions is for the analysis to say, as the directives
// of the paper do:
//
//	Mark     partition by a branch     Split    partition by a value
//	Next     partition by iterations   Forget   merge the partitions of a place
//
// Widening widens the parts of tokens that are there; new tokens are added until the
// limit is reached. Once a token is covered it remains so, and tokens have only so many
// choices as there are places. So chains stabilise if the base's do.
//
// Sources: Rival and Mauborgne, "The trace partitioning abstract domain", TOPLAS
// 29(5), 2007, sections 3 to 5; Mauborgne and Rival, ESOP 2005.
package partition
