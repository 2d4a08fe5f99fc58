// The increment of one thread may come between the read and the write of the other one.

var n

atomic func increment() {
	n = n + 1
}

func main() {
	spawn increment()
	n = n + 1
}
