// The constructor of java.util.Vector from another collection.
// Atomicity: run-time analysis, section 5.1, figure 1.
//
// Between size and toArray the other vector may lose its elements, or get another one: then
// the array does not fit. An array is its length here, and its last element.

class Vector { last, count = 0 }

final v1 = new Vector

atomic sync func size(c) {
	return c.count
}

atomic sync func toArray(c, length) {
	if length < c.count { // also stale: length
		return nil // all elements are null
	}
	return c.last
}

atomic sync func removeAllElements(c) {
	c.count = 0
}

atomic sync func add(c, o) {
	c.last = o
	c.count = c.count + 1
}

atomic func construct(c) {
	n = size(c)
	return toArray(c, n) // want stale: n
}

func copy() {
	v2 = construct(v1)
}

func main() {
	add(v1, 1)
	add(v1, 2)
	t = spawn copy()
	u = spawn removeAllElements(v1)
	v = spawn add(v1, 3)
	join t
	join u
	join v
}
