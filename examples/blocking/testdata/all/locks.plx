// With -all, waits for locks are reported that are not proved to end.

class Box { lock }
final box = new Box
final a = new Object
final b = new Object
final c = new Object
final kept = new Object
final helped = new Object

// One order, and a lock that is taken again, is fine.
func inner(p) {
	sync p {
	}
}

func ordered() {
	sync b {
		sync c {
			inner(b)
			inner(c)
		}
	}
}

// Two threads that take two locks in two orders are not. The outer ones they get.
func first() {
	sync box {
		sync a { // want paths: blocked
			sync a { // which the thread holds already
			}
		}
	}
}

func second() {
	sync a {
		sync box { // want paths: blocked
		}
	}
}

// A lock may be left behind on one way.
func leaves(n) {
	acquire kept // want blocked // want end: deadlock
	if n {
		return
	}
	release kept
}

// Functions may take a lock for their callers, and give it back.
func take(p) {
	acquire p
}

func give(p) {
	release p
}

func helps() {
	take(helped)
	give(helped)
}

// A lock that only its thread knows is none to wait for.
func own() {
	x = new Object
	sync x {
	}
}

func main() {
	t = spawn ordered()
	u = spawn ordered()
	spawn first()
	spawn second()
	spawn leaves(nondet)
	spawn leaves(nondet)
	v = spawn helps()
	w = spawn helps()
	own()
	join t
	join u
	join v
	join w
}
