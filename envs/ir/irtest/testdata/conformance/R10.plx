// Two locks that are taken in both orders: a run may end in a deadlock.
// Atomicity: run-time analysis, section 5.2.2, where E is the update of x, and E1 and
// E2 those of y.

class Shared { x, y }

final shared = new Shared
final l1 = new Object
final l2 = new Object

atomic func t() {
	acquire l1
	acquire l2 // want lock-cycle: l2
	release l2
	shared.x = shared.x + 1
	release l1
}

atomic func u() {
	acquire l2
	acquire l1 // want lock-cycle: l1
	release l1
	shared.y = shared.y + 1
	shared.y = shared.y - 1
	release l2
}

func main() {
	t = spawn t()
	u = spawn u()
	join t
	join u
}
