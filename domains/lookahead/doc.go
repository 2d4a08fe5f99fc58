// Package lookahead makes widening look ahead. It discovers the phases of a loop one
// after the other, and so does not give up in the first what only the second one needs.
//
//	m := lookahead.New[State](lookahead.Options[State]{Unreachable: State.IsBottom})
//	s := m.Of(entry)
//	s.Apply(step)
//
// A state is a pair of states of the base. The main one is the result: it describes
// what can happen, and it decides which paths are possible. The pilot runs ahead along
// those paths only, and it is the pilot that is widened. When it is stable it has
// solved the program restricted to the paths that main allows, without what widening
// had let in from others. Then main takes it over. That may open more paths, and the
// next phase begins. What stabilises in the end is main.
//
// Class invariant: main lies below the pilot. The concretization of a pair is that
// of main.
//
// Pairs are ordered by main, and by the pilot where the mains are equal. When main
// takes the pilot over, main grows, and the pilot may shrink to what the last turn has
// confirmed. So the descending step that usually follows widening is part of it.
// Merging is that of both parts, an upper bound in this order and not the least one.
//
// Widening, for old and next:
//
//   - next lies below old: all is stable
//   - else, next's pilot adds nothing to old's: it is stable, though main is not, and
//     main and pilot become next's pilot
//   - else main is merged and the pilot is widened
//
// In a program main takes the pilot over as often as there are paths to open. In
// an arbitrary sequence that could come for ever, and after some times
// (Options.Phases) main is widened by the pilot instead.
//
// Source: Gopan and Reps, "Lookahead Widening", CAV 2006, section 4.
package lookahead
