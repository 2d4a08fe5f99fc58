// Each thread reads and writes the balance in one call of add. Between them an exception leaves the
// function that reads.
class Account { balance }
final a = new Account

func first() {
	v = a.balance
	throw v
}

func add() {
	try {
		first()
	} catch e {
		a.balance = 1
	}
}

func main() {
	t = spawn add()
	u = spawn add()
	join t
	join u
}
