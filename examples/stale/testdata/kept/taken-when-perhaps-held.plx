// A lock that is perhaps held already is taken for certain.
class Node {
	f
	volatile flag
}
final a = new Node
final b = new Node
func take(o) {
	acquire o
}
func give(o) {
	release o
}
sync func wakeup(o) {
	o.flag = true
	notifyall o
}
func main() {
	k1 = nondet
	if k1 {
		acquire a
	}
	sync a {
		r = a.f
	}
	r = a.f
	sync a {
		a.f = r
	}
	if k1 {
		release a
	}
}
