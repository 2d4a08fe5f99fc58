// Command fixed closes a channel once.
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
}
