// Nils. "want paths" is found over all paths, "want run" in the run.

class Node { value, next = nil }

final first = new Node

func find(n) {
	if first.value + n > 3 {
		return nil, 1
	}
	return new Node, 0
}

func certain() {
	return new Node
}

func nothing() {
	return nil
}

// The error says whether there is a node.
func fine(n) {
	x, err = find(n)
	if err == 0 {
		return x.value
	}
	return 0
}

func wrong(n) {
	x, err = find(n)
	try {
		if err {
			return x.value // want nil-dereference
		}
	} catch e { return -1 }
	return x.value
}

func unchecked(n) {
	x, err = find(n)
	try {
		return x.value // want nil-dereference
	} catch e { return -1 }
}

func compared(x) {
	y = 0
	if x == nil {
		y = 1
	}
	try {
		x.value = y // want nil-dereference
	} catch e { return 0 }
	return x.value
}

func flagged(n) {
	last = nil
	found = false
	i = 0
	while i < n {
		if nondet {
			last = first
			found = true
		}
		i = i + 1
	}
	if found {
		return last.value
	}
	return 0
}

func copied(n) {
	x, err = find(n)
	y = x
	if y != nil {
		return x.value
	}
	return 0
}

// It gives nil if it is given nil: no evidence that it is.
func next(x) {
	if x == nil {
		return nil
	}
	return new Node
}

func follow(x) {
	y = next(x)
	y.value = 1
	try {
		y = next(nothing())
		y.value = 2 // want nil-dereference
	} catch e { skip }
}

func must(x) {
	if x == nil {
		throw 1
	}
}

func asserted(n) {
	x, err = find(n)
	must(x)
	return x.value
}

// Who calls it knows better: not even the run fails.
func known(x) { return x.value }

// There is no evidence, but the run fails.
func unknown(x) {
	try {
		return x.value // want run: nil-dereference
	} catch e { return -1 }
}

func loop() {
	p = first
	n = 0
	while p != nil {
		n = n + p.value
		p = p.next
	}
	try {
		p.value = n // want nil-dereference
	} catch e { skip }
	return n
}

func main() {
	x = fine(5) + fine(1) + wrong(5) + unchecked(5) + compared(nil) + compared(first)
	x = x + flagged(3) + copied(5) + known(first) + unknown(nil) + unknown(first) + loop() + asserted(1)
	follow(first)
	c = certain()
	c.value = 1
	try {
		c = nothing()
		c.value = 2 // want nil-dereference
	} catch e { skip }
}
