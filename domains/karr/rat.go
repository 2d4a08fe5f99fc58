package karr

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// A Rat is an exact rational number; the zero Rat is 0. Where numerator and
// denominator fit in 64 bits, which they nearly always do, no operation allocates.
type Rat struct {
	num   int64
	minus int64    // the denominator less one, so that the zero Rat is 0/1
	big   *big.Rat // what does not fit, else nil
}

// Int returns n.
func Int(n int64) Rat { return Rat{num: n} }

// Frac returns n/d, or an error if d is 0.
func Frac(n, d int64) (Rat, error) {
	if d == 0 {
		return Rat{}, fmt.Errorf("%d/0 is no number", n)
	}
	return fromBig(big.NewRat(n, d)), nil
}

func fromBig(x *big.Rat) Rat {
	if n, d := x.Num(), x.Denom(); n.IsInt64() && d.IsInt64() {
		return Rat{num: n.Int64(), minus: d.Int64() - 1}
	}
	return Rat{big: x}
}

// Big returns a copy of r as a big number.
func (r Rat) Big() *big.Rat {
	if r.big != nil {
		return new(big.Rat).Set(r.big)
	}
	return big.NewRat(r.num, r.minus+1)
}

// Int64 returns r if it is an integer that fits.
func (r Rat) Int64() (int64, bool) { return r.num, r.big == nil && r.minus == 0 }

// Sign is -1, 0 or 1.
func (r Rat) Sign() int {
	switch {
	case r.big != nil:
		return r.big.Sign()
	case r.num < 0:
		return -1
	case r.num > 0:
		return 1
	}
	return 0
}

// Equal reports whether r and s are the same number.
func (r Rat) Equal(s Rat) bool {
	if r.big != nil && s.big != nil {
		return r.big.Cmp(s.big) == 0
	}
	return r == s
}

// String is r as an integer or a reduced fraction, such as -1/2.
func (r Rat) String() string { return r.Big().RatString() }

// plus returns r + s.
func (r Rat) plus(s Rat) Rat {
	if r.big == nil && s.big == nil {
		if r.minus == 0 && s.minus == 0 {
			if sum, ok := addInts(r.num, s.num); ok {
				return Rat{num: sum}
			}
		} else if sum, ok := addFractions(r, s); ok {
			return sum
		}
	}
	x := r.Big()
	return fromBig(x.Add(x, s.Big()))
}

func addFractions(r, s Rat) (Rat, bool) {
	x, ok1 := mulInts(r.num, s.minus+1)
	y, ok2 := mulInts(s.num, r.minus+1)
	d, ok3 := mulInts(r.minus+1, s.minus+1)
	n, ok4 := addInts(x, y)
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return Rat{}, false
	}
	g := gcd(n, d)
	return Rat{num: n / g, minus: d/g - 1}, true
}

// times returns r * s.
func (r Rat) times(s Rat) Rat {
	if r.big == nil && s.big == nil {
		// Reduced crosswise, the product is reduced.
		g, h := gcd(r.num, s.minus+1), gcd(s.num, r.minus+1)
		n, ok := mulInts(r.num/g, s.num/h)
		d, ok2 := mulInts((r.minus+1)/h, (s.minus+1)/g)
		if ok && ok2 {
			return Rat{num: n, minus: d - 1}
		}
	}
	x := r.Big()
	return fromBig(x.Mul(x, s.Big()))
}

// negated returns -r.
func (r Rat) negated() Rat {
	if r.big == nil && r.num != math.MinInt64 {
		return Rat{num: -r.num, minus: r.minus}
	}
	x := r.Big()
	return fromBig(x.Neg(x))
}

// inverse returns 1/r; r is not 0.
func (r Rat) inverse() Rat {
	if r.big == nil && r.num != math.MinInt64 {
		if r.num < 0 {
			return Rat{num: -(r.minus + 1), minus: -r.num - 1}
		}
		return Rat{num: r.minus + 1, minus: r.num - 1}
	}
	x := r.Big()
	return fromBig(x.Inv(x))
}

func addInts(x, y int64) (int64, bool) {
	s := x + y
	return s, (s > x) == (y > 0)
}

func mulInts(x, y int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	if hi != 0 || lo > math.MaxInt64 { // nor is the least integer small
		return 0, false
	}
	if (x < 0) != (y < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// gcd is the greatest common divisor of n and d > 0.
func gcd(n, d int64) int64 {
	if d == 1 {
		return 1
	}
	a, b := uint64(d), magnitude(n)
	for b != 0 {
		a, b = b, a%b
	}
	return int64(a)
}
