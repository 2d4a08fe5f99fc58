// Locks that are given back. A run does not show it: the operation throws.

class L { n }
final l = new L

root func twice(b) {
	acquire l
	if b { release l }
	release l // want paths: mutex-unlocked-twice
}

root func reentrant() {
	acquire l
	acquire l
	release l
	release l
}

func take(x) { acquire x }

root func again() {
	acquire l
	release l
	take(l)
	release l
}

root func given(x) {
	release x
	release x // want paths: mutex-unlocked-twice
}

root func others(x, y) {
	acquire x
	acquire y
	release y
	release x
}

func main() {
	reentrant()
	again()
	try { twice(1) } catch e { return }
}
