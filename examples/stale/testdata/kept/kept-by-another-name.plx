// A callee that perhaps keeps, by another name, what its caller holds.
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
	acquire a
	if nondet {
		return x
	}
	release a
	r = a.f
	return r
}
func main() {
	r = 1
	p = a
	acquire a
	r = f0(p, 0, r)
	release a
	s = r + 1
}
