// Nested locking operations.
// Artho, Combining Static and Dynamic Analysis, figure 2.6.
//
// After releasing the inner lock the outer block is current again, so a value
// read in it is not stale.

class Shared { value }

final shared = new Shared
final a = new Object
final b = new Object

atomic func nested() {
	acquire a // block 1
	x = shared.value
	acquire b // block 2
	y = shared.value
	y = y + 1
	release b // block 1
	shared.value = x + 1
	release a // no block
}

func main() {
	t = spawn nested()
	nested()
	join t
}
