// A lock perhaps held outside is taken by a callee inside another.
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
func f0(o, n, x) {
	k1 = nondet
	if k1 {
		acquire a
	}
	if k1 {
		release a
	}
	w2 = new Node
	sync w2 {
		r = w2.f
		spawn wakeup(w2)
		while !w2.flag {
			wait w2
		}
		take(a)
		give(a)
	}
	return
}
func main() {
	t0 = spawn f0(a, 1, 0)
	join t0
}
