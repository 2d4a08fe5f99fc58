// With -all, locks are followed by the names that frames have for them.

final a = new Object
final a0 = new Object
final b = new Object
final c = new Object
final d = new Object
final e = new Object

// The register leads to another lock when it is given back.
func forgets(p, q) {
	y = p
	acquire y // want blocked // want end: deadlock
	y = q
	try {
		release y
	} catch wrong {
	}
}

// It leads to the same one.
func copies(p) {
	y = p
	x = y
	acquire y
	release y
	sync x {
	}
}

// Which of its locks a parameter is, each caller says.
func nested(p, q) {
	sync p {
		sync q {
		}
	}
}

// What is given back by another name may be taken by others. That it is given back is not seen.
func swaps(p) {
	acquire e // want paths: blocked // false, because p is e
	release p
	sync e { // want paths: blocked // false, because p is e
	}
}

func main() {
	t = spawn forgets(a, a0)
	u = spawn forgets(a, a0)
	spawn copies(c)
	spawn copies(c)
	nested(b, c)
	nested(c, d)
	spawn swaps(e)
	spawn swaps(e)
	join t // want blocked // want end: deadlock
	join u // want blocked // want end: deadlock
}
