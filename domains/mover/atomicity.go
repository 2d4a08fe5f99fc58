package mover

import (
	"encoding/json"
	"fmt"

	"github.com/seed38182bad/parallax/lattice"
)

// An Atomicity says how a part of a program commutes with other threads. The zero
// Atomicity is None.
type Atomicity uint8

const (
	None     Atomicity = iota // no path leads here
	Const                     // others can tell nothing of it
	Mover                     // moves to the left and to the right
	Left                      // moves to the left: L*
	Right                     // moves to the right: R*
	Atomic                    // is as if executed at once: R*N?L*
	Compound                  // anything
)

var names = [...]string{"⊥", "const", "mover", "left", "right", "atomic", "compound"}

// String is the name of the atomicity in lower case, and ⊥ for None.
func (a Atomicity) String() string {
	if int(a) < len(names) {
		return names[a]
	}
	return fmt.Sprintf("atomicity(%d)", uint8(a))
}

// MarshalJSON gives the name, and null for None.
func (a Atomicity) MarshalJSON() ([]byte, error) {
	if a == None {
		return []byte("null"), nil
	}
	return json.Marshal(a.String())
}

// Then is the atomicity of a and then b.
func (a Atomicity) Then(b Atomicity) Atomicity {
	switch {
	case a == None || b == None:
		return None
	case a <= Mover || b <= Mover: // they change nothing
		return max(a, b)
	case b == Left:
		if a == Right {
			return Atomic
		}
		return a
	case a == Right:
		return b
	}
	return Compound
}

// Loop is the atomicity of a, any number of times.
func (a Atomicity) Loop() Atomicity {
	switch a {
	case None:
		return Const
	case Atomic:
		return Compound
	}
	return a
}

// Domain is the lattice of atomicities, as drawn in the package comment.
type Domain struct{}

var (
	_ lattice.Lattice[Atomicity]   = Domain{}
	_ lattice.Merging[Atomicity]   = Domain{}
	_ lattice.Narrowing[Atomicity] = Domain{}
)

// Bottom returns None.
func (Domain) Bottom() Atomicity { return None }

// Top returns Compound.
func (Domain) Top() Atomicity { return Compound }

// Leq reports whether a may be replaced by b wherever it stands.
func (Domain) Leq(a, b Atomicity) bool { return a <= b && (a != Left || b != Right) }

// Equal reports whether a and b are the same.
func (Domain) Equal(a, b Atomicity) bool { return a == b }

// Join is the atomicity of a choice between a and b.
func (Domain) Join(a, b Atomicity) Atomicity {
	if min(a, b) == Left && max(a, b) == Right {
		return Atomic
	}
	return max(a, b)
}

// Meet returns the greatest atomicity below both.
func (Domain) Meet(a, b Atomicity) Atomicity {
	if min(a, b) == Left && max(a, b) == Right {
		return Mover
	}
	return min(a, b)
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Atomicity) (Atomicity, lattice.Side) {
	r := d.Join(a, b)
	return r, lattice.SideOf(r, a, b)
}

// Narrow returns next: chains are finite.
func (Domain) Narrow(_, next Atomicity) Atomicity { return next }
