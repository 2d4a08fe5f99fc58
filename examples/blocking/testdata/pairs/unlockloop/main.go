// Command unlockloop flushes a journal, and gives the lock back while it writes. When the writer fails, the lock
// is not taken again.
package main

import (
	"errors"
	"fmt"
	"sync"
)

var errFull = errors.New("the device is full")

type entry struct {
	number int
	text   string
}

type device struct {
	room int
}

func (d *device) write(e entry) error {
	if d.room < len(e.text) {
		return errFull
	}
	d.room -= len(e.text)
	return nil
}

type journal struct {
	mu      sync.Mutex
	entries []entry
	written int
}

func (j *journal) add(text string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries = append(j.entries, entry{len(j.entries) + 1, text})
}

// flush writes the entries without keeping others from adding some. It drops one that cannot be written.
func (j *journal) flush(d *device) (err error) {
	j.mu.Lock()
	for j.written < len(j.entries) {
		e := j.entries[j.written]
		j.written++
		j.mu.Unlock()
		if err = d.write(e); err != nil {
			break
		}
		j.mu.Lock()
	}
	j.mu.Unlock() // want unlock-unheld // want run: fatal
	return err
}

func main() {
	j := &journal{}
	j.add("start")
	fmt.Println(j.flush(&device{room: 10}))
	j.add("a longer text")
	fmt.Println(j.flush(&device{room: 5}))
}
