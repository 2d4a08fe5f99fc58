package idioms

import (
	"errors"
	"testing"
)

func TestIdioms(t *testing.T) {
	three := func() (int, error) { return 3, nil }
	fails := func() (int, error) { return 0, errors.New("no") }
	if n, err := Either(three); n != 3 || err != nil {
		t.Error(n, err)
	}
	if _, err := Either(fails); err == nil {
		t.Error("no error")
	}
	for i, n := range []int{Worker(), Quit(), Closed(), Echo(), Beside(true, 4), Beside(false, 3), Known(true),
		Known(false), Twice(), Boxed(), newHolder().Held()} {
		if n != []int{3, 1, 1, 3, 3, 0, 1, 0, 1, 1, 1}[i] {
			t.Error(i, n)
		}
	}
	if Recovered(func() {}) != nil || Recovered(func() { panic(1) }) == nil || newPrinter().print != nil {
		t.Error("wrong")
	}
	Ended()
	b := NewBox()
	b.Put()
	b.Take()
	a := startAsker()
	a.Tell()
	if a.Ask() != 1 {
		t.Error("wrong")
	}
	a.Stop()
	c := startChanger()
	if c.Change() != 2 || Spread(1, -2, 3) != 4 || Batched() != 4 ||
		First()+Only()+Roomy() != 3 || Asked(true) != 1 || Asked(false) != 0 ||
		Three()+Parts(1, 2) != 6 || Panel() != 0 || Taken() != 3 ||
		Filled(true)+Filled(false) != 2 || Starts() != 1 || Labelled() != 1 {
		t.Error("wrong")
	}
	c.Stop()
	for _, b := range []bool{true, false} {
		Later(b)
		Ending(b)
	}
	if n := Tallied(1, 2); n != 3 || Beforehand(true) != 1 || Beforehand(false) != 0 {
		t.Error(n)
	}
	one := func() int { return 1 }
	if Repeated(1, 2, one, []int{3, 4}) != 7 || Repeated(0, 0, nil, nil) != 0 {
		t.Error("wrong")
	}
	g := newGate(1)
	for range 2 {
		if leave, err := g.Enter(func() error { return nil }); err == nil {
			leave()
		}
		if _, err := g.Enter(func() error { return errors.New("no") }); err == nil {
			t.Error("no error")
		}
	}
	Tried(func() error { return nil })
	Tried(func() error { return errors.New("no") })
}
