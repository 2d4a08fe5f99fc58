// Objects that other threads find while they are still being made.

class Node { value, next }
class Registry { first, latest }

final registry = new Registry
final lock = new Object

// early leaks its object before it is ready.
func early() {
	n = new Node
	n.value = 1
	registry.first = n
	n.value = 2 // want constructor-leak
	return n
}

// late does so after all is written.
func late() {
	n = new Node
	n.value = 1
	registry.first = n
	return n
}

// guarded writes under a lock.
func guarded() {
	n = new Node
	registry.first = n
	sync lock {
		n.value = 2
	}
}

func register(n) {
	sync lock {
		registry.latest = n
	}
}

func set(n, v) {
	n.value = v // want constructor-leak
}

// below leaks and writes in what it calls.
func below() {
	n = new Node
	m = n
	register(n)
	set(m, 1)
}

func read(n) {
	x = n.value
}

// handed gives its object to a thread.
func handed() {
	n = new Node
	t = spawn read(n)
	n.value = 3 // want constructor-leak
	join t
}

// private stores its object in one of its own.
func private() {
	n = new Node
	o = new Node
	o.next = n
	n.value = 1
}

func watch() {
	x = registry.first
	y = registry.latest
	registry.first = nil
	registry.latest = nil
}

func main() {
	t = spawn watch()
	join t
	n = early()
	n.value = 4 // after the function is done
	late()
	guarded()
	below()
	handed()
	private()
}
