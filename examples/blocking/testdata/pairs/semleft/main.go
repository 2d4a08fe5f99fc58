// Command semleft uses a tool that one can have at a time. It is not given back when it fails.
package main

import (
	"errors"
	"fmt"
)

type turn struct{}

func use(turns chan turn, force int) error {
	turns <- turn{} // want blocked
	if force > 3 {
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
