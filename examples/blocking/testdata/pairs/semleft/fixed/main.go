// Command fixed uses a tool that one can have at a time. It is given back when it fails, too.
package main

import (
	"errors"
	"fmt"
)

type turn struct{}

func use(turns chan turn, force int) error {
	turns <- turn{}
	if force > 3 {
		<-turns
		return errors.New("too much force")
	}
	<-turns
	return nil
}

func main() {
	turns := make(chan turn, 1)
	fmt.Println(use(turns, 9))
	fmt.Println(use(turns, 2))
}
