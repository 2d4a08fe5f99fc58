// One lock has two names, of which one protects what is read. Which of them is looked at must not depend on
// their numbers.
class Node {
	f
	g = 1
	volatile flag
	next = nil
}

final a = new Node
final b = new Node
final lock = new Object
final table = new [3]
var total = 0
volatile ready = false

func take(o) {
	acquire o
}

func give(o) {
	release o
}

func reopen(o) {
	v = o.f
	release o
	acquire o
	return v
}

sync func wakeup(o) {
	o.flag = true
	notifyall o
}

func f0(o, n, x) {
	r = x
	s = n
	p = o
	q = a
	return
}

func f1(o, n, x) {
	r = x
	s = n
	p = o
	q = a
	return
}

func f2(o, n, x) {
	r = x
	s = n
	p = o
	q = a
	skip
	a.f = r
	r = a.f
	a.f = r
	return r
}

func f3(o, n, x) {
	r = x
	s = n
	p = o
	q = a
	r = r
	r = r
	m1 = a
	acquire m1
	r = reopen(m1)
	r = a.f
	a.f = r
	skip
	r = total
	release m1
	return r + r, r
}

func main() {
	n = 1
	o = a
	x = 1
	r = x
	s = n
	p = o
	q = a
	t0 = spawn f0(a, n, 0)
	k2 = nondet
	if k2 {
		acquire a
	}
	skip
	sync a {
		sync a {
			if n > 0 {
				s, total = f3(p, n - 1, r + r)
			}
		}
		a.f = s
	}
	if k2 {
		release a
	}
	join t0
}
