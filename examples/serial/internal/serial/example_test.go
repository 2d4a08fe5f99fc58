package serial_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/serial/internal/serial"
)

// A transaction adds to a balance that another thread writes meanwhile.
func Example() {
	const balance envs.Variable = 1
	line := func(thread envs.Thread, n int32, in serial.Transaction) serial.Event {
		return serial.Event{Thread: thread, At: envs.At(0, n), In: in}
	}
	h := serial.New(func(c *serial.Cycle) {
		for _, e := range c.Edges() {
			fmt.Printf("thread %d, line %d -> thread %d, line %d\n", e.From.Thread, e.From.At.PC(), e.To.Thread, e.To.At.PC())
		}
	})
	add := serial.Transaction{ID: 1}
	h.At(line(1, 10, add)).Read(balance)
	h.At(line(2, 20, serial.Transaction{})).Write(balance)
	h.At(line(1, 11, add)).Write(balance)
	// Output:
	// thread 1, line 10 -> thread 2, line 20
	// thread 2, line 20 -> thread 1, line 11
}
