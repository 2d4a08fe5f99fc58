// All that waits is served.

class Box { full }

final box = new Box

func put() {
	sync box {
		box.full = 1
		notify box
	}
}

func main() {
	t = spawn put()
	sync box {
		while !box.full {
			wait box
		}
	}
	join t
}
