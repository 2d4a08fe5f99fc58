// A correct non-atomic program: each round of the loop is self-contained.
// Artho, Combining Static and Dynamic Analysis, figure 4.2.
//
// The endless loop of the original goes round three times here.

class Shared { field }

final shared = new Shared
final lock = new Object

func compute(v) {
	return v / 2 + 1
}

atomic func sensorDaemon() {
	rounds = 3
	while rounds > 0 {
		sync lock {
			value = shared.field // acquire latest copy
			value = compute(value)
			shared.field = value // write back result
		}
		skip // sleep(1000)
		rounds = rounds - 1
	}
}

func main() {
	t = spawn sensorDaemon()
	sensorDaemon()
	join t
}
