package main

type small int8

func numbers(round int) {
	for _, x := range []int{-128, -3, -1, 0, 1, 2, 7, 127, 1 << 40, -1 << 63} {
		x += round
		for _, y := range []int{-7, -1, 1, 3, 64, 1 << 33} {
			arithmetic(x, y)
			arithmetic8(int8(x), int8(y))
			arithmeticU(uint64(x), uint64(y))
			arithmeticSmall(small(x), small(y))
			compared(x, y, uint8(x), uint64(y))
		}
		converted(x)
		shifts(uint8(x)&63, x)
	}
	use(predeclared(round, 7), minmax(-1, uint8(round)))
}

func arithmetic(x, y int) {
	use(x+y, x-y, x*y, x/y, x%y, x&y, x|y, x^y, x&^y, -x, ^x)
	use(5-x, x*3, 7/y, x/-1, x%-1, 1&^x)
}

func arithmetic8(x, y int8) {
	if y == 0 {
		return
	}
	use(x+y, x-y, x*y, x/y, x%y, x&y, x|y, x^y, x&^y, -x, ^x, x/-1)
}

func arithmeticU(x, y uint64) {
	use(x+y, x-y, x*y, x/y, x%y, x&y, x|y, x^y, x&^y, -x, ^x, x-1)
}

func arithmeticSmall(x, y small) {
	if y != 0 {
		use(x+y, x-y, x*y, x/y, x%y, -x)
	}
}

// The same constant has several types.
func shifts(n uint8, x int) {
	use(uint8(1)<<n, int64(1)<<n, uint16(1)<<n, 1<<n, int8(1)<<n)
	use(uint64(255)>>n, uint8(255)>>n, int16(-1)>>n)
	use(x<<n, x>>n, x<<3, x>>70, uint8(x)<<n, int8(x)>>n, x<<(n&7), uint32(x)>>(x&15))
}

func converted(x int) {
	a, b, c, d := int8(x), uint8(x), uint32(x), uint64(x)
	use(a, b, c, d, int64(a), uint64(a), int(b), uint16(a), int8(b), int(d), float64(x), small(x), uintptr(x), rune(b))
	use(int8(x), uint8(x), int16(int8(x)), uint64(int8(x)))
}

func compared(x, y int, b uint8, u uint64) {
	switch {
	case x < y:
		use(1)
	case x == y+1:
		use(2)
	case !(x <= 3):
		use(3)
	}
	if b > 200 || b == 0 {
		use(b)
	}
	if u >= 1<<63 && u != 1<<63 {
		use(u)
	}
	for i := x; i < x+3 && i > x-1; i++ {
		use(i)
	}
	ok := x < y
	if ok || y == 3 {
		use(ok)
	}
	flag := b > 3
	for range 2 {
		flag = !flag
		if flag {
			use(flag, ok)
		}
	}
}

func predeclared(x, y int) int {
	return min(x, y) + max(x, y) + min(x, 3) + max(4, y) + min(x, y, 2)
}

func minmax(a int8, b uint8) int { return int(min(a, 3)) + int(max(b, 2)) }
