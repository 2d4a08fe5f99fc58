// Expvar sets a variable in a map of the package expvar that is deleted at the same time. What
// is expected is one of both, the variable or none. Here there is one that Get finds, but
// String does not show, and that Delete does not delete.
//
// The report, of the standard library of Go 1.26:
//
//	expvar/expvar.go:205:11: expvar.Map.m is looked up and stored by two operations, of which
//	the first decides the second: another store may come between
//	    in (*expvar.Map).Set (stale, lookup-then-act)
//
// The schedule:
//
//	Set: the key is in the map, so it is among the keys
//	                                          Delete: remove it from the keys and the map
//	Set: put it into the map
package main

import (
	"expvar"
	"fmt"
	"sync"
)

func main() {
	for range 10000 {
		m := new(expvar.Map)
		m.Set("sessions", new(expvar.Int))

		var both sync.WaitGroup
		both.Go(func() { m.Set("sessions", new(expvar.Int)) })
		both.Go(func() { m.Delete("sessions") })
		both.Wait()

		if m.Get("sessions") != nil && m.String() == "{}" {
			m.Delete("sessions")
			fmt.Printf("the map shows %s, but Get finds %s, after Delete, too\n", m, m.Get("sessions"))
			return
		}
	}
	fmt.Println("a variable is in the map, or it is not")
}
