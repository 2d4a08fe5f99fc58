package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/lostupdate"
	"github.com/seed38182bad/parallax/examples/gallery/lostupdate/fixed"
)

func TestLostUpdate(t *testing.T) { deposits(t, &lostupdate.Account{}) }

func TestLostUpdateFixed(t *testing.T) { deposits(t, &fixed.Account{}) }

type account interface {
	Deposit(amount int, count func() bool) bool
	Balance() int
}

// deposits has two put money into an account. All is there then.
func deposits(t *testing.T, a account) {
	right := func() bool { return true }
	together(
		func() { a.Deposit(10, right) },
		func() { a.Deposit(20, right) },
	)
	if n := a.Balance(); n != 30 {
		t.Errorf("the account holds %d, want 30", n)
	}
}
