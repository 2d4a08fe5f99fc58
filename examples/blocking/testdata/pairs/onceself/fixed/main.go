// Command fixed does something once, and in it something else once.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var once, inner sync.Once
	once.Do(func() {
		inner.Do(func() {
			fmt.Println("inner")
		})
		fmt.Println("outer")
	})
}
