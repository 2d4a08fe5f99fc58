// Parallax finds stale values: copies of shared data that are used after their
// lock was released. It looks at all paths of a program, at its runs, or at both
// side by side; "parallax help" tells how.
package main

import (
	"github.com/seed38182bad/parallax/examples/driver"
	"github.com/seed38182bad/parallax/examples/stale"
)

func main() { driver.Main(stale.Analyzer()) }
