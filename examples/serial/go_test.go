package serial_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/serial"
)

// Comments say what is found in a module of Go.
func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	t.Parallel()
	checkertest.Go(t, checker, "testdata/module")
}

// Without locks and channels it is the write that closes a cycle, and to wait for a thread still does.
func TestGoData(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	t.Parallel()
	c := checker
	c.Flags = []string{"data=true"}
	static, dynamic := c.Both(t, "testdata/module")
	const both = "(*example.com/account.Account).Add:32 (*example.com/account.Account).Both:61"
	require.Equal(t, both, checkertest.Subjects(dynamic))
	require.Equal(t, both, checkertest.Subjects(static))
	for _, f := range dynamic {
		if f.Subject == "(*example.com/account.Account).Add" {
			require.Equal(t, []string{
				"16 example.com/account.Account.balance is read by (*example.com/account.Account).Add",
				"39 then example.com/account.Account.balance is written by another thread, " +
					"in (*example.com/account.Account).AddAtOnce",
				"39 example.com/account.Account.balance is written by the same thread, in (*example.com/account.Account).AddAtOnce",
				"22 then example.com/account.Account.balance is written by (*example.com/account.Account).Add",
			}, checkertest.Story(f))
		}
	}
	require.Equal(t, serial.Kind, static[0].Kind)
	const gap = " has to come after example.com/account.Account.balance is read " +
		"and before example.com/account.Account.balance is written"
	require.Equal(t, "(*example.com/account.Account).Add was not serializable: what other threads did"+gap,
		dynamic[0].Message)
	require.Equal(t, "(*example.com/account.Account).Add is not serializable: what other threads may do"+gap,
		static[0].Message)
}
