// Two blocks in which nothing is done that another thread could tell.
// Atomicity: run-time analysis, section 5.2.3.
//
// Both variables are only read, so both transactions are atomic by theorem 3, though not by
// theorem 2.

class Shared { x = 1, y = 2 }

final shared = new Shared
final l1 = new Object
final l2 = new Object

atomic func t() {
	sync l1 {
		v = shared.x
	}
	sync l2 {
		w = shared.y
	}
}

atomic func u() {
	sync l1 {
		v = shared.y
	}
	sync l2 {
		w = shared.x
	}
}

func main() {
	t = spawn t()
	u = spawn u()
	join t
	join u
}
