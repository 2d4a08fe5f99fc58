// The same round a loop.
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
func main() {
	acquire s
	i = 0
	while i < 3 {
		x = g(s)
		s.v = x
		i = i + 1
	}
	release s
}
