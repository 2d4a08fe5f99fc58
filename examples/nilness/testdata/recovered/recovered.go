// Functions that return in ways that are not shown.
package main

// find returns nil if the index is out of range.
func find(a []int, i int) (p *int) {
	defer func() { recover() }()
	p = nil
	_ = a[i]
	return new(int)
}

// checked returns also if p is nil.
func checked(p *int) {
	defer func() { recover() }()
	_ = *p // want nil-dereference
}

// made never returns nil: what is deferred recovers from nothing.
func made() *int {
	defer println("made")
	return new(int)
}

func attempt(f func()) {
	defer func() { recover() }()
	f() // want paths: nil-call // false, because no caller passes nil
}

func main() {
	println(*made())
	attempt(func() { println(*find(nil, 3)) }) // want nil-dereference
	attempt(func() {
		var p *int
		if len(*new(string)) > 0 {
			p = new(int)
		}
		checked(p)
		println(*p) // want nil-dereference
	})
}
