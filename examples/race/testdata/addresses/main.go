// Command addresses accesses the same memory by name, and by an address that somebody took.
package main

import "sync"

// together executes both at once, as far as anybody knows.
func together(f, g func()) {
	var both sync.WaitGroup
	both.Go(f)
	both.Go(g)
	both.Wait()
}

type label struct {
	text  string
	times tally
	parts [2]int
	empty struct{}
	also  struct{}
}

type tally int

func (t *tally) add() {
	*t++ // race: tally
}

type crate struct {
	label
	weight int
}

func put[T any](p *T, v T) {
	*p = v // race: generic
}

func empties(p *struct{}) struct{} { return *p }

func main() {
	setText(&label{})
	setTally(&label{})
	setPart(&label{})
	setCrate(&crate{})
	setGeneric(&label{})
	setCaptured()
	setEmpty(&label{})
}

func text(p *string, by string) {
	*p = by // race: text
}

func setText(l *label) {
	together(func() { text(&l.text, "a") }, func() {
		l.text = "b" // race: text
	})
}

func brand(p *string, by string) {
	*p = by // race: crate
}

func setTally(l *label) {
	together(func() { l.times.add() }, func() {
		l.times = 0 // race: tally
	})
}

func setPart(l *label) {
	p := &l.parts
	together(func() { number(&l.parts[1], 1) }, func() {
		for i := range p {
			p[i] = 2 // race: part
		}
	})
}

func number(p *int, n int) {
	*p = n // race: part
}

func setCrate(c *crate) {
	together(func() { brand(&c.text, "a") }, func() {
		c.label = label{} // race: crate
	})
}

func setGeneric(l *label) {
	together(func() { put(&l.times, 1) }, func() {
		l.times = 2 // race: generic
	})
}

func count(p *int, n int) {
	*p = n // race: captured
}

func setCaptured() {
	n := 0
	together(func() { count(&n, 1) }, func() {
		n = 2 // race: captured
	})
}

// setEmpty accesses no memory: what has no size may lie where something else lies.
func setEmpty(l *label) {
	together(func() { _ = empties(&l.empty); put(&l.also, struct{}{}) }, func() { l.empty = struct{}{}; _ = l.also })
}
