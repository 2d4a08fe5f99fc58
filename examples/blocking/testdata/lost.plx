// A thread waits to be notified without a look at what has happened, and the one that notifies has come before.

final m = new Object

func waiter() {
	sync m {
		wait m // want run: blocked // want paths: wait-no-loop // want end: deadlock
	}
}

func main() {
	sync m {
		notify m
	}
	t = spawn waiter()
	join t // want run: blocked // want end: deadlock
}
