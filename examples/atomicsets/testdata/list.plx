// A list under one lock, and a manager that uses one.
// Dinges, Charalambides and Agha, Automated Inference of Atomic Sets, figure 1, with locks in
// place of the annotations.

class List { length, entries }
class Manager { urls }

func new_list(n) {
	l = new List
	l.entries = new [n]
	l.length = 0
	return l
}

sync func get(l, i) {
	if i < l.length { // want atomic-set
		e = l.entries
		return e[i]
	}
	return 0
}

sync func add(l, x) {
	n = l.length
	if n < 8 {
		e = l.entries
		e[n] = x
		l.length = n + 1
	}
}

sync func remove(l) {
	if l.length > 0 {
		old = l.entries
		l.entries = new [8]
		l.length = 0
	}
}

func addAll(l, other) {
	sync other { // want unit-of-work
		sync l {
			l.length = l.length + other.length
			e = other.entries
			l.entries = e
		}
	}
}

func downloadNext(m) {
	sync m {
		u = get(m.urls, 0)
		if u != 0 {
			remove(m.urls)
		}
	}
}

func worker(m) {
	downloadNext(m)
	downloadNext(m)
}

func filler(m, other) {
	sync m { // want unit-of-work
		add(m.urls, 5)
		add(m.urls, 6)
	}
	sync m {
		addAll(m.urls, other)
	}
}

func main() {
	l = new_list(8)
	other = new_list(8)
	m = new Manager
	m.urls = l
	a = spawn worker(m)
	b = spawn filler(m, other)
	c = spawn worker(m)
	join a
	join b
	join c
	add(other, 7)
}
