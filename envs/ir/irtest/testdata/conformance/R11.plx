// A block within a block, with a write as the final one and as the first one.
// Atomicity: run-time analysis, section 6.1.

class Shared { v }

final shared = new Shared
final l1 = new Object
final l2 = new Object

atomic func nested() {
	sync l1 {
		before = shared.v
		sync l2 {
			shared.v = 1
			after = shared.v
		}
	}
}

func main() {
	t = spawn nested()
	u = spawn nested()
	join t
	join u
}
