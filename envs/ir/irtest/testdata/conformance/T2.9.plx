// A high-level data race resulting from three atomic operations.
// Artho, Combining Static and Dynamic Analysis, figure 2.9.
//
// reset sets x and y in two blocks, swap reads both in one. The two constants
// carry no data from block to block: there is no stale value.

class Coord { x = 1, y = 2 }

final coord = new Coord
final lock = new Object

atomic func swap() {
	sync lock {
		oldX = coord.x
		oldY = coord.y
		coord.x = oldY // swap X
		coord.y = oldX // swap Y
	}
}

atomic func reset() {
	sync lock {
		coord.x = 0
	}
	// inconsistent state (0, y)
	sync lock {
		coord.y = 0
	}
}

func main() {
	t = spawn swap()
	u = spawn reset()
	join t
	join u
}
