// Nested locks (thesis, section 11.3).

class P { x, y }
class Q { u, v }
class R { k, l }

final outer = new Object
final inner = new Object
final p = new P
final q = new Q
final r = new R

// The outer lock makes one of two inner blocks.
func inTwoSteps() {
	n = 3
	while n > 0 {
		sync outer {
			sync inner {
				p.x = 1
			}
			sync inner {
				p.y = 1
			}
		}
		n = n - 1
	}
}

func inOne() {
	n = 3
	while n > 0 {
		sync outer {
			sync inner {
				p.x = p.y
			}
		}
		n = n - 1
	}
}

// Here the other thread takes the inner lock alone, and may come between.
func split() {
	n = 3
	while n > 0 {
		sync outer {
			sync inner {
				q.u = 1
			} // want view-inconsistency
			sync inner {
				q.v = 1
			} // want view-inconsistency
		}
		n = n - 1
	}
}

func together() {
	n = 3
	while n > 0 {
		sync inner {
			q.u = q.v
		} // want view-inconsistency
		n = n - 1
	}
}

// The inner block holds both locks. The outer one knows nothing of who holds the inner
// lock alone.
func both() {
	n = 3
	while n > 0 {
		sync outer {
			sync inner {
				r.k = r.l
			} // want view-inconsistency
		}
		n = n - 1
	}
}

func either() {
	n = 3
	while n > 0 {
		sync outer {
			r.k = 1
		} // want view-inconsistency
		sync inner {
			r.l = 1
		} // want view-inconsistency
		n = n - 1
	}
}

func main() {
	spawn inTwoSteps()
	spawn inOne()
	spawn split()
	spawn together()
	spawn both()
	spawn either()
}
