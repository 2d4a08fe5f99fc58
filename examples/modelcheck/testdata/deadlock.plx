// The string buffer, figure 6(a): append locks its argument, too. Nothing comes in between any more. But two threads that
// call it both ways round may wait for each other, so that a call that has begun never ends.
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
	sync other {
		n = length(other)
		getChars(other, n, b.value, b.count)
		b.count = b.count + n
	}
}

func main() {
	first.value = new [8]
	second.value = new [8]
	push(first, 1)
	push(second, 2)
	push(second, 3)
	t = spawn append(first, second)
	u = spawn append(second, first)
	deleteLast(second)
	c = charAt(first, 0)
	join t
	join u
}
