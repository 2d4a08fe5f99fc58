// Program skipped defers calls of one function on some ways only.
package main

import "sync/atomic"

var sum atomic.Int64

func add(n int64) { sum.Add(n) }

func some(first, second bool) {
	defer add(1) // 4
	if first {
		defer add(2) // 2
	}
	if second {
		defer add(3) // 2
	}
}

func fails(first, second bool) {
	defer func() { recover() }()
	defer add(1) // 4
	if first {
		defer add(2) // 2
	}
	if second {
		panic("second")
	}
}

func main() {
	for i := range 4 {
		some(i&1 != 0, i&2 != 0)
		fails(i&1 != 0, i&2 != 0)
	}
	if sum.Load() != 4*1+2*2+2*3+4*1+2*2 {
		panic(sum.Load())
	}
}
