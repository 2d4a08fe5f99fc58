// An index below a length that nobody knows: a relation of two variables.
func fill(n) {
	if n < 0 { return }
	a = new [n] // by sign interval strided bits integer zone octagon karr disjunction partition lookahead
	i = 0
	while i < len(a) {
		x = a[i] // by zone octagon
		i = i + 1
	}
}

func main() { fill(3) }
