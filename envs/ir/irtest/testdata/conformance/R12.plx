// Two locks that are taken in both orders, but only under a third one.
// Atomicity: run-time analysis, section 5.2.2.

class Shared { x }

final shared = new Shared
final gate = new Object
final l1 = new Object
final l2 = new Object

atomic func forwards() {
	sync gate {
		sync l1 {
			sync l2 {
				shared.x = shared.x + 1
			}
		}
	}
}

atomic func backwards() {
	sync gate {
		sync l2 {
			sync l1 {
				shared.x = shared.x - 1
			}
		}
	}
}

func main() {
	t = spawn forwards()
	u = spawn backwards()
	join t
	join u
}
