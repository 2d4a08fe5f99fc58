package octagon

import "github.com/seed38182bad/parallax/domains/internal/dbm"

// Domain is the lattice of octagons, for whoever wants States as values that nobody
// changes: it implements lattice.Lattice, Merging, ThresholdWidening, Narrowing and
// Hashing for *State. It has States of any number of variables. Widening a result
// of widening goes on from what that was before it was closed.
type Domain struct{ dbm.Domain[State, *State] }
