// The same lock by two names: the second acquisition is re-entrant.
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
	r = x
	m1 = o
	take(m1)
	m2 = o
	take(m2)
	give(m2)
	r = a.f
	give(m1)
	return
}
func main() {
	t0 = spawn f0(a, 1, 0)
	join t0
}
