// Command closetwice closes a channel twice.
package main

import "fmt"

type note struct{ text string }

func main() {
	notes := make(chan note, 1)
	notes <- note{"hello"}
	close(notes)
	for n := range notes {
		fmt.Println(n.text)
	}
	close(notes) // want paths: channel-closed-twice // want run: panic
}
