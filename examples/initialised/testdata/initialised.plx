// Objects of which fields are read or published before they are written.

class Node { value, next, volatile ready }

final lock = new Object
var shared
var latest

// read reads a field that nobody has written, and one that was written.
func read() {
	n = new Node
	n.value = 1
	x = n.value
	y = n.next // want unset-field
}

// moved goes by two names.
func moved() {
	n = new Node
	m = n
	m.value = 1
	x = n.value
	m = m.next // want unset-field
}

// branches writes on one way only, and in two ways.
func branches() {
	n = new Node
	if nondet { n.value = 1 } else { n.value = 2 }
	if nondet(2) { n.next = n }
	x = n.value
	m = new Node
	if nondet { m.value = 1 }
	x = m.value // want unset-field
}

// rounds makes an object in each round.
func rounds() {
	i = 0
	while i < 3 {
		n = new Node
		if i > 0 {
			x = old.value
			x = n.value // want unset-field
		}
		old = n
		n.value = i
		i = i + 1
	}
}

func fill(n, v) { n.value = v }

func fillSome(n, v) {
	if v { n.value = v }
}

func keep(n) { shared = n }

func look(n) { return n.value }

func back(n) { return n }

// callees write, or do not, or let the object out.
func callees() {
	n = new Node
	fill(n, 1)
	x = look(n)
	x = n.value
	x = n.next // want unset-field
	m = new Node
	fillSome(m, 0)
	x = m.value // want unset-field
	k = new Node
	keep(k)
	x = k.value
	b = new Node
	c = back(b)
	c.value = 1
	x = b.value
}

// twice is given one object by two names.
func twice(a, b) {
	a.value = 1
	keep(b)
}

func passedTwice() {
	n = new Node
	twice(n, n)
	x = n.next
	x = n.value
}

// throws lets the object out, and throws.
func throws(n) {
	shared = n
	throw 1
}

func caught() {
	n = new Node
	try { throws(n) } catch e { x = n.value }
}

// early is not done when others may find its object.
func early() {
	n = new Node
	n.value = 1
	shared = n
	n.value = 2
	n.next = n // want early-publication
	n.next = nil
}

// done is.
func done() {
	n = new Node
	n.value = 1
	n.next = n
	n.ready = 1
	shared = n
	n.next = nil
}

// inside is stored in an object that nobody else has.
func inside() {
	n = new Node
	o = new Node
	o.next = n
	n.value = 1
	o.value = 1
}

// handed is handed to a thread.
func handed() {
	n = new Node
	n.ready = 0
	t = spawn watch(n)
	n.ready = 1
	n.value = 1 // want early-publication
	join t
}

// maybe is published on one way only.
func maybe() {
	n = new Node
	if nondet { latest = n } else { n.value = 1 }
	n.value = 2 // want early-publication
}

// filled is written by a callee.
func filled() {
	n = new Node
	fill(n, 1)
	latest = n
	n.value = 2
}

// again publishes the object of the round before.
func again() {
	i = 0
	while i < 3 {
		n = new Node
		n.value = i
		shared = n
		i = i + 1
	}
}

// either does not know which object it has.
func either() {
	if nondet { n = new Node } else { n = new Node }
	shared = n
	n.value = 1 // want run: early-publication // several places where objects are made
}

func watch(n) {
	x = shared
	y = latest
}

func main() {
	w = spawn watch(nil)
	i = 0
	while i < 4 {
		read(); moved(); branches(); rounds(); callees(); passedTwice(); caught()
		early(); done(); inside(); handed(); maybe(); filled(); again(); either()
		i = i + 1
	}
	join w
}
