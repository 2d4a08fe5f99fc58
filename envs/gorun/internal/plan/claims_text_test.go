package plan

// claimsFile is what generated code calls. It prints each claim when it is first made,
// and when it is first false.
const claimsFile = `package zzclaims

import "unsafe"

type (
	Int8 = int8
	Int16 = int16
	Int32 = int32
	Int64 = int64
	Int = int
	Uint8 = uint8
	Uint16 = uint16
	Uint32 = uint32
	Uint64 = uint64
	Uint = uint
	Uintptr = uintptr
)

type Integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~int | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uint | ~uintptr
}

var made, wrong [count]bool
var total uint64

//go:noinline
func claim(id int, ok bool, x, y uint64) {
	total++
	if total >= 1<<10 && total&(total-1) == 0 {
		println("zzclaims total", total)
	}
	if !made[id] {
		made[id] = true
		println("zzclaims made", id)
	}
	if ok == negate && !wrong[id] {
		wrong[id] = true
		println("zzclaims wrong", id, int64(x), int64(y))
	}
}

func less[X, Y Integer](x X, y Y) bool {
	if x < 0 {
		return y >= 0 || int64(x) < int64(y)
	}
	return y >= 0 && uint64(x) < uint64(y)
}

func equal[X, Y Integer](x X, y Y) bool { return (x < 0) == (y < 0) && uint64(x) == uint64(y) }

func Eq[X, Y Integer](id int, x X, y Y) { claim(id, equal(x, y), uint64(x), uint64(y)) }
func Ne[X, Y Integer](id int, x X, y Y) { claim(id, !equal(x, y), uint64(x), uint64(y)) }
func Lt[X, Y Integer](id int, x X, y Y) { claim(id, less(x, y), uint64(x), uint64(y)) }
func Le[X, Y Integer](id int, x X, y Y) { claim(id, !less(y, x), uint64(x), uint64(y)) }
func Gt[X, Y Integer](id int, x X, y Y) { claim(id, less(y, x), uint64(x), uint64(y)) }
func Ge[X, Y Integer](id int, x X, y Y) { claim(id, !less(x, y), uint64(x), uint64(y)) }

func Min[R, X, Y Integer](id int, r R, x X, y Y) {
	claim(id, (equal(r, x) || equal(r, y)) && !less(x, r) && !less(y, r), uint64(x), uint64(y))
}

func Max[R, X, Y Integer](id int, r R, x X, y Y) {
	claim(id, (equal(r, x) || equal(r, y)) && !less(r, x) && !less(r, y), uint64(x), uint64(y))
}

// words of a pointer, map, channel, function: one; interface: two; slice: three.
func word[T any](x *T, i uintptr) uintptr { return *(*uintptr)(unsafe.Add(unsafe.Pointer(x), i*8)) }

func same[X, Y any](x *X, y *Y) bool {
	switch n := unsafe.Sizeof(*x) / 8; n {
	case 1:
		return word(x, 0) == word(y, 0)
	case 2: // the types of interfaces may differ, those of what they hold may not
		return (word(x, 0) == 0) == (word(y, 0) == 0) && word(x, 1) == word(y, 1)
	case 3:
		return word(x, 0) == word(y, 0) && word(x, 1) == word(y, 1) && word(x, 2) == word(y, 2)
	}
	return unsafe.Sizeof(*x) == 0
}

func Same[X, Y any](id int, x X, y Y) {
	claim(id, unsafe.Sizeof(x) == unsafe.Sizeof(y) && same(&x, &y), uint64(word(&x, 0)), uint64(word(&y, 0)))
}

func Differ[X, Y any](id int, x X, y Y) { claim(id, !same(&x, &y), uint64(word(&x, 0)), uint64(word(&y, 0))) }
func Nil[X any](id int, x X)            { claim(id, word(&x, 0) == 0, uint64(word(&x, 0)), 0) }
func NotNil[X any](id int, x X)         { claim(id, word(&x, 0) != 0, uint64(word(&x, 0)), 0) }

// Constant hides that x is constant.
//
//go:noinline
func Constant[T Integer](x T) T { return x }

func Truth(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
`
