// A non-atomic operation that does not violate view consistency.
// Artho, Combining Static and Dynamic Analysis, figure 10.1.

class X { value }

final x = new X
final lock = new Object

func getValue(o) {
	return o.value
}

func setValue(o, v) {
	o.value = v // also stale: v
}

atomic func increment() {
	sync lock {
		tmp = getValue(x)
	}
	tmp = tmp + 1 // want stale: tmp
	sync lock {
		setValue(x, tmp) // also stale: tmp
	}
}

func main() {
	t = spawn increment()
	u = spawn increment()
	join t
	join u
}
