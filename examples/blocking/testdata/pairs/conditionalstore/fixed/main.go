// Command fixed keeps records, with a lock if it is shared. The lock is given back only if it was taken.
package main

import (
	"errors"
	"fmt"
	"sync"
)

var errMissing = errors.New("missing")

type record struct {
	id   int
	text string
}

type archive struct {
	mu      sync.Mutex
	shared  bool
	records map[int]record
	reads   int
}

func open(shared bool, records ...record) *archive {
	a := &archive{shared: shared, records: map[int]record{}}
	for _, r := range records {
		a.records[r.id] = r
	}
	return a
}

func (a *archive) get(id int) (record, error) {
	if a.shared {
		a.mu.Lock()
	}
	r, found := a.records[id]
	if !found {
		if a.shared {
			a.mu.Unlock()
		}
		return record{}, fmt.Errorf("record %d: %w", id, errMissing)
	}
	a.reads++
	if a.shared {
		a.mu.Unlock()
	}
	return r, nil
}

func main() {
	shared := open(true, record{1, "birth"})
	fmt.Println(shared.get(1))
	fmt.Println(shared.get(2))
	private := open(false, record{3, "wedding"})
	fmt.Println(private.get(3))
	fmt.Println(private.get(4))
}
