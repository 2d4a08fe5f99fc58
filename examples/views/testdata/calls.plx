// Locks that are taken, or given back, by a callee, and what is accessed in one.

class P { x, y, z }

final p = new P
final q = new P

func lock(o) {
	acquire o
}

func unlock(o) {
	release o
}

func set(o) {
	o.y = 1
}

func together(o) {
	n = 3
	while n > 0 {
		lock(o)
		o.x = 1
		set(o)
		unlock(o) // want view-inconsistency
		n = n - 1
	}
}

func pause(o) {
	o.x = 2
	release o
	acquire o
	o.z = 2
}

func apart(o) {
	n = 3
	while n > 0 {
		sync o {
			pause(o) // want view-inconsistency
			o.y = 2
		} // want view-inconsistency
		n = n - 1
	}
}

// A condition is waited for without the lock.
func waits(o) {
	sync o {
		o.x = 0
		while o.z == 0 {
			wait o // want paths: view-inconsistency // a run waits before there is a conflict
			o.y = 0
		}
	} // want view-inconsistency
}

func wakes(o) {
	n = 3
	while n > 0 {
		sync o {
			o.x = 1
			o.y = 1
			o.z = 1
			notifyall o
		} // want view-inconsistency
		n = n - 1
	}
}

func main() {
	spawn together(p)
	spawn apart(p)
	w = spawn waits(q)
	spawn wakes(q)
}
