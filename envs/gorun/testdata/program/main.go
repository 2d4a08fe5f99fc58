// Command program does as its argument says.
package main

import (
	"bufio"
	"fmt"
	"os"
	"sync"
	"time"
)

type account struct {
	mu      sync.Mutex
	balance int
}

func (a *account) deposit(n int) {
	a.mu.Lock()
	b := a.balance
	a.mu.Unlock()
	b += n // stale
	a.mu.Lock()
	a.balance = b // stale
	a.mu.Unlock()
	if b > 1<<30 { // stale
		panic("too rich")
	}
}

func main() {
	a := &account{}
	switch os.Args[1] {
	case "ok":
		a.deposit(3)
		in, _ := bufio.NewReader(os.Stdin).ReadString('\n')
		fmt.Printf("%d %q\n", a.balance, in)
	case "panic":
		a.deposit(1 << 31)
	case "exit":
		a.deposit(1)
		os.Exit(3)
	case "hang":
		a.deposit(1)
		fmt.Println("hanging")
		time.Sleep(time.Hour)
	}
}
