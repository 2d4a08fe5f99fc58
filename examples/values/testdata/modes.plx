// A few values, which no bounds and no steps tell from those between.
func main() {
	mode = 1
	if nondet { mode = 2 }
	if nondet { mode = 7 }
	if mode == 4 { throw 1 } // by intset disjunction partition
}
