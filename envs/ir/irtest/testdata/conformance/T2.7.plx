// Generalization to non-nested locking operations.
// Artho, Combining Static and Dynamic Analysis, figure 2.7.
//
// Releasing the outer lock first leaves a set of locks that was not held before:
// a new block, in which the values read in the two blocks before it are stale.

class Shared { value }

final shared = new Shared
final a = new Object
final b = new Object

atomic func crossed() {
	acquire a // block 1
	x = shared.value
	acquire b // block 2
	y = shared.value
	y = y + 1
	release a // block 3
	z = shared.value
	z = z + 1
	x = x + 1 // want stale: x
	y = y + 1 // want stale: y
	release b // no block
}

func main() {
	t = spawn crossed()
	crossed()
	join t
}
