// One or minus one, by the branch that was taken.
func main() {
	d = 1
	if nondet { d = -1 }
	x = 100 / d // by sign congruence strided bits intset integer disjunction partition
}
