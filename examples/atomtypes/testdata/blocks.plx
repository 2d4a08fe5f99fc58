// Monitor blocks of functions that are not marked are transactions: the outermost ones, wherever
// they begin and end.

class A { x guarded by this, y, volatile ready }

final a = new A
final b = new A
final gate = new Object

func take(o) acquires o {
	acquire o
}

func give(o) releases o {
	release o
}

func plain() { // no transaction, though it is compound
	a.y = 1
	a.y = a.y + 1
}

func block() {
	sync gate {
		a.y = 1
		a.y = 2 // want compound
	}
}

func helped() {
	take(gate)
	a.y = 1
	give(gate)
	take(gate)
	a.y = 2
	give(gate)
}

func helpedBadly() {
	take(gate)
	a.y = 1
	b.y = 1 // want paths: compound // in a run each is a variable of its own, and b.y is written once
	give(gate)
}

func nested() {
	sync gate {
		sync a {
			a.x = 1
		}
		sync b { // want compound
			b.x = 1
		}
	}
}

func crossed() {
	acquire gate
	acquire a
	a.x = 2
	release gate
	a.x = 3
	release a
}

atomic func again() {
	sync a {
		sync a { a.x = 4 }
		sync a { a.x = 5 }
	}
}

atomic func flag() {
	sync a {
		a.x = 6
	}
	a.ready = 1 // want compound
}

atomic func looped(n) {
	while n > 0 {
		sync a { a.x = n } // want compound
		n = n - 1
	}
}

atomic func waits() {
	sync gate {
		while !b.ready { // want paths: compound // in a run b.ready is a variable of its own, and guarded by gate
			wait gate // want compound
		}
	}
}

atomic func choice(n) { // each path is atomic
	if n {
		sync a { a.x = 7 }
	} else {
		a.y = 3
	}
}

func unheld() {
	a.x = 8 // want guard-not-held
}

func wrong() {
	give(b) // want requires-not-held
}

func other() {
	block()
	helped()
	helpedBadly()
	nested()
	crossed()
	again()
	flag()
	looped(2)
	choice(0)
	choice(1)
	unheld()
	a.y = a.y + 1
	b.y = b.y + 1
	try { wrong() } catch e { skip }
}

func main() {
	plain()
	t = spawn other()
	u = spawn waits()
	join t
	other()
	sync gate {
		b.ready = 1
		notifyall gate
	}
	join u
}
