// Example of overreporting: a map that is filled when it is first needed.
// Von Praun and Gross, Static Detection of Atomicity Violations, program 4.
//
// Method consistency reports it (known to be false). No value leaves its block
// to be used.

class Map { keys, values, volatile initDone = false }

final m = new Map

atomic func init(this) {
	if !this.initDone {
		sync this {
			if !this.initDone {
				this.initDone = true
				this.keys = 1 // update keys and values
				this.values = 2
			}
		}
	}
}

atomic sync func get(this) {
	return this.keys + this.values // read keys and values
}

func run() {
	init(m) // lazy initialization
	o = get(m)
}

func main() {
	t = spawn run()
	u = spawn run()
	join t
	join u
}
