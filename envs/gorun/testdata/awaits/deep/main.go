package main

type list struct{ next *list }

// No lock or channel is here, so that the functions have no probes.
func last(l *list) *list {
	for l.next != nil { // ends: panic: runtime error: invalid memory address or nil pointer dereference
		l = l.next
	}
	return l
}

func main() {
	println(last(nil))
}
