// Command fixed refreshes a page, unless that is going on already. Only one that has the lock gives it back.
package main

import (
	"fmt"
	"sync"
	"time"
)

type page struct {
	version int
	text    string
}

type site struct {
	busy sync.Mutex
	page page
}

func load(version int) page {
	time.Sleep(10 * time.Millisecond)
	return page{version, fmt.Sprint("version ", version)}
}

// refresh loads the page anew. It is false if somebody else is at it.
func (s *site) refresh() bool {
	if !s.busy.TryLock() {
		return false
	}
	defer s.busy.Unlock()
	s.page = load(s.page.version + 1)
	return true
}

func main() {
	s := new(site)
	var wg sync.WaitGroup
	wg.Go(func() { fmt.Println(s.refresh()) })
	time.Sleep(5 * time.Millisecond)
	fmt.Println(s.refresh())
	wg.Wait()
	fmt.Println(s.page.text)
}
