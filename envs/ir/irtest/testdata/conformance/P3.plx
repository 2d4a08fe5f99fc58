// Example of underreporting: each call is locked, the two together are not.
// Von Praun and Gross, Static Detection of Atomicity Violations, program 3.
//
// Method consistency misses it (known); the value passed from call to call is
// stale.

class Counter { i }

final c = new Counter

atomic sync func inc(this, a) {
	this.i = this.i + a // also stale: a
	return this.i
}

atomic func run() {
	i = inc(c, 0)
	inc(c, i) // want stale: i
}

func main() {
	t = spawn run()
	u = spawn run()
	join t
	join u
}
