// Command cmd adds for each of its arguments.
package main

import (
	"os"

	"github.com/seed38182bad/parallax/examples/driver/testdata/apart/bank"
)

func main() {
	var a bank.Account
	for range os.Args[1:] {
		a.Add(1)
	}
}
