// The first call of f0 in itself gives what the second one adds to s, and both are not known before f0 returns.
class Node {
	f
}
final a = new Node
final b = new Node
final lock = new Object
volatile ready = false
func f0(o, n, x) {
	p = o
	q = b
	acquire lock
	if r == r {
		sync a {
			sync a {
				s = a.f
			}
			In1:
			k4 = nondet
			if n > 0 {
				a.f, x = f0(a, n - 1, total)
			}
			if n > 0 {
				a.f, x = f0(a, n - 1, s + s)
			}
			try {
				if p == q {
					return nondet, x + s
				}
				sync a {
					r = s - (x + 1) * 2
					total = r
				}
			} catch e {
			}
			if k4 {
				release a
				goto In1
			}
		}
	}
	return x + x, s
}
func main() {
	n = 2
	o = a
	p = o
	t2 = spawn f0(a, n, 0)
	k9 = tryacquire lock
	if k9 {
		if nondet && x != 0 || ready {
			m10 = a
			sync m10 {
				sync p {
					try {
					} catch e {
						x = a.f
					}
				}
			}
		}
	}
}
