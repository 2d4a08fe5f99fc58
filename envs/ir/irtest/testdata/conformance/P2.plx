// Class Account with an atomic update method.
// Von Praun and Gross, Static Detection of Atomicity Violations, program 2.
//
// The call of read takes the monitor again: no new block.

class Account { balance }

final acc = new Account

atomic sync func read(a) {
	return a.balance
}

atomic sync func update(a, n) {
	tmp = read(a)
	a.balance = tmp + n
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
