// An unlocked update of a balance by two threads.
// Atomicity: run-time analysis, section 2, deposit1.

class Account { balance }

final account = new Account

atomic func deposit1(a, x) {
	a.balance = a.balance + x
}

func main() {
	t = spawn deposit1(account, 10)
	u = spawn deposit1(account, 20)
	join t
	join u
}
