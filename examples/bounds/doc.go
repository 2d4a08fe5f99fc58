// Package bounds finds indices out of range, and slice bounds that do not ascend or end beyond the capacity. It finds
// divisions by zero, shifts by negative counts, sizes below zero, and conversions of integers that lose something.
//
// Of each operation the environment says what it takes for granted (envs.Check): conditions between integers, lengths
// and capacities. The checker follows the numbers of a frame along control (package numbers: bounds of variables and
// of the differences between them). It takes over what callees know of their results. It asks of each condition
// whether what it knows implies it. In a run it is known whether the check failed, and no numbers are followed
// (dataflow.Tuning.Decided).
//
// Over all paths, most of what is not implied is right for reasons that are not
// seen in one function: an index comes from a caller who knows. So a check is
// reported only if what is known speaks against it: the numbers have bounds that
// neither has alone, and these are too wide. The last element of a loop that goes
// one too far is such a case, an unknown parameter is not. The option all reports
// every check that is not proved; those are all that can fail, and in a run of the
// program nothing else does.
//
// Over all paths it follows only numbers that bear on a check (numbers.Slice). It goes through the program three
// times, since what a function passes on depends on what is passed to it. The second and third time it goes only
// through functions that are passed something else than before, through those that call one that hands over something
// else, and through those that call each other in turn (dataflow.Tuning.Retains).
//
// # What it proves, and what not
//
// Go's standard library (1.26) has about 14,800 places where something is indexed or sliced and bounds of single
// numbers do not show that it goes well. Of these the checker proves about 61 in 100: 65 of an index, 50 of a slice
// (BenchmarkStd). It proves what follows in one function from
//
//   - comparisons, lengths, sums and steps of loops
//   - loads that must give the same again
//   - tables that are assigned once
//   - what the calls of an unexported function agree on
//   - what callees know of their results
//
// It does not prove what rests on
//
//   - a caller who knows: s[3] of a parameter, os.Args[1], the Less and Swap of a sort;
//   - fields that belong together, such as b.buf[b.r:b.w], and what else is true of all
//     objects of a type;
//   - memory that may have been written since: a field that is loaded again after a call;
//   - products and remainders of variables, and tables whose contents are indices;
//   - alternatives: a result that is nil or has four elements.
package bounds
