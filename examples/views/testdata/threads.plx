// What other threads cannot come between.

class P { x, y }
class Q { u, v }
class R { k, l }

final p = new P
final q = new Q
final r = new R
final lock = new Object
volatile ready = 0

// Before the threads begin, and after they have ended, nobody comes between.
func main() {
	sync lock {
		p.x = 0
	}
	sync lock {
		p.y = 0
	}
	t = spawn swap()
	u = spawn swap()
	v = spawn alone()
	join t
	join u
	sync lock {
		p.x = 1
	}
	sync lock {
		p.y = 1
	}
	spawn once(1)
	spawn once(2)
}

func swap() {
	sync lock {
		h = p.x
		p.x = p.y
		p.y = h
	}
}

// One thread takes these together and apart, and no other one accesses them.
func alone() {
	sync lock {
		q.u = q.v
	}
	sync lock {
		q.u = 1
	}
	sync lock {
		q.v = 1
	}
}

// Two threads of one function are two threads.
func once(n) {
	i = 3
	while i > 0 {
		sync lock {
			r.k = r.l
		} // want view-inconsistency
		sync lock {
			r.k = n
		} // want view-inconsistency
		sync lock {
			r.l = n
		} // want view-inconsistency
		i = i - 1
	}
}
