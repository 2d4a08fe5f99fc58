// Command nilchan waits for a drop on a channel that was never made.
package main

import "fmt"

type drop struct{ size int }

func main() {
	var drops chan drop
	go func() {
		drops <- drop{3} // want blocked
	}()
	fmt.Println(<-drops) // want blocked
}
