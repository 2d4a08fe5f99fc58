// Command fixed closes a channel that was made.
package main

import "fmt"

type signal struct{}

func main() {
	signals := make(chan signal)
	close(signals)
	fmt.Println("closed")
}
