package lockfamily_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
)

// Readers take one of two locks, and the writer takes both: no lock is held at all
// accesses, but the writer is kept apart from each reader.
func Example() {
	table, err := lockset.NewTable(lockset.Options[rune]{Name: func(k rune) string { return string(k) }})
	if err != nil {
		fmt.Println(err)
		return
	}
	families, err := lockfamily.New(table, 8)
	if err != nil {
		fmt.Println(err)
		return
	}
	of, d := table.Must().Of, families.Accesses()
	a := d.Bottom()
	a = d.Read(a, of('a'))
	a = d.Read(a, of('b'))
	a = d.Read(a, of('b', 'c'))
	a = d.Write(a, of('a', 'b'))
	verdict, _ := d.Judge(a)
	fmt.Println("reads", a.First, "writes", a.Second, "-", verdict)

	a = d.Read(a, of('c'))
	verdict, reading := d.Judge(a)
	fmt.Println("reads", a.First, "writes", a.Second, "-", verdict, reading)
	// Output:
	// reads {{a}, {b}} writes {a, b} - protected
	// reads {{a}, {b}, {c}} writes {a, b} - read without a lock of the writes {c}
}
