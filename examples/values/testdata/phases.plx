// What a loop does only if widening has gone too far.
func main() {
	x = 0
	bad = 0
	while true {
		if x < 50 { x = x + 1 }
		if x > 100 { bad = 1 }
		if bad == 1 { throw 1 } // by disjunction partition lookahead
	}
}
