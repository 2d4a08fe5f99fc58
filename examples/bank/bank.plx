// The bank of this folder in the textual IR: the same methods, and the same to
// say about them. Threads and monitors are the language's own, so every schedule
// can be had again by its seed.

class Account { balance }
class Ledger { interest }

final ada = new Account
final house = new Account
final ledger = new Ledger

func deposit(a, amount) {
	sync a {
		a.balance = a.balance + amount
	}
}

// Confirmed.
root func depositSlowly(a, amount) {
	sync a {
		balance = a.balance
	}
	balance = balance + amount
	sync a {
		a.balance = balance
	}
}

func withdraw(a, amount) {
	sync a {
		if a.balance >= amount {
			a.balance = a.balance - amount
		}
	}
}

// Confirmed: what is stale decides.
root func withdrawHopefully(a, amount) {
	sync a {
		balance = a.balance
	}
	if balance >= amount {
		sync a {
			a.balance = a.balance - amount
		}
	}
}

// Not exercised.
root func raiseInterest(percent) {
	sync ledger {
		rate = ledger.interest
	}
	rate = rate + percent
	sync ledger {
		ledger.interest = rate
	}
}

// Not observed, in the plain mode: the two are one account, and its monitor is re-entrant.
root func settle(payer, payee, fee) {
	sync payer {
		sync payee {
			balance = payee.balance
		}
		balance = balance + fee
		payer.balance = balance
	}
}

func teller() {
	depositSlowly(ada, 10)
	deposit(ada, 10)
	withdrawHopefully(ada, 5)
	withdraw(ada, 5)
	settle(house, house, 1)
}

func main() {
	deposit(ada, 1000)
	t = spawn teller()
	teller()
	join t
}
