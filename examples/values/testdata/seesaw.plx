// One goes up and the other one down: a sum.
func main() {
	up = 0
	down = 10
	while up < 10 {
		if up + down != 10 { throw 1 } // by octagon karr
		up = up + 1
		down = down - 1
	}
	if down != 0 { throw 2 } // by octagon karr
}
