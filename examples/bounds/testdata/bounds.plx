// Indices and divisors. "want paths" is found over all paths, "want run" in the run.

final table = new[4]

class Box { i }

root func fine(n) {
	a = new[n]
	i = 0
	while i < len(a) {
		a[i] = i
		i = i + 1
	}
	while i > 0 {
		i = i - 1
		a[i] = 100 / (i + 1)
	}
	j = 0
	while j < n {
		a[n - 1 - j] = j
		j = j + 1
	}
	return a
}

func oneTooFar(a) {
	i = 0
	while i <= len(a) {
		try {
			a[i] = 0 // want index-out-of-range
		} catch e { return i }
		i = i + 1
	}
	return i
}

func divide(x, n) {
	try {
		if n >= 0 {
			return x / n // want division-by-zero
		}
		return x / n
	} catch e { return 0 }
}

// All calls pass numbers, so that what is not 0 can divide.
func share(x, by) {
	if by != 0 {
		return x / by
	}
	return 0
}

// Where one passes nil, which is not 0 but counts as 0, it may not.
func split(x, by) {
	try {
		if by != 0 {
			return x / by // want run: division-by-zero
		}
	} catch e { return -1 }
	return 0
}

// Who calls it knows better: not even the run fails.
func known(a, i) {
	return a[i]
}

// What comes back from calls speaks against it.
func beyond(a, i) {
	try {
		return a[i] // want index-out-of-range
	} catch e { return -1 }
}

// Nothing speaks against it, but the run fails.
func unknown(a, i) {
	try {
		return a[i] // want run: index-out-of-range
	} catch e { return -1 }
}

root func never(n) {
	if n > 3 { if n < 7 {
		try { return table[n] // want index-out-of-range
		} catch e { return 0 }
	} }
	if n < 0 { if n > -3 {
		return new[n] // want paths: negative-size
	} }
	return 0
}

// All its calls are known, and right.
func inside(a, i) {
	return a[i]
}

func callsInside(a) {
	i = len(a) - 1
	while i >= 0 {
		x = inside(a, i)
		i = i - 1
	}
}

func main() {
	a = fine(5)
	callsInside(a)
	i = oneTooFar(a)
	x = divide(7, 0) + divide(7, 2)
	x = share(7, 0) + share(7, 2)
	x = split(7, 2) + split(7, nil)
	x = known(a, 2) + beyond(a, 5)
	b = new Box
	b.i = 5
	x = unknown(a, b.i)
	x = never(4)
}
