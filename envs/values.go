package envs

import "github.com/seed38182bad/parallax/domains/machine"

// Values are what is known of the checks that an operation takes for granted, and of the numbers in them.
type Values interface {
	// MayFail reports whether a check of this operation's Detail may fail, as far as the environment knows. In a run it
	// reports whether the check did fail.
	MayFail(c *Check) bool
	// MustFail reports whether a check certainly fails each time that the operation is reached here. In a run it
	// reports whether the check did fail.
	MustFail(c *Check) bool
	// Known is the number that a term of a failing check stands for, if the environment knows it, as it does in a run.
	Known(t Term) (machine.Value, bool)
}
