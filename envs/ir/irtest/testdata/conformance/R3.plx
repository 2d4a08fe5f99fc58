// A balance that is read in one block and written in another one.
// Atomicity: run-time analysis, section 2.
//
// A deposit between the two is lost: withdraw1 is not atomic, though there is no data race.

class Account { balance = 10 }

final account = new Account

atomic sync func deposit2(a, x) {
	a.balance = a.balance + x
}

atomic sync func readBalance(a) {
	return a.balance
}

atomic func withdraw1(a, amt) {
	b = readBalance(a)
	sync a {
		a.balance = b - amt // want stale: b
	}
}

func main() {
	t = spawn withdraw1(account, 10)
	u = spawn deposit2(account, 10)
	join t
	join u
}
