// What a callee read before it reopened its caller's lock is stale.
class Node {
	v
	w
}
final s = new Node
final q = new Node
func g(o) {
	x = o.v
	release o
	acquire o
	return x
}
func f() {
	acquire s
	x = g(s)
	s.v = x
	release s
}
func main() {
	t = spawn f()
	f()
	join t
}
