// A call that leaves one of two locks held must not make them one block.
class Node {
	f
}
final a = new Node
final b = new Node
func take(o) {
	acquire o
}
func give(o) {
	release o
}
func f0(o, n, x) {
	r = x
	if n > 0 {
		f0(o, n - 1, r)
	}
	if nondet {
		sync a {
			r = a.f
			m1 = o
			take(m1)
			r = a.f
			give(m1)
			notifyall a
		}
	}
	return
}
func main() {
	n = 1
	t0 = spawn f0(b, n, 0)
	join t0
}
