// An account whose methods hold its lock.
// Atomicity: run-time analysis, section 2.

class Account { balance = 0 }

final account = new Account

atomic sync func deposit2(a, x) {
	a.balance = a.balance + x
}

atomic sync func readBalance(a) {
	return a.balance
}

func client() {
	deposit2(account, 10)
	b = readBalance(account)
}

func main() {
	t = spawn client()
	u = spawn client()
	join t
	join u
}
