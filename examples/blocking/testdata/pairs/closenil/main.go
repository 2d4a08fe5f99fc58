// Command closenil closes a channel that was never made.
package main

import "fmt"

type signal struct{}

func main() {
	var signals chan signal
	close(signals) // want paths: channel-closed-nil // want run: panic
	fmt.Println("closed")
}
