package dbm

// A Lit is a variable or its negation: 2*x stands for x and 2*x+1 for -x.
type Lit int

// Pos returns the literal of variable x.
func Pos(x int) Lit { return Lit(2 * x) }

// Neg returns the negation.
func (p Lit) Neg() Lit { return p ^ 1 }

// Var returns the variable.
func (p Lit) Var() int { return int(p >> 1) }

// IsNeg reports whether p negates its variable.
func (p Lit) IsNeg() bool { return p&1 != 0 }

// A Layout says where in a slice the bounds of n variables stand, and closes
// them. The slice of fewer variables is a prefix of that of more. Entries that
// bound the difference of a literal and itself are Inf.
//
// Methods that close report whether the result is satisfiable; if it is not, its
// entries mean nothing. They take entries within ±Limit, or Inf, and give exact
// ones that are yet to be rounded.
type Layout interface {
	// Size is the number of entries for n variables.
	Size(n int) int
	// Double reports whether entry i bounds twice a variable.
	Double(i int) bool
	// Touches reports whether entry i bounds a sum with variable x.
	Touches(i, x int) bool
	// Relates reports whether there are entries for sums of p and q, literals of
	// different variables.
	Relates(p, q Lit) bool

	// Upper is the bound of p in the closed matrix m.
	Upper(m []int64, p Lit) int64
	// UpperSum is the bound of p + q, literals of different variables, in the
	// closed matrix m.
	UpperSum(m []int64, p, q Lit) int64
	// ExactBounds are the bounds of x and -x in the closure of m, which need not be closed.
	// They are not rounded.
	ExactBounds(m []int64, n, x int) (up, down int64)
	// Lower makes p + q ≤ c hold, for p and q that are related, or p ≤ c, if p = q. It
	// closes nothing.
	Lower(m []int64, p, q Lit, c int64)

	// Close closes m.
	Close(m []int64, n int) bool
	// CloseVar closes m, which is closed but for the entries with x.
	CloseVar(m []int64, n, x int) bool
	// Add does what Lower does and closes the result, for a closed matrix m.
	Add(m []int64, n int, p, q Lit, c int64) bool
	// Assign gives x the values that im describes, in the closed matrix m. It
	// rounds what it changes and reports whether that cut a bound off.
	Assign(m []int64, n, x int, im *Image) (cut bool)
	// Forget removes all bounds of x from the closed matrix m.
	Forget(m []int64, n, x int)
}

// An Image describes the new value of a variable x by entries: rounded bounds,
// all of which the assigned expression keeps.
type Image struct {
	Up, Down int64      // x ≤ Up, -x ≤ Down
	Rel      []Relation // relations to variables, and to the old value of x
}

// A Relation says x - P ≤ Up and -x - P ≤ Down.
type Relation struct {
	P        Lit
	Up, Down int64
}
