// A release by a name that the caller's locks do not have.
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
func f1(o, n, x) {
	r = x
	p = a
	m1 = o
	take(m1)
	if n > 0 {
		r = f1(p, n - 1, r)
	}
	take(a)
	give(a)
	give(m1)
	r = a.f
	return r
}
func main() {
	t0 = spawn f1(a, 1, 0)
	join t0
}
