// The classes of Java's library in which method consistency finds violations of atomicity (von Praun
// and Gross, section 4), as far as they matter: who appends a buffer to another one, prints lines, or
// goes over a collection, while others change it.

class Buffer { count, value }

sync func length(b) { return b.count }
sync func chars(b) { return b.value }
sync func setLength(b, n) { b.count = n; b.value = 0 }

// StringBuffer.append: the length and the characters of other are of two moments.
sync func append(b, other) {
	n = length(other)
	v = chars(other) // want method-inconsistency
	b.count = b.count + n // it is so even though all of it holds the lock of b
	b.value = b.value + v
} // want method-inconsistency // where its own block ends

class Writer { at }

sync func print(w, n) { w.at = w.at + n }
sync func newLine(w) { w.at = 0 }
sync func column(w) { return w.at }

// PrintWriter.println: others may print between text and end of the line.
func println(w, n) {
	print(w, n)
	newLine(w) // want method-inconsistency
}

// As it is with a use of the column.
func fill(w, n) {
	at = column(w)
	print(w, n - at) // want method-inconsistency
}

class Vector { size, last }

sync func sizeOf(v) { return v.size }
sync func elementAt(v, i) { if i < v.size { return v.last }; return -1 }
sync func removeLast(v) { v.size = v.size - 1; v.last = 0 }
sync func add(v, x) { v.size = v.size + 1; v.last = x }

// Vector.iterator: hasNext and next.
func sum(v) {
	i = 0
	all = 0
	while i < sizeOf(v) { // want method-inconsistency // when it goes round
		all = all + elementAt(v, i) // want method-inconsistency
		i = i + 1
	}
	return all
}

class Table { keys, values }

sync func contains(t, k) { return t.keys == k }
sync func get(t) { return t.values }
sync func put(t, k, v) { t.keys = k; t.values = v }

// Hashtable: contains, then get.
func lookUp(t, k) {
	if contains(t, k) {
		return get(t) // want method-inconsistency
	}
	return 0
}

final left = new Buffer
final right = new Buffer
final out = new Writer
final vector = new Vector
final table = new Table

func one() {
	append(left, right)
	println(out, 1)
	fill(out, 3)
	add(vector, 1)
	s = sum(vector)
	put(table, 0, 1)
	f = lookUp(table, 0)
}

func other() {
	setLength(right, 1)
	println(out, 2)
	fill(out, 4)
	add(vector, 1)
	removeLast(vector) // want method-inconsistency // those who go over it may see one more
	put(table, 0, 2)
	f = lookUp(table, 0)
}

func main() {
	a = spawn one()
	b = spawn other()
	c = spawn one()
	join a
	join b
	join c
}
