// Locks that are given back and not held, each beside a twin. No run shows it: the operation throws.

class Account { balance = 10 }
final account = new Account
final other = new Account

root func twice() {
	acquire account
	release account
	release account // want paths: unlock-unheld
}

root func once() {
	acquire account
	acquire account
	release account
	release account
}

// Given back before on one path, as where an error is handled.
root func handled(n) {
	acquire account
	if n > 3 {
		account.balance = 0
		release account
	}
	m = account.balance
	release account // want paths: unlock-unheld
	return m
}

root func handledFixed(n) {
	acquire account
	if n > 3 {
		account.balance = 0
		release account
		return 0
	}
	m = account.balance
	release account
	return m
}

// Not taken on one path.
root func partly(n) {
	if n > 3 {
		acquire account
	}
	account.balance = n
	release account // want paths: unlock-unheld
}

root func partlyFixed(n) {
	if n > 3 {
		acquire account
		account.balance = n
		release account
	}
}

// The caller has given it back already, and so does the callee.
func done() {
	account.balance = 3
	release account
}

root func helped() {
	acquire account
	release account
	done() // want paths: unlock-unheld
}

root func helpedFixed() {
	acquire account
	done()
}

// The other lock is given back.
root func swap(a, b) {
	acquire a
	acquire b
	release a
	release a // want paths: unlock-unheld
} // want paths: lock-left

root func swapFixed(a, b) {
	acquire a
	acquire b
	release a
	release b
}

// A lock that the caller holds may be given up for a while.
root func yields() {
	release account
	acquire account
}

// It is not certain that it was got.
root func tried() {
	if !tryacquire account {
		account.balance = 0
	}
	release account // want paths: unlock-unheld
}

// A wait gives back what it does not hold.
root func waits() {
	acquire account
	release account
	wait account // want paths: unlock-unheld
}

root func waitsFixed() {
	acquire account
	wait account
	release account
}

func main() {
	once()
	x = handledFixed(1) + handledFixed(5)
	partlyFixed(1)
	partlyFixed(5)
	swapFixed(account, other)
	helpedFixed()
}
