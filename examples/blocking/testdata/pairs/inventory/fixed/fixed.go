// Package fixed counts parts under a lock. To order some, it asks under the lock for the number, by a method that
// does not lock.
package fixed

import (
	"fmt"
	"sync"
)

// A Part is counted.
type Part struct {
	Name  string
	Least int
}

// An Inventory has the numbers of parts.
type Inventory struct {
	mu      sync.Mutex
	numbers map[string]int
	orders  []string
}

// New makes an empty inventory.
func New() *Inventory { return &Inventory{numbers: map[string]int{}} }

// Number is how many there are of a part.
func (i *Inventory) Number(p Part) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.number(p)
}

func (i *Inventory) number(p Part) int { return i.numbers[p.Name] }

// Add adds parts.
func (i *Inventory) Add(p Part, n int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.numbers[p.Name] += n
}

// Take takes one part, and orders some if there are few.
func (i *Inventory) Take(p Part) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.numbers[p.Name]--
	if n := i.number(p); n < p.Least {
		i.orders = append(i.orders, fmt.Sprint(p.Least-n, " of ", p.Name))
	}
}
