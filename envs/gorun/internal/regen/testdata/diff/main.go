// Program diff is compiled as it is and regenerated; both must print the same.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

type testCase struct {
	name string
	run  func()
}

var cases []testCase

func add(name string, run func()) { cases = append(cases, testCase{name, run}) }

func main() {
	for _, c := range cases {
		fmt.Println("==", c.name)
		guard(c.run)
	}
}

// guard prints the panic of f, its type, and the lines of this package that it passed.
func guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Printf("panic %T %v", r, r)
			pcs := make([]uintptr, 64)
			frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
			for {
				fr, more := frames.Next()
				if strings.HasPrefix(fr.Function, "main.") && !strings.HasPrefix(fr.Function, "main.guard") &&
					!strings.HasPrefix(fr.Function, "main.main") {
					fmt.Printf(" %s:%d", fr.File[strings.LastIndexByte(fr.File, '/')+1:], fr.Line)
				}
				if !more {
					break
				}
			}
			fmt.Println()
		}
	}()
	f()
}

func line() int {
	_, _, l, _ := runtime.Caller(1)
	return l
}

func init() {
	if len(os.Args) > 5 {
		panic("no arguments")
	}
}
