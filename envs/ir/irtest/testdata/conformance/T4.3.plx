// A correct non-atomic, non-serializable program.
// Artho, Combining Static and Dynamic Analysis, figure 4.3.
//
// A value that is taken out of the buffer belongs to the thread that took it.
// The plain algorithm does not know that: the reports are known to be false, and
// are gone with the option for values that are handed over. The endless loop of
// the original goes round twice here.

class Buffer { slots, first, size }

final buffer = new Buffer
final lock = new Object

// next frees the slot whose value it returns.
func next(b) {
	i = b.first
	value = b.slots[i]
	b.slots[i] = nil
	b.first = (i + 1) % 8
	b.size = b.size - 1
	return value
}

func add(b, value) {
	i = (b.first + b.size) % 8
	b.slots[i] = value
	b.size = b.size + 1
}

func f(v) {
	return v * v // also stale: v
}

atomic func work() {
	rounds = 2
	while rounds > 0 {
		sync lock {
			value = next(buffer)
		}
		fdata = f(value) // want stale: value // not with hand-over
		sync lock {
			add(buffer, fdata) // also stale: fdata
		}
		rounds = rounds - 1
	}
}

func main() {
	sync lock {
		buffer.slots = new [8]
		add(buffer, 3)
		add(buffer, 4)
		add(buffer, 5)
	}
	t = spawn work()
	u = spawn work()
	join t
	join u
}
