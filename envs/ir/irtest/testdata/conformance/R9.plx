// Three transactions of which each two are atomic together, and all three are not.
// Atomicity: run-time analysis, section 6.3.

class Shared { x, y, z }

final shared = new Shared

atomic func first() {
	shared.x = 1
	shared.y = 1
}

atomic func second() {
	v = shared.x
	shared.z = 1
}

atomic func third() {
	v = shared.z
	w = shared.y
}

func main() {
	t = spawn first()
	u = spawn second()
	v = spawn third()
	join t
	join u
	join v
}
