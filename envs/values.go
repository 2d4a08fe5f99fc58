package envs

import "github.com/seed38182bad/parallax/domains/machine"

// Values are what is known of what an operation computes, and of the checks that it takes for granted.
type Values interface {
	// Detail is what the operation does with values. It is never nil, and must not be changed.
	Detail() *Detail
	// MayFail reports whether a check of this operation's Detail may fail, as far as the environment knows. In a run it
	// reports whether the check did fail.
	MayFail(c *Check) bool
	// MustFail reports whether a check certainly fails each time that the operation is reached here. In a run it
	// reports whether the check did fail.
	MustFail(c *Check) bool
	// MustDecide reports whether MayFail and MustFail agree on every check, as they do in a run. Then what a state
	// implies of checks adds nothing, and need not be followed.
	MustDecide() bool
	// Known is the number that a term of a failing check stands for, if the environment knows it, as it does in a run.
	Known(t Term) (machine.Value, bool)
}
