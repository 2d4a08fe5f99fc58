// One is a linear function of the other.
func main() {
	i = 0
	j = 1
	while i < 10 {
		i = i + 1
		j = j + 2
	}
	if j != 21 { throw 1 } // by karr
}
