package ir_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
)

func isAtomic(fn *envs.Func) bool { return fn.Atomic }

// TestInterference looks at calls that are marked atomic. A schedule that is shown leads to the outcome that is told.
func TestInterference(t *testing.T) {
	const account = "class Account { balance }\nfinal a = new Account\nfinal b = new Account\n" +
		"final l = new Object\nvar v\n"
	const twice = "func main() { t = spawn f()\nu = spawn f()\njoin t\njoin u\nv = a.balance\n}\n"
	for _, c := range []struct{ name, text, outcome string }{
		{"an increment without a lock", "atomic func f() { a.balance = a.balance + 1 }\n" + twice, "v=1"},
		{"under a lock", "atomic func f() { sync l { a.balance = a.balance + 1 } }\n" + twice, ""},
		{"in two blocks", "atomic func f() { sync l { x = a.balance }\nsync l { a.balance = x + 1 } }\n" + twice, "v=1"},
		{"in two blocks of which nobody can tell",
			"atomic func f() { sync l { x = a.balance }\nsync l { skip } }\n" + twice, ""},
		{"only others interfere", "atomic func f() { sync l { a.balance = 1 }\nsync l { a.balance = a.balance + 1 } }\n" +
			"func g() { sync l { a.balance = a.balance * 5 } }\n" +
			"func main() { t = spawn f()\nu = spawn g()\njoin t\njoin u\nv = a.balance\n}\n", "v=6"},
		{"locks in opposite orders", "atomic func f(x, y) { sync x { sync y { v = 1 } } }\n" +
			"func main() { t = spawn f(a, b)\nu = spawn f(b, a)\njoin t\njoin u\n}\n", "deadlock"},
		{"a wait", "atomic func f() { sync l { while v == 0 { wait l } } }\n" +
			"func main() { t = spawn f()\nsync l { v = 1\nnotify l }\njoin t\n}\n", ""},
		{"a wait after something is done", "atomic func f() { sync l { a.balance = v\nwait l } }\n" +
			"func main() { t = spawn f()\nsync l { v = 1\nnotify l }\njoin t\n}\n", "deadlock"},
		{"a number is drawn before a wait for what is never given back",
			"atomic func f() { if nondet { sync l { v = 1 } } }\n" +
				"func main() { spawn f()\nacquire l\nsync a { wait a } }\n", ""},
		{"calls within a call", "atomic func g() { sync l { a.balance = a.balance + 1 } }\natomic func f() { g()\ng() }\n" +
			twice, ""},
		{"two calls one after the other", "atomic func g() { sync l { a.balance = a.balance + 1 } }\n" +
			"func f() { g()\ng() }\n" + twice, ""},
		{"threads that threads start, in either order", "func h() { sync l { skip } }\nfunc g() { sync b { skip }\n" +
			"spawn h() }\natomic func f() { sync l { v = 1 } }\n" +
			"func main() { spawn g()\nspawn g()\nspawn f()\nacquire l\nspawn h()\nv = 2\nrelease l\n" +
			"sync a { wait a } }\n", ""},
	} {
		p, err := ir.Parse("account.plx", account+c.text)
		require.NoError(t, err)
		shown, complete := p.Interference(isAtomic, ir.Options{})
		require.True(t, complete, c.name)
		require.Equal(t, c.outcome != "", shown != nil, c.name)
		if shown == nil {
			continue
		}
		s, end := p.System(ir.Options{}), ""
		explore.Run(s, explore.NewReplay(shown), explore.Options{}, func(explore.Execution) bool {
			r := s.Result()
			end = r.End.String() + " v=" + r.Global("v").String()
			return true
		})
		require.Contains(t, end, c.outcome, c.name)
	}
}
