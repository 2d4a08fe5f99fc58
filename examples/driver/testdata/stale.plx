class Counter { value }

final c = new Counter

root func inc() {
	sync c {
		tmp = c.value
	}
	tmp = tmp + 1
	sync c {
		c.value = tmp
	}
}

root func peek() {
	sync c {
		tmp = c.value
	}
	tmp = tmp + 1
}

func main() {
	t = spawn inc()
	inc()
	join t
}
