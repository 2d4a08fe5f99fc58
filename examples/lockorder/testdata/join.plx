// A thread waits for the end of another one while it holds a lock.
final a = new Object
final b = new Object
final gate = new Object
final c = new Object

func needs() {
	sync a { // want end: deadlock // it is waited for by who waits for the end of this thread
	}
}

func deep() {
	needs()
} // want paths: lock-wait

func other() {
	sync b {
	}
}

func first() {
	t = spawn deep()
	sync a {
		join t // want paths: lock-wait // want end: deadlock
	}
}

// The one that is waited for needs another lock.
func second() {
	t = spawn other()
	sync a {
		join t
	}
}

// It has ended, since somebody waited for it before.
func third() {
	t = spawn needs()
	join t
	sync a {
		join t
	}
}

func main() {
	first()
	second()
	third()
}
