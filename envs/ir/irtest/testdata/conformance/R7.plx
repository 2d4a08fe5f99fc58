// One writer that holds two locks, and two readers that hold one of them each.
// Atomicity: run-time analysis, section 5.2.4.
//
// No lock is held at all accesses, yet each read is kept apart from the writes.

class Shared { x }

final shared = new Shared
final a = new Object
final b = new Object

atomic func write() {
	sync a {
		sync b {
			shared.x = 1
			shared.x = 2
		}
	}
}

atomic func readUnderA() {
	sync a {
		v = shared.x
	}
}

atomic func readUnderB() {
	sync b {
		v = shared.x
	}
}

func main() {
	t = spawn write()
	u = spawn readUnderA()
	v = spawn readUnderB()
	w = spawn write()
	join t
	join u
	join v
	join w
}
