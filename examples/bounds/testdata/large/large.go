// Package main has numbers that are too large for int. The checker reports all that is not proved.
package main

// quotient: q is not above n, but both may be too large for int, and then int(q) is negative.
func quotient(n, by uint64, a *[8]int) int {
	if by == 0 {
		return 0
	}
	q := n / by
	if int(q) < 0 { // want lossy-conversion
		return a[-q] // want index-out-of-range
	}
	return 0
}

func masked(n, by uint64, a *[8]int) int {
	if m := int(n & by); m < 0 { // want lossy-conversion
		return a[-m] // want index-out-of-range
	}
	return 0
}

// sum: n is below a number, but n+1 may be too large for int all the same.
func sum(n int, below uint64, a *[8]int) int {
	if n < 0 || uint64(n) >= below { // want paths: lossy-conversion
		return 0
	}
	if next := n + 1; next < 8 {
		return a[next] // want index-out-of-range
	}
	return 0
}

func least(n, m uint64) uint64 {
	if n > m {
		return m
	}
	return n
}

// called: what a callee returns is not above what was passed, which may be too large.
func called(n, m uint64, a *[8]int) int {
	if k := int(least(n, m)); k < 0 { // want lossy-conversion
		return a[-k] // want index-out-of-range
	}
	return 0
}

func passed(n, m uint64, a *[8]int) int {
	if n <= m {
		return receives(n, m, a)
	}
	return 0
}

func receives(n, m uint64, a *[8]int) int {
	if k := int(n); k < 0 { // want lossy-conversion
		return a[-k] // want index-out-of-range
	}
	return 0
}

func attempt(f func()) {
	defer func() { recover() }()
	f()
}

func main() {
	a := new([8]int)
	attempt(func() { println(quotient(1<<64-20, 1, a)) })
	attempt(func() { println(masked(1<<64-20, 1<<64-1, a)) })
	attempt(func() { println(sum(1<<63-1, 1<<63, a)) })
	attempt(func() { println(called(1<<64-20, 1<<64-10, a)) })
	attempt(func() { println(passed(1<<64-20, 1<<64-10, a)) })
}
