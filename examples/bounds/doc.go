// Package bounds finds indices out of range, slice bounds that do not ascend or end
// beyond the capacity, divisions by zero, shifts by negative counts, sizes below
// zero, and conversions of integers that lose something.
//
// Of each operation the environment says what it takes for granted (envs.Check):
// conditions between integers, lengths and capacities. The checker follows the
// numbers of a frame along control (package numbers: bounds of variables and of the
// differences between them), takes over what callees know of their results, and asks
// of each condition whether what it knows implies it. In a run the environment knows
// whether the check failed.
//
// Over all paths, most of what is not implied is right for reasons that are not
// seen in one function: an index comes from a caller who knows. So a check is
// reported only if what is known speaks against it: the numbers have bounds that
// neither has alone, and these are too wide. The last element of a loop that goes
// one too far is such a case, an unknown parameter is not. The option all reports
// every check that is not proved; those are all that can fail, and in a run of the
// program nothing else does.
package bounds
