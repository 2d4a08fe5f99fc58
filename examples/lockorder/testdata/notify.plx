// A thread waits to be notified while it holds another lock.
class Box { full }
final a = new Object
final x = new Box
final y = new Box
final z = new Box

func put(o) {
	sync o {
		o.full = 1
		notify o
	}
}

// The lock is given back before, but may be waited for.
func before() {
	sync a {
	}
	sync x {
		x.full = 1
		notifyall x // want paths: lock-wait
	}
}

// It is taken after, which keeps nobody.
func after() {
	sync y {
		y.full = 1
		notify y
	}
	sync a {
	}
}

func around() {
	sync a {
		sync z {
			z.full = 1
			notify z // want paths: lock-wait
		}
	}
}

func get1() {
	sync a {
		sync x {
			while !x.full {
				wait x // want paths: lock-wait
			}
		}
	}
}

func get3() {
	sync a {
		sync z {
			while !z.full {
				wait z // want paths: lock-wait
			}
		}
	}
}

func get2() {
	sync a {
		sync y {
			while !y.full {
				wait y
			}
		}
	}
}

// A run that comes to wait may not end.
func main() {
	go = nondet(1)
	if go {
		spawn get1()
		spawn before()
		spawn get2()
		spawn after()
		spawn around()
		spawn get3()
	}
	put(x)
}
