// A read without a lock by the only thread that writes.
// Atomicity: run-time analysis, section 7.
//
// The two other threads hold one of the writer's two locks each, so no two accesses
// are a data race. What is read without a lock is not used.

class Shared { x }

final shared = new Shared
final o1 = new Object
final o2 = new Object

atomic func writer() {
	v = shared.x
	sync o1 {
		sync o2 {
			shared.x = 1
		}
	}
}

atomic func second() {
	sync o2 {
		v = shared.x
	}
}

atomic func third() {
	sync o1 {
		v = shared.x
	}
}

func main() {
	t = spawn writer()
	u = spawn second()
	v = spawn third()
	join t
	join u
	join v
}
