// Class Account with a non-atomic update method.
// Von Praun and Gross, Static Detection of Atomicity Violations, program 1.

class Account { balance }

final acc = new Account

atomic sync func read(a) {
	return a.balance
}

atomic func update(a, n) {
	tmp = read(a)
	sync a {
		a.balance = tmp + n // want stale: tmp
	}
}

func run() {
	update(acc, 123)
}

func main() {
	t = spawn run()
	u = spawn run()
	join t
	join u
}
