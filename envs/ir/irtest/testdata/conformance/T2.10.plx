// A non-atomic increment operation.
// Artho, Combining Static and Dynamic Analysis, figure 2.10.

class Shared { field }

final shared = new Shared
final lock = new Object

atomic func inc() {
	sync lock {
		tmp = shared.field
	} // lock release
	tmp = tmp + 1 // want stale: tmp
	sync lock {
		shared.field = tmp // also stale: tmp
	}
}

func main() {
	t = spawn inc()
	u = spawn inc()
	join t
	join u
}
