// An atomicity violation that is not a high-level data race.
// Artho, Combining Static and Dynamic Analysis, figure 2.11.
//
// swap reads in one block and writes in another what it read; a reset in
// between is undone.

class Coord { x = 1, y = 2 }

final coord = new Coord
final lock = new Object

atomic func swap() {
	sync lock {
		oldX = coord.x
		oldY = coord.y
	}
	sync lock {
		coord.x = oldY // want stale: oldY
		coord.y = oldX // want stale: oldX
	}
}

atomic func reset() {
	sync lock {
		coord.x = 0
		coord.y = 0
	}
}

func main() {
	t = spawn swap()
	u = spawn reset()
	join t
	join u
}
