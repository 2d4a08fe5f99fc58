package main

// Copied is copied into a variable.
type Copied struct{ n, m int }

func (p *Copied) whole() {
	c := *p // want data-race unordered-access
	use(c.m)
}

func (p *Copied) part() {
	p.n++ // want data-race unordered-access
}

// Assigned is overwritten.
type Assigned struct{ n, m int }

func (p *Assigned) whole() {
	*p = Assigned{} // want data-race unordered-access
}

func (p *Assigned) part() {
	use(p.n) // want data-race unordered-access
}

// Passed is an argument.
type Passed struct{ n, m int }

func (p *Passed) whole() {
	use(*p) // want data-race unordered-access
}

func (p *Passed) part() {
	p.m = 1 // want data-race unordered-access
}

// Method has a method whose receiver is a copy.
type Method struct{ n, m int }

func (p Method) sum() int { return p.n + p.m }

func (p *Method) whole() {
	use(p.sum()) // want data-race unordered-access
}

func (p *Method) part() {
	p.m = 1 // want data-race unordered-access
}

// Both is copied and overwritten as a whole.
type Both struct{ n, m int }

func (p *Both) whole() {
	*p = Both{1, 2} // want data-race unordered-access
}

func (p *Both) part() {
	use(*p) // want data-race unordered-access
}

// Swapped is copied and overwritten: of the second access no record tells, as the first one's does.
type Swapped struct{ n, m int }

func (p *Swapped) whole() {
	c := *p                // want data-race unordered-access
	*p = Swapped{c.m, c.n} // want data-race unordered-access
}

func (p *Swapped) part() {
	use(p.m) // want data-race unordered-access
}

// Unequal is only compared, and one of its fields is written.
type Unequal struct{ n, m int }

func (p *Unequal) whole() {
	use(*p == Unequal{}) // want data-race unordered-access
}

func (p *Unequal) part() {
	p.n = 1 // want data-race unordered-access
}

type settings struct{ n, m int }

var global settings

func wholeGlobal() {
	use(global) // want data-race unordered-access
}

func partGlobal() {
	global.m = 1 // want data-race unordered-access
}

type captured struct{ n, m int }

func runPlain() {
	a, b, c, d, e, f, g := &Copied{}, &Assigned{}, &Passed{}, &Method{}, &Both{}, &Unequal{}, &Swapped{}
	var v captured
	for range 2 {
		go a.part()
		go b.part()
		go c.part()
		go d.part()
		go e.part()
		go f.part()
		go g.part()
		go partGlobal()
		go func() {
			v.n++ // want data-race unordered-access
		}()
		quiet()
		go a.whole()
		go b.whole()
		go c.whole()
		go d.whole()
		go e.whole()
		go f.whole()
		go g.whole()
		go wholeGlobal()
		go func() {
			use(v) // want data-race unordered-access
		}()
		quiet()
	}
}
