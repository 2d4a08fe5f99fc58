// A counter: bounds by narrowing, and steps.
func main() {
	i = 0
	while i < 12 {
		if i == 13 { throw 1 } // by interval congruence strided bits intset integer zone octagon karr disjunction partition lookahead
		if i == 6 { throw 2 }  // by congruence strided bits intset integer disjunction
		i = i + 4
	}
}
