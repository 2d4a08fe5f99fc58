// What f1 adds to r, of f2, is fresh or not, as one comes to the returns of f0 and f1 first or last.
class P { x, y, volatile v }
final p = new P
func f0(o, n, r) {
	sync p {
		while nondet {
			if tryacquire p {
				if n > 0 { r, s = f1(p, n - 1, r + 1) }
			}
			sync p {
				p.x = r + 1
			}
		}
	}
	return 1, s
}
func f1(o, n, r) {
	sync p {
		sync p {
			sync p {
				r = p.y
			}
		}
	}
	if tryacquire p {
		r = p.x
		if s {
			if nondet {
				r = p.y
				if n > 0 { r, s = f2(p, n - 1, r + s) }
				r = p.y
				if n > 0 { r, s = f0(p, n - 1, r) }
			}
		}
	}
	return s - r, s - r
}
func f2(o, n, r) {
	s = 0
	return r + s, r + s
}
func main() {
	r, s = f1(p, 3, 0)
	sync p { p.x = 1; p.y = 2 }
}
