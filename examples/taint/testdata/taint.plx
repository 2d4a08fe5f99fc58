// What is read from users and keys, and where it may be printed. "want paths" is
// found over all paths, "want run" in the run.

class Config { token, name }
class Page { title, text }
class Box { inner }

final conf = new Config
final page = new Page
var last
var never

func readUser() { return 1 }
func readKey() { return 2 }
func print(x) { skip }
func logUser(x) { skip }
func store(where, x) { skip }
func escape(x) { return x }
func stripKey(x) { return x }

func direct() {
	u = readUser()
	print(u)          // want tainted-argument
	logUser(u)
	print(1)
	u = 3
	print(u)
	print(readKey())  // want tainted-argument
	print(escape(readUser()))
	store(readUser(), 1)
	store(1, readUser())
	store(1, readKey())  // want tainted-argument
}

// Both kinds together are more than each.
func together(c) {
	x = readUser() + readKey()
	logUser(x)            // want tainted-argument
	logUser(stripKey(x))
	print(stripKey(x))    // want tainted-argument
	y = 0
	if c {
		y = readKey()
	}
	print(y)              // want tainted-argument
}

func same(x) { return x }
func pair(x, y) { return y, x }

// A function that is called with this and that gives back this and that.
func calls() {
	a = same(readUser())
	b = same(1)
	print(a)  // want tainted-argument
	print(b)
	p, q = pair(readKey(), 2)
	print(p)
	print(q)  // want tainted-argument
	show(readUser())
	show(2)
}

func show(x) {
	print(x)  // want tainted-argument
}

func fill(a, x) {
	a[0] = x
}

// Elements belong to their array, under all its names.
func arrays() {
	a = new[2]
	b = a
	clean = new[2]
	a[0] = readUser()
	print(b[1])      // want tainted-argument
	print(clean[0])
	c = new[1]
	fill(c, readKey())
	print(c[0])      // want tainted-argument
	o = new Box
	o.inner = new[1]
	i = o.inner
	i[0] = readUser()
	print(elsewhere(o))  // want tainted-argument
}

func elsewhere(o) {
	i = o.inner
	return i[0]
}

// Fields and variables.
func memory() {
	print(conf.token)  // want tainted-argument
	print(conf.name)
	page.text = readUser()
	page.title = 1
	page.title = page.text  // want tainted-store
	print(last)        // want tainted-argument
	print(never)
}

func loop() {
	x = 0
	y = 0
	i = 0
	while i < 3 {
		print(y)  // want tainted-argument
		y = x
		x = readKey()
		i = i + 1
	}
}

root func handle(key, request) {
	print(key)
	print(request)  // want tainted-argument
}

// No run comes here.
func unreached(c) {
	if c {
		print(readUser())  // want paths: tainted-argument
	}
}

func main() {
	last = readUser()
	direct()
	together(1)
	calls()
	arrays()
	memory()
	loop()
	handle(1, 2)
	unreached(0)
}
