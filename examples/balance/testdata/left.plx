// Locks that a function leaves behind, each beside a twin that does not.

class Account { balance = 10 }
final account = new Account
class Log { size }
final log = new Log

// The smallest form: a path that leaves early.
func early(n) {
	acquire account
	if n > 3 {
		return 0 // want lock-left
	}
	release account
	return n
}

func earlyFixed(n) {
	acquire account
	if n > 3 {
		release account
		return 0
	}
	release account
	return n
}

// A realistic one: the loop is left in the middle.
func find(n) {
	acquire account
	i = 0
	while i < 5 {
		if account.balance == n {
			return i // want lock-left
		}
		i = i + 1
	}
	release account
	return -1
}

func findFixed(n) {
	acquire account
	i = 0
	while i < 5 {
		if account.balance == n {
			break
		}
		i = i + 1
	}
	release account
	return i
}

// Nobody gives it back for the function.
func forgets() {
	acquire log
	log.size = 1
} // want lock-left

func logs() {
	sync log {
		log.size = log.size + 1
	}
}

// A lock that nobody ever gives back keeps everybody out on purpose.
class Gate { }
final gate = new Gate

func closes() {
	acquire gate
}

// These keep the lock for their callers, and one caller forgets it.
func lockAccount() { acquire account }
func unlockAccount() { release account }

func helped(n) {
	lockAccount()
	if n == 7 {
		return 1 // want lock-left
	}
	unlockAccount()
	return 0
}

func helpedFixed(n) {
	lockAccount()
	m = account.balance
	unlockAccount()
	return m
}

// A result says whether the lock is kept.
func enterIf(n) {
	acquire account
	if account.balance < n {
		release account
		return false
	}
	return true
}

func entered(n) {
	if enterIf(n) {
		account.balance = account.balance - n
		unlockAccount()
	}
}

func enteredBadly(n) {
	ok = enterIf(n)
	if ok {
		account.balance = account.balance - n
		if account.balance == 0 {
			return 0 // want lock-left
		}
		unlockAccount()
	}
	return 1
}

// The same condition decides twice.
func paired(c) {
	if c {
		acquire account
	}
	m = account.balance
	if c {
		release account
	}
	return m
}

func flagged(c) {
	locked = false
	if c {
		acquire account
		locked = true
	}
	m = account.balance
	if locked {
		release account
	}
	return m
}

func unpaired(c, d) {
	if c {
		acquire account
	}
	m = account.balance
	if d {
		release account // want paths: unlock-unheld
	}
	return m // want lock-left
}

// What is tried has to be had.
func tried() {
	if tryacquire account {
		account.balance = 1
		release account
	}
}

func triedBadly(n) {
	if tryacquire account {
		if n > 3 {
			return 1 // want lock-left
		}
		release account
	}
	return 0
}

// A panic that somebody recovers.
func throws(n) {
	acquire account
	if n > 3 {
		throw 1 // want lock-left
	}
	release account
}

func throwsFixed(n) {
	sync account {
		if n > 3 {
			throw 1
		}
	}
}

func catches(n) {
	try { throws(n) } catch e { skip }
	try { throwsFixed(n) } catch e { skip }
}

// A thread gives back what another one has taken.
func finishes() {
	account.balance = 2
	release account
}

root func handsOver() {
	acquire account
	t = spawn finishes()
	join t
}

func main() {
	n = early(4) + early(2) + earlyFixed(4) + earlyFixed(2) + find(10) + find(3) + findFixed(10) + findFixed(3)
	closes()
	logs()
	forgets()
	n = helped(7) + helped(1) + helpedFixed(1)
	entered(3)
	entered(300)
	account.balance = 10
	n = enteredBadly(10) + enteredBadly(300) + enteredBadly(-20)
	n = paired(true) + paired(false) + flagged(true) + flagged(false) + unpaired(true, false) + unpaired(true, true)
	tried()
	n = triedBadly(4) + triedBadly(1)
	catches(4)
	catches(1)
}
