// Two threads write two halves that belong together. Only some schedules show that left is not
// kept under one lock with what is done to it later.
class Pair { left, right, n }

func once(p) {
	sync p {
		p.left = p.left + 1
	}
	sync p {
		p.left = p.left + 1
		p.right = p.right + 1
		p.n = p.n + 1
	}
}

func main() {
	p = new Pair
	a = spawn once(p)
	b = spawn once(p)
	join a
	join b
}
