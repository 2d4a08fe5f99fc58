// What f0 writes at last it has read itself, or f0 has that it calls: only the first can be fixed in it.
class P { x, volatile v }
final p = new P
func f0(o, n, r) {
	s = 0
	if r {
		if r {
			r = p.x
			sync p {
				if n > 0 { r, s = f0(o, n - 1, r) }
			}
			sync p {
			}
		}
		sync p {
			p.x = s
			sync p {
				p.x = r
			}
		}
		if nondet { return r + s, r + s }
	}
	return r, r
}
func main() {
	t = spawn f0(p, 3, 0)
	r, s = f0(p, 3, 0)
	sync p { p.x = 1 }
}
