package lockset_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/lockset"
)

// A lock that is held for writing on one path and for reading on the other protects
// what is read behind both.
func Example() {
	names := []string{"mu", "c.mu"}
	table, err := lockset.NewTable(lockset.Options[int]{Name: func(k int) string { return names[k] }})
	if err != nil {
		fmt.Println(err)
		return
	}
	must := table.Must()
	onePath := must.Acquire(must.Of(0), 1, lockset.Read)
	other := must.Of(1)
	behind := must.Join(onePath, other)
	fmt.Println(onePath, other, behind)
	fmt.Println(behind.MustHold(1, lockset.Read), behind.MustHold(1, lockset.Write))
	// Output:
	// {mu, c.mu(r)} {c.mu} {c.mu(?)}
	// true false
}

// Eraser keeps the locks that protected all accesses of a variable. It starts from
// all locks, which is bottom, and reports when none is left.
func ExampleMustDomain_Guards() {
	table, err := lockset.NewTable(lockset.Options[rune]{Name: func(k rune) string { return string(k) }})
	if err != nil {
		fmt.Println(err)
		return
	}
	must := table.Must()
	candidates := must.Bottom()
	for _, held := range []lockset.Must[rune]{must.Of('a', 'b'), must.Of('a'),
		must.Acquire(must.Empty(), 'a', lockset.Read)} {
		candidates = must.Join(candidates, must.Guards(held, lockset.Write))
		fmt.Println(candidates)
	}
	// Output:
	// {a, b}
	// {a}
	// {}
}
