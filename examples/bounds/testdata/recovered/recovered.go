// Functions that return in ways that are not shown.
package main

// afterNil returns 10 if p is nil.
func afterNil(p *int) (i int) {
	defer func() { recover() }()
	i = 10
	_ = *p
	return 0
}

// atEnd returns 10 if p is nil: recover is called where the deferred function ends.
func atEnd(p *int) (i int) {
	defer func() { defer recover() }()
	i = 10
	_ = *p
	return 0
}

// within returns also if i is not within a.
func within(a []int, i int) {
	defer func() { recover() }()
	_ = a[i] // want index-out-of-range
}

// later returns 10: the calls that the body of the loop defers run after the result is given.
func later() (i int) {
	for x := range once {
		defer func() { i += x }()
	}
	return 0
}

func once(yield func(int) bool) { yield(10) }

// zero returns 0: what is deferred recovers from nothing.
func zero() int {
	defer println("zero")
	return 0
}

func attempt(f func()) {
	defer func() { recover() }()
	f()
}

func main() {
	println(make([]int, 5)[zero()])
	attempt(func() { println(make([]int, 5)[afterNil(nil)]) }) // want index-out-of-range
	attempt(func() { println(make([]int, 5)[atEnd(nil)]) })    // want index-out-of-range
	attempt(func() { println(make([]int, 5)[later()]) })       // want index-out-of-range
	attempt(func() {
		a, i := make([]int, 5), 7
		within(a, i)
		println(a[i]) // want index-out-of-range
	})
}
