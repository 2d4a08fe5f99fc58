// A low-level data race example.
// Artho, Combining Static and Dynamic Analysis, figure 2.8.
//
// Threads call reset, inc and dec one after the other, so that no run shows a
// wrong value; the locks held at the accesses have none in common all the same.
// No value leaves its block.

class Shared { value }

final shared = new Shared
final a = new Object
final b = new Object

atomic func reset() {
	sync a {
		sync b {
			shared.value = 0
		}
	}
}

atomic func inc() {
	sync a {
		shared.value = shared.value + 1
	}
}

atomic func dec() {
	sync b {
		shared.value = shared.value - 1
	}
}

func main() {
	t = spawn reset()
	join t
	t = spawn inc()
	join t
	t = spawn dec()
	join t
}
