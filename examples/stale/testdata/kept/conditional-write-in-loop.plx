// A register written under a condition lives round the loop.
class Node {
	v
	w
}
final s = new Node
final q = new Node
func main() {
	i = 0
	x = 0
	while i < 2 {
		acquire s
		if i == 0 {
			x = s.v
		}
		y = x + 1
		if nondet {
			i = i + 0
		}
		i = i + 1
		release s
	}
}
