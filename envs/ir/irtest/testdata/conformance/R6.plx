// Locks that are both-movers: one that the thread holds already, one that no other thread
// uses, and one that is always taken under another one.
// Atomicity: run-time analysis, section 5.2.5.

class Shared { x }

final shared = new Shared
final lock = new Object
final own = new Object
final inner = new Object

atomic func again() {
	sync lock {
		sync lock {
			shared.x = 1
		}
		sync lock {
			shared.x = 2
		}
	}
}

atomic func alone() {
	sync lock {
		sync own {
			shared.x = 3
		}
		sync own {
			shared.x = 4
		}
	}
}

atomic func guarded() {
	sync lock {
		sync inner {
			shared.x = 5
		}
		sync inner {
			shared.x = 6
		}
	}
}

func first() {
	again()
	guarded()
	alone()
	sync own { // it is not always taken under the other one
		skip
	}
}

func second() {
	guarded()
	again()
}

func main() {
	t = spawn first()
	u = spawn second()
	join t
	join u
}
