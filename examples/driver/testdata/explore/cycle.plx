// Two threads take two locks in opposite orders.

final a = new Object
final b = new Object
var v

func both(first, second) {
	sync first {
		sync second { v = v + 1 }
	}
}

func main() {
	t = spawn both(a, b)
	u = spawn both(b, a)
	join t
	join u
}
