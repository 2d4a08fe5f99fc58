// Handles. "want paths" is found over all paths, "want run" in the run.

class Handle { n, inner }
class Box { h }

final box = new Box

func open() { return new Handle }
func attempt(ok) {
	if ok { return new Handle, nil }
	return nil, 1
}
func close(h) { return }
func use(x, h) { return }
func copy(x, h) { return }
func look(h) { return }
func keep(h) { box.h = h }

root func fine(b) {
	h = open()
	look(h)
	if b { use(0, h) }
	g = h
	close(g)
}

root func after() {
	h = open()
	g = h
	close(g)
	use(0, h) // want handle-used
}

root func some(b) {
	h = open()
	if b { close(h) }
	close(h) // want handle-twice
}

root func forgotten(b) {
	h = open()
	if b {
		return // want handle-open
	}
	close(h)
}

root func tried(ok) {
	h, err = attempt(ok)
	if err != nil {
		return
	}
	use(0, h)
	return // want handle-open
}

// Whether there is a handle is not asked: no leak is told.
root func unasked(ok) {
	h, err = attempt(ok)
	look(h)
}

// Others have it: what they do is not known, but it stays closed.
root func kept() {
	h = open()
	keep(h)
}
root func keptClosed() {
	h = open()
	close(h)
	keep(h)
	close(h) // want handle-twice
}

// Each round has a handle of its own; the last of the others is lost.
root func rounds(n) {
	i = 0
	while i < n {
		h = open()
		close(h)
		i = i + 1
	}
	while i > 0 {
		h = open()
		i = i - 1
	}
	return // want handle-open
}

// The two ways have handles that nobody mixes up.
root func ways(b) {
	if b { h = open() } else { h = open() }
	use(0, h)
	close(h)
}

// Made by a callee, and by one that may fail.
func make() {
	h = open()
	use(0, h)
	return h
}
func perhaps(ok) {
	h, err = attempt(ok)
	if err != nil { return nil, err }
	return h, nil
}
root func made(b) {
	h = make()
	close(h)
	g = make()
	k, err = perhaps(b)
	if err != nil {
		return // want handle-open
	}
	close(g)
	close(k)
	use(0, k) // want handle-used
}

// A parameter is nobody's leak, and is closed once.
root func given(h) {
	close(h)
	look(h)
	close(h) // want handle-twice
}

// A part counts as the object.
root func inner() {
	h = open()
	i = h.inner
	close(i)
	use(0, h) // want handle-used
}

// By an exception there is no leak; what was closed is closed.
root func thrown(b) {
	h = open()
	try {
		if b { throw 1 }
	} catch e {
		return
	}
	close(h)
}

func main() {
	fine(1)
	after()
	some(1)
	forgotten(1)
	forgotten(0)
	tried(1)
	tried(0)
	unasked(1)
	kept()
	keptClosed()
	rounds(2)
	ways(0)
	made(1)
	made(0)
	h = open()
	given(h)
	inner()
	thrown(1)
}
