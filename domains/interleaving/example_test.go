package interleaving_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/domains/lockset"
)

// An update that reads under a lock, gives it back, and writes under the same lock is split by
// another one.
func ExamplePair() {
	const mu, balance = 1, 7
	table, _ := lockset.NewTable(lockset.Options[int]{})
	locks := interleaving.Locks[int]{MustDomain: table.Must()}
	update := func() *interleaving.Transaction[int, string] {
		held := locks.Of(mu)
		t := &interleaving.Transaction[int, string]{
			Events: []interleaving.Event[int, string]{
				{Var: balance, Op: interleaving.Read, Held: held, When: 1, Of: "read"},
				{Var: balance, Op: interleaving.Write, Held: held, When: 3, Of: "written"},
			},
			Steps: []interleaving.Step[int]{{Lock: mu, Taken: true, Surely: true}, {Lock: mu},
				{Lock: mu, Taken: true, Surely: true}, {Lock: mu}},
		}
		t.Mark()
		return t
	}
	pair := interleaving.Pair[int, string]{Locks: locks, One: update(), Other: update()}
	ofOne, _ := pair.Splits()
	for _, s := range ofOne {
		fmt.Printf("%s: between it is %s and it is %s, it is %s\n", s.Pattern, s.First.Of, s.Second.Of, s.By[0].Of)
	}
	// Output: a final write between a read and a write: between it is read and it is written, it is written
}
