class Account { balance = 10 }
final ada = new Account
final bob = new Account

atomic sync func balance(a) { return a.balance }

atomic func transfer(from, to, n) {
	sync from {
		sync to {
			from.balance = from.balance - n
			to.balance = to.balance + n
		}
	}
}

func main() {
	spawn transfer(ada, bob, 1)
	spawn transfer(bob, ada, 2)
	b = balance(ada)
}
