// Command onceself does something once, and in it the same once.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var once sync.Once
	once.Do(func() {
		once.Do(func() { // want blocked
			fmt.Println("inner")
		})
		fmt.Println("outer")
	})
}
