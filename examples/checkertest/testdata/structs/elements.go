package main

type item struct{ a, b int }

// Slice is accessed at an element.
type Slice struct{ items []item }

func (s *Slice) whole(i int) {
	use(s.items[i])         // want data-race unordered-access
	s.items[i] = item{1, 2} // want data-race unordered-access
}

func (s *Slice) part(i int) {
	s.items[i].b++ // want data-race unordered-access
}

type entry struct{ a, b int }

// Ranged is copied element by element.
type Ranged struct{ list []entry }

func (s *Ranged) whole() {
	for _, e := range s.list { // want data-race unordered-access
		use(e)
	}
}

func (s *Ranged) part() {
	s.list[1].a++ // want data-race unordered-access
}

type cell struct{ a, b int }

// Array is an array of structs.
type Array struct{ cells [4]cell }

func (s *Array) whole() {
	c := s.cells // want data-race unordered-access
	use(c)
}

func (s *Array) part() {
	s.cells[2].b++ // want data-race unordered-access
}

type count uint16

// Counts is an array of numbers.
type Counts struct{ n [4]count }

func (s *Counts) whole() {
	s.n = [4]count{} // want data-race unordered-access
}

func (s *Counts) part(i int) {
	s.n[i]++ // want data-race unordered-access
}

type fact struct{ a, b int }

// Several copies several elements at once, of which a run does not tell.
type Several struct{ list []fact }

func (s *Several) whole() {
	copy(make([]fact, 2), s.list) // want paths: data-race unordered-access
}

func (s *Several) part() {
	s.list[1].a = 1 // want paths: data-race unordered-access
}

func runElements() {
	a, b, c, d, e := &Slice{make([]item, 3)}, &Ranged{make([]entry, 3)}, &Array{}, &Counts{}, &Several{make([]fact, 3)}
	for range 2 {
		go a.part(1)
		go b.part()
		go c.part()
		go d.part(1)
		quiet()
		go a.whole(1)
		go b.whole()
		go c.whole()
		go d.whole()
		quiet()
	}
	go e.part()
	quiet()
	go e.whole()
	quiet()
}
