package automaton_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/automaton"
)

// A file is closed on one of two paths and then read. That may be an error; after
// another Close on all paths nothing is left open.
func Example() {
	a, err := automaton.Parse(`
		property file
		events   Open Read Close
		initial  closed
		state    closed
		state    open    leak  the file is never closed
		state    misused error the file is used after Close
		closed -> open:    Open
		open   -> open:    Read
		open   -> closed:  Close
		closed -> misused: Read`)
	if err != nil {
		fmt.Println(err)
		return
	}
	opens, _ := a.Event("Open")
	reads, _ := a.Event("Read")
	closes, _ := a.Event("Close")

	d := a.Domain()
	s := d.Step(d.Initial(), opens)
	s = d.Join(s, d.Step(s, closes)) // if done { f.Close() }
	fmt.Println("before Read: ", s)
	v := d.Check(s, reads)
	for bad := range v.Violations.All() {
		fmt.Printf("may: %v, must: %v, %s\n", v.May, v.Must, bad.Message)
	}
	s = d.Live(d.Step(s, reads))
	fmt.Println("after Read:  ", s, "leaks:", d.End(s).Must)
	s = d.Step(s, closes)
	fmt.Println("after Close: ", s, "leaks:", d.End(s).May)
	// Output:
	// before Read:  {closed, open}
	// may: true, must: false, the file is used after Close
	// after Read:   {open} leaks: true
	// after Close:  {closed} leaks: false
}
