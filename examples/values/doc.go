// Values lays the value domains of Parallax side by side. It analyses programs of the textual IR (package ir) by one
// generic analysis, once for each domain. It prints what each domain knows at the heads of loops, and which checks and
// throws it proves to do no harm.
//
//	go run ./examples/values              # the programs in testdata
//	go run ./examples/values my.plx ...   # your own
//
// One program has a counter that goes up by 4 as long as it is below 12, and two throws in the loop, "if i == 13" and
// "if i == 6". Of that it prints:
//
//	testdata/count.plx:4:10: at the head of the loop
//	  sign         {i: int64}
//	  interval     {i: [0, 15]}
//	  congruence   {i: 4ℤ}
//	  strided      {i: [0, 12] stride 4}
//	  octagon      0 <= i <= 15
//	  disjunction  {i: 0} or {i: 4} or {i: [8, 15]}
//	  ...
//	testdata/count.plx:6:15: throw
//	  harmless by  congruence strided bits intset integer disjunction
//
// # What each domain is worth
//
//	analysis     keeps                                     proves in testdata what the simpler ones do not
//	constant     of each variable, its value if it has one  nothing: each program has a loop or a choice
//	sign         negative, zero, positive                   divisor: 1 or -1 is not 0
//	interval     bounds                                     count: i does not come to 13
//	congruence   the remainder by a modulus                 count: i does not come to 6
//	strided      bounds and steps                           count: both
//	bits         which bits are certain                     count: both, by the last two bits
//	intset       a few values                               modes: 1, 2 or 7 is not 4
//	integer      most of these at once                      count, divisor
//	zone         bounds of differences                      index: i is below the length
//	octagon      bounds of sums as well                     seesaw: one goes up as the other goes down
//	karr         linear equations; reduced with interval    induction: j = 2*i + 1
//	disjunction  up to 4 environments of intervals          modes and divisor, by cases
//	partition    intervals by the branches that were taken  modes and divisor, by their branches
//	lookahead    intervals, widened by a pilot              phases: x stays below 51
//
// # How it is made
//
// Values is what an analysis does with a state: define, forget, assume. The states bring
// merging, widening and narrowing themselves, and an Analyzer does the rest
// (analysis.go). A domain of integers is lifted to variables by environment (single.go);
// zones, octagons and equations are states of several variables (relational.go);
// partition and lookahead are states over any other state (paths.go). To try a domain of
// your own, add a line to columns in table.go.
package main
