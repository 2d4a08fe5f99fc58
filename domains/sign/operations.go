package sign

import "github.com/seed38182bad/parallax/domains/machine"

// Abbreviations for the tables.
const (
	n   = Negative
	z   = Zero
	p   = Positive
	nz  = n | z
	np  = n | p
	zp  = z | p
	nzp = n | z | p
)

// A table has the signs of x op y, with a row for each sign of x and a column
// for each sign of y: negative, zero and positive.
type table [3][3]Set

// signed is the operations on kinds with a sign. The least value is its own
// negation, so that 0 - y and x / y may be negative for negative operands.
var signed = [machine.NumOps]table{
	machine.Add:    {{nzp, n, nzp}, {n, z, p}, {nzp, p, np}},
	machine.Sub:    {{nzp, n, np}, {np, z, n}, {np, p, nzp}},
	machine.Mul:    {{nzp, z, nzp}, {z, z, z}, {nzp, z, nzp}},
	machine.Quo:    {{nzp, 0, nz}, {z, 0, z}, {nz, 0, zp}},
	machine.Rem:    {{nz, 0, nz}, {z, 0, z}, {zp, 0, zp}},
	machine.And:    {{n, z, zp}, {z, z, z}, {zp, z, zp}},
	machine.Or:     {{n, n, n}, {n, z, p}, {n, p, p}},
	machine.Xor:    {{zp, n, n}, {n, z, p}, {n, p, zp}},
	machine.AndNot: {{zp, n, n}, {z, z, z}, {zp, p, zp}},
	machine.Shl:    {{0, n, nzp}, {0, z, z}, {0, p, nzp}},
	machine.Shr:    {{0, n, n}, {0, z, z}, {0, p, zp}},
}

// unsigned is the operations on kinds without a sign. Only counts of shifts may be
// negative.
var unsigned = [machine.NumOps]table{
	machine.Add:    {1: {0, z, p}, 2: {0, p, zp}},
	machine.Sub:    {1: {0, z, p}, 2: {0, p, zp}},
	machine.Mul:    {1: {0, z, z}, 2: {0, z, zp}},
	machine.Quo:    {1: {0, 0, z}, 2: {0, 0, zp}},
	machine.Rem:    {1: {0, 0, z}, 2: {0, 0, zp}},
	machine.And:    {1: {0, z, z}, 2: {0, z, zp}},
	machine.Or:     {1: {0, z, p}, 2: {0, p, p}},
	machine.Xor:    {1: {0, z, p}, 2: {0, p, zp}},
	machine.AndNot: {1: {0, z, z}, 2: {0, p, zp}},
	machine.Shl:    {1: {0, z, z}, 2: {0, p, zp}},
	machine.Shr:    {1: {0, z, z}, 2: {0, p, zp}},
}

// Binary covers x op y for all x in a and y in b for which it is defined.
func (d Domain) Binary(op machine.Op, a, b Sign) Sign {
	if a.kind != b.kind || !a.kind.Valid() || op >= machine.NumOps {
		var r Sign
		var ok bool
		if a, b, r, ok = machine.Operands(d, op, a, b); !ok {
			return r
		}
	}
	signs := &unsigned[op]
	if a.kind.Signed() {
		signs = &signed[op]
	}
	var set Set
	for i := range 3 {
		for j := range 3 {
			if a.set>>i&1 != 0 && b.set>>j&1 != 0 {
				set |= signs[i][j]
			}
		}
	}
	return of(a.kind, set)
}

// each is the union of what the signs of a are mapped to.
func (a Sign) each(to [3]Set) (set Set) {
	for i := range 3 {
		if a.set>>i&1 != 0 {
			set |= to[i]
		}
	}
	return set
}

// Unary covers op x for all x in a.
func (d Domain) Unary(op machine.Unary, a Sign) Sign {
	switch {
	case a.IsBottom():
		return a
	case a.IsTop() || op >= machine.NumUnaries:
		return d.Top()
	case op == machine.Neg && a.kind.Signed():
		return of(a.kind, a.each([3]Set{np, z, n}))
	case op == machine.Neg:
		return a
	case a.kind.Signed():
		return of(a.kind, a.each([3]Set{zp, n, n}))
	}
	return of(a.kind, a.each([3]Set{0, p, zp}))
}

// Convert covers the conversion of all x in a to kind k.
func (d Domain) Convert(a Sign, k machine.Kind) Sign {
	switch {
	case a.IsBottom() || !k.Valid():
		return Sign{}
	case a.IsTop():
		return d.All(k)
	}
	from, negative, positive := a.kind, n, p
	switch {
	case k.Bits() < from.Bits():
		negative, positive = signsOf(k), signsOf(k)
	case k.Bits() == from.Bits() && k.Signed() && !from.Signed():
		positive = np
	case !k.Signed():
		negative = p
	}
	return of(k, a.each([3]Set{negative, z, positive}))
}

// Test keeps the signs for which there is a partner of the other's signs.
func (d Domain) Test(c machine.Cmp, a, b Sign) (Sign, Sign) {
	a, b, ok := machine.Comparands(d, a, b)
	if !ok || c >= machine.NumCmps {
		return a, b
	}
	var left, right Set
	for i := range 3 {
		for j := range 3 {
			if a.set>>i&1 != 0 && b.set>>j&1 != 0 && possible(c, i, j) {
				left |= 1 << i
				right |= 1 << j
			}
		}
	}
	return of(a.kind, left), of(b.kind, right)
}

// possible reports whether x c y for some x and y of the i-th and the j-th sign.
func possible(c machine.Cmp, i, j int) bool {
	several := i != 1 // Of zeros there is only one.
	switch c {
	case machine.Eq:
		return i == j
	case machine.Ne:
		return i != j || several
	case machine.Lt:
		return i < j || i == j && several
	case machine.Le:
		return i <= j
	case machine.Gt:
		return possible(machine.Lt, j, i)
	}
	return i >= j
}
