package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/overdraw"
	"github.com/seed38182bad/parallax/examples/gallery/overdraw/fixed"
)

func TestOverdraw(t *testing.T) { pays(t, &overdraw.Account{}) }

func TestOverdrawFixed(t *testing.T) { pays(t, &fixed.Account{}) }

type purse interface {
	Deposit(amount int)
	Balance() int
	Pay(price int, approve func() bool) bool
}

// pays has two pay, where there is enough for one of them.
func pays(t *testing.T, p purse) {
	p.Deposit(15)
	pay := func() { p.Pay(10, func() bool { return true }) }
	together(pay, pay)
	if n := p.Balance(); n != 5 {
		t.Errorf("the balance is %d, want 5", n)
	}
}
