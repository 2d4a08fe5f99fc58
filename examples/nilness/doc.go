// Package nilness finds nil pointers that are followed, nil maps that are written and
// nil functions or interfaces that are called.
//
//	x, err := find(key)
//	if err != nil {
//		log.Print(x.Name) // find returns nil with an error
//	}
//
// Of each operation the environment says what must not be nil (envs.Check), where nil comes from (envs.Def), and what
// conditions tell (envs.Detail.On). For each register the state keeps two things. What it may be is a proof. Whether
// there is evidence that it may be nil is a reason to suspect. Evidence is a nil constant, or a comparison with nil
// whose nil side comes here. It is also a function of the program that is known to be called and returns one of these.
// What is loaded, received or passed in has no evidence for or against it.
//
// A nil seldom comes alone: an error comes with it, or a boolean. So the state has clauses besides values: x is not
// nil, or err is not nil. Where paths meet, what one of them knows and the other does not becomes clauses. Something
// has to tell the two paths apart that is nil, or false, here and not there. A condition that makes one side of a
// clause false makes the other true. Values and clauses of results and arguments go from callee to caller, so it is
// known that a function gives nil for nil, or panics. A clause can be about evidence as well: of x there is none, or
// found is false.
//
// A check is reported if its operand is certainly nil, or if there is evidence that it
// may be and no proof that it is not. The option all reports each check that is not
// proved; those are all that can fail, and in a run nothing else does. In a run the
// environment knows what failed.
//
// What nothing speaks against is presumed not to be nil, as evidence goes:
//
//   - an argument of a function that gives nil for nil
//   - an error of which nothing is known, beside a nil result, until it is found to be nil
//
// A nil is not suspected at all if the result beside it is unknown on all paths. None of this is part of a proof.
//
// Memory is not followed: what is loaded may be nil, unless the environment says that
// it is what was there before. Nor are arguments: a nil that a caller passes is
// reported in a run only. A state keeps a limited number of clauses, so that a large
// function may have reports that a smaller one has not.
package nilness
