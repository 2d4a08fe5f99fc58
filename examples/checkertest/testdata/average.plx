// What is wanted here is partly wrong, to show what is told then.

func average(sum, n) {
	try {
		return sum / n // want division-by-zero
	} catch e { return 0 }
}

func last(a) {
	return a[len(a) - 1] // want paths: index-out-of-range
}

func first(a) {
	try {
		return a[0]
	} catch e { return 0 }
}

func main() {
	x = average(7, 0) + average(7, 2)
	x = last(new[2]) + first(new[0])
}
