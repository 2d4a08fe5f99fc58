class Counter { value }

final c = new Counter

root func inc() {
	sync c {
		c.value = c.value + 1
	}
}

func main() {
	t = spawn inc()
	inc()
	join t
}
