// One of two ways through claimed sets what it has tested. Whether that counts must not depend on which one is followed first.
class P { x, y }
final gate = new Object
final p = new P
func claimed(o) {
	acquire gate
	r = o.y
	if nondet {
		o.y = r + 1
	} else {
		k = 1
	}
	release gate
	return r
}
func f() {
	r = claimed(p)
	if r {
		sync gate { p.x = 1; p.y = 2 }
	}
}
func main() {
	f()
}
