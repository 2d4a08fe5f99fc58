// An exception out of a function that takes no lock reaches the handler.
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
sync func f0(o, n, x) {
	r = x
	if n > 0 {
		r = f3(o, n - 1, r)
	}
	return r
}
func f3(o, n, x) {
	if nondet {
		throw x
	}
	return x
}
func main() {
	t0 = spawn f0(a, 1, 0)
	join t0
}
