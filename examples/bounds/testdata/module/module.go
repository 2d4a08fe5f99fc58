// Command module has indices, bounds and divisors that are right, and some that are
// not. The comments say what is found: over all paths and in the run, or on one side.
package main

import (
	"fmt"
	"strings"
)

type ring struct {
	items []int
	n     int
}

func (r *ring) sum() (s int) {
	for i := 0; i < len(r.items); i++ {
		s += r.items[i]
	}
	for i := len(r.items) - 1; i >= 0; i-- {
		s -= r.items[i]
	}
	return s
}

// pairs goes one too far.
func (r *ring) pairs() (s int) {
	for i := range r.items {
		s += r.items[i] * r.items[i+1] // want index-out-of-range
	}
	return s
}

func trim(s string) string {
	for len(s) > 0 && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}

func halves(s []int) ([]int, []int) {
	m := len(s) / 2
	return s[:m], s[m:]
}

func middle(s []int) []int {
	if len(s) < 2 {
		return nil
	}
	return s[2 : len(s)-1] // want slice-out-of-range
}

func key(line string) string {
	i := strings.IndexByte(line, '=')
	return line[:i] // want slice-out-of-range
}

func value(line string) string {
	if i := strings.IndexByte(line, '='); i >= 0 {
		return line[i+1:]
	}
	return ""
}

func average(s []int) int {
	sum := 0
	for _, x := range s {
		sum += x
	}
	return sum / len(s) // want division-by-zero
}

func pack(n int) (b [2]byte) {
	if n < 0 || n > 1000 {
		return b
	}
	b[0] = byte(n) // want lossy-conversion
	b[1] = byte(n >> 8)
	return b
}

// unpack is right: bytes are taken out of a number.
func unpack(n uint32) [3]byte {
	return [3]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8)}
}

// bias is wrong: a shifted number is not made smaller for its sign.
func bias(n uint32) int16 {
	return int16(n >> 8) // want lossy-conversion
}

// digits is right: the remainder is below ten.
func digits(n uint) (s string) {
	for ; n > 0; n /= 10 {
		s = "0123456789"[n%10:n%10+1] + s
	}
	return s
}

// depth keeps its numbers through branches that meet again at once: the run tells which
// one it took.
func depth(s string) (level, deepest, at int) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(':
			if level++; level == 1 {
				at = i
			}
		case ')':
			if level--; level < 0 {
				return level, deepest, at
			}
		}
		deepest = max(deepest, level)
	}
	return level, deepest, at
}

// season has cases of a switch that do the same.
func season(month int) (q int) {
	switch month {
	case 1, 2, 3:
		q = 1
	case 4, 5, 6:
		q = 2
	case 7:
		q = 3
	case 8:
		q = 3
	default:
		if month > 12 {
			return 100 / (month - 14) // want run: division-by-zero
		}
		q = 4
	}
	if month == 5 {
		return 1 / (q - 2) // want run: division-by-zero
	}
	return q
}

// blocks is right: the index is a multiple of four.
func blocks(a *[64]int) (s int) {
	for i := 0; i < len(a); i += 4 {
		s += a[i] + a[i+3]
	}
	return s
}

// threes goes beyond the end: after 63 comes 66.
func threes(a *[64]int) (s int) {
	for i := 0; i < len(a); i += 3 {
		s += a[i] + a[i+1] // want index-out-of-range
	}
	return s
}

// get is right if its callers are; one of them is not.
func get(s []int, i int) int { return s[i] } // want run: index-out-of-range

func attempt(f func()) {
	defer func() { recover() }()
	f()
}

func main() {
	r := &ring{items: []int{1, 2, 3}}
	fmt.Println(r.sum(), trim("a  "), value("a=b"), digits(123), pack(300), unpack(1<<31+1<<20+1<<10), bias(1<<31))
	fmt.Println(halves(r.items))
	fmt.Println(depth("((a)b)"))
	for month := range 15 {
		attempt(func() { fmt.Println(season(month)) })
	}
	attempt(func() { fmt.Println(r.pairs()) })
	attempt(func() { fmt.Println(middle(r.items[:2])) })
	attempt(func() { fmt.Println(key("none")) })
	attempt(func() { fmt.Println(average(nil)) })
	fmt.Println(blocks(new([64]int)))
	attempt(func() { fmt.Println(threes(new([64]int))) })
	attempt(func() { fmt.Println(get(r.items, 1), get(r.items, 3)) })
}
