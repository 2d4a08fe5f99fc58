// Parallax looks at programs from two sides with the same checkers. It finds stale values: copies of shared data that
// are used after their lock was released. On demand it finds
//
//   - data races, by locks and by order
//   - variables that are accessed together here and apart there
//   - transactions that are not atomic
//   - locks that can block each other
//   - threads that wait for good, and what ends a program
//   - locks that are not given back, or twice
//   - indices out of range
//   - nils that are followed
//   - values from outside that reach commands and files
//   - objects that are used in the wrong order
//
// It looks at all paths of a program, at its runs, or at both side by side; "parallax help" tells how.
package main

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/examples/atomicsets"
	"github.com/seed38182bad/parallax/examples/atomtypes"
	"github.com/seed38182bad/parallax/examples/balance"
	"github.com/seed38182bad/parallax/examples/blocking"
	"github.com/seed38182bad/parallax/examples/blockwise"
	"github.com/seed38182bad/parallax/examples/bounds"
	"github.com/seed38182bad/parallax/examples/conflicts"
	"github.com/seed38182bad/parallax/examples/crash"
	"github.com/seed38182bad/parallax/examples/driver"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/leaks"
	"github.com/seed38182bad/parallax/examples/lockorder"
	"github.com/seed38182bad/parallax/examples/methods"
	"github.com/seed38182bad/parallax/examples/modelcheck"
	"github.com/seed38182bad/parallax/examples/nilness"
	"github.com/seed38182bad/parallax/examples/race"
	"github.com/seed38182bad/parallax/examples/reduction"
	"github.com/seed38182bad/parallax/examples/serial"
	"github.com/seed38182bad/parallax/examples/session"
	"github.com/seed38182bad/parallax/examples/stale"
	"github.com/seed38182bad/parallax/examples/taint"
	"github.com/seed38182bad/parallax/examples/typestate"
	"github.com/seed38182bad/parallax/examples/views"
)

func main() { driver.Main(command()) }

// command is made anew for each use, since checkers keep the flags that are set.
func command() driver.Command {
	return driver.Command{
		Checkers:  checkers(),
		Same:      same(),
		Inferring: inferring(),
		Example:   []string{"compare", "-run", "./examples/bank"},
	}
}

// same says that a lock that is certainly held when it is taken is reported once.
func same() map[session.Sort]session.Sort {
	return map[session.Sort]session.Sort{
		{Checker: "balance", Kind: balance.Twice}: {Checker: "lockorder", Kind: lockorder.Again},
	}
}

// checkers are all there are, in the order in which they are listed.
func checkers() []*dataflow.Analyzer {
	return []*dataflow.Analyzer{
		stale.Analyzer(), eraser.Analyzer(), leaks.Analyzer(), race.Analyzer(), views.Analyzer(), lockorder.Analyzer(),
		balance.Analyzer(),
		reduction.Analyzer(), modelcheck.Analyzer(),
		blockwise.Analyzer(),
		serial.Analyzer(), conflicts.Analyzer(),
		atomtypes.Analyzer(),
		methods.Analyzer(),
		blocking.Analyzer(), crash.Analyzer(),
		bounds.Analyzer(), nilness.Analyzer(), taint.Analyzer(), typestate.Analyzer(),
		atomicsets.Analyzer(),
	}
}
