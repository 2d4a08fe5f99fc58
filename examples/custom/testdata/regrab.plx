// Locks that are taken, given back and taken again.

class Account { balance }
final ada = new Account

func get(a) {
	sync a { return a.balance }
}

func deposit(a, amount) {
	sync a {
		a.balance = a.balance + amount
	}
}

func slowly(a, amount) {
	acquire a
	balance = a.balance
	release a
	acquire a // want lock-taken-again
	a.balance = balance + amount
	release a
}

// Each of the two functions takes the lock once.
func byFunctions(a, amount) {
	deposit(a, get(a) + amount)
}

func twiceIf(a, again) {
	sync a { a.balance = 0 }
	if again {
		sync a { a.balance = 1 } // want paths: lock-taken-again
	}
}

func main() {
	t = spawn slowly(ada, 1)
	slowly(ada, 2)
	byFunctions(ada, 3)
	twiceIf(ada, 0)
	join t
}
