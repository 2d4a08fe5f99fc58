// With -all, waits for ends of threads and to be notified are reported that are not proved to end.

class Box { full }
final box = new Box
final a = new Object
final b = new Object
var thread

func short() {
	sync a { // want blocked // want end: deadlock
	}
}

func plain() {
	sync b {
	}
}

func waiter() {
	sync box {
		while !box.full {
			wait box // want paths: blocked
		}
	}
}

// Who is waited for wants the lock.
func holder() {
	t = spawn short()
	sync a {
		join t // want blocked // want end: deadlock
	}
}

// Any thread may be the one.
func any() {
	t = thread
	try {
		join t // want paths: blocked
	} catch e {
	}
}

// Who calls it may hand over any thread that is started.
root func waits(t) {
	join t // want paths: blocked
}

func main() {
	spawn holder()
	spawn any()
	t = spawn plain()
	join t
	thread = spawn waiter()
	u = thread
	sync box {
		box.full = 1
		notifyall box
	}
	join u // want paths: blocked
}
