// What decides whether f1 writes derives from more and more readings, until they are too many to be told apart.
class P { x, y, volatile v }
final p = new P
func f1(o, n, r) {
	if r {
		if n > 0 { r, s = f1(p, n - 1, r + 1) }
		sync p {
			while nondet {
				s = o.x
			}
			r = o.x
		}
		if tryacquire p {
			if s {
				p.x = s
				if n > 0 { r, s = f1(p, n - 1, r) }
			}
			release p
		}
	}
	return r + s, s - r
}
func main() {
	r, s = f1(p, 3, 0)
}
