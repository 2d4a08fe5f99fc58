// With -conditional the first block of t takes y and z together, and z alone in a way that is no part
// of its own: it might have taken y, and so it agrees with locked. The second block, which
// has z alone, does not. That the first one agrees must not hide it.
class P { x, y, z }
final b = new P
func touch(o) {
	o.z = 1
}
sync func locked(o) {
	o.y = 1
}
func t(o) {
	sync o {
		if nondet { o.y = 2 }
		if nondet { o.x = 2 } else { o.z = 3 }
	}
	sync o {
		touch(o)
	}
	locked(o)
}
func main() {
	h0 = spawn t(b)
	h1 = spawn t(b)
}
