// The string buffer, figure 1(a): append asks the argument for its length, and then for so many characters. In between
// another thread may delete some.
class StringBuffer {
	value // an array of characters
	count // how many of them there are
}

final first = new StringBuffer
final second = new StringBuffer

atomic sync func length(b) {
	return b.count
}

atomic sync func charAt(b, i) {
	if i >= b.count { throw 1 }
	return b.value[i]
}

atomic sync func setCharAt(b, i, c) {
	if i >= b.count { throw 1 }
	b.value[i] = c
}

atomic sync func getChars(b, n, to, at) {
	if n > b.count { throw 1 }
	i = 0
	while i < n {
		to[at + i] = b.value[i]
		i = i + 1
	}
}

atomic sync func push(b, c) {
	b.value[b.count] = c
	b.count = b.count + 1
}

atomic sync func deleteLast(b) {
	b.count = b.count - 1
}

atomic sync func append(b, other) {
	n = length(other)
	getChars(other, n, b.value, b.count)
	b.count = b.count + n
}

func edit(b) {
	setCharAt(b, 0, 7)
	deleteLast(b)
}

func main() {
	first.value = new [4]
	second.value = new [4]
	push(first, 1)
	push(second, 2)
	push(second, 3)
	t = spawn append(first, second)
	u = spawn edit(second)
	c = charAt(first, 0)
	join t
	join u
}
