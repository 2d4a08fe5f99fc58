// Two threads take two locks in different orders, and each waits for the other one to get as far.

class Step { done }

final a = new Object
final b = new Object
final first = new Step
final second = new Step

func other() {
	sync b {
		reach(second)
		await(first)
		sync a { // want run: blocked // want end: deadlock
		}
	}
}

func main() {
	t = spawn other()
	sync a {
		reach(first)
		await(second)
		sync b { // want run: blocked // want end: deadlock
		}
	}
	join t
}

func reach(s) {
	sync s {
		s.done = 1
		notifyall s
	}
}

func await(s) {
	sync s {
		while !s.done {
			wait s
		}
	}
}
