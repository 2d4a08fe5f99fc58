// Command fixed waits for a drop on a channel that was made.
package main

import "fmt"

type drop struct{ size int }

func main() {
	drops := make(chan drop)
	go func() {
		drops <- drop{3}
	}()
	fmt.Println(<-drops)
}
