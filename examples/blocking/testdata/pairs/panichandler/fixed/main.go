// Command fixed serves orders and recovers, and so does what an order starts beside.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

type receipt struct {
	order int
	text  string
}

type customer struct {
	name  string
	phone *string
}

type office struct {
	customers map[int]customer
	receipts  chan receipt
	calls     sync.WaitGroup
}

var errUnknown = errors.New("unknown customer")

func (o *office) call(id int) {
	defer o.calls.Done()
	defer o.guard(id)
	c := o.customers[id]
	o.receipts <- receipt{id, "called " + *c.phone}
}

func (o *office) guard(id int) {
	if problem := recover(); problem != nil {
		fmt.Println("order", id, "is given up")
	}
}

func (o *office) serve(id int) error {
	defer o.guard(id)
	if _, known := o.customers[id]; !known {
		return fmt.Errorf("order %d: %w", id, errUnknown)
	}
	o.calls.Add(1)
	go o.call(id)
	return nil
}

func main() {
	phone := "555-1234"
	o := &office{
		customers: map[int]customer{1: {"ada", &phone}, 2: {name: "bob"}},
		receipts:  make(chan receipt, 3),
	}
	for id := 1; id <= 3; id++ {
		fmt.Println(id, o.serve(id))
	}
	o.calls.Wait()
	time.Sleep(10 * time.Millisecond)
	fmt.Println(len(o.receipts), "receipts")
}
