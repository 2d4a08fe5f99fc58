// Package main has the classes of figure 1 of Dinges, Charalambides and Agha, with locks in place
// of the annotations, and what section 6 says of interleaved accesses.
package main

import "sync"

type List struct {
	mu      sync.Mutex
	length  int
	entries []string
	name    string // read only
}

func (l *List) Get(i int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i < l.length { // want atomic-set
		return l.entries[i]
	}
	return ""
}

func (l *List) Remove() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.length > 0 {
		l.entries = l.entries[1:]
		l.length--
	}
}

func (l *List) Add(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = append(l.entries, s)
	l.length++
}

func (l *List) AddAll(other *List) {
	l.mu.Lock() // want unit-of-work
	defer l.mu.Unlock()
	other.mu.Lock()
	defer other.mu.Unlock()
	l.length += other.length
	l.entries = append(l.entries, other.entries...)
}

func (l *List) Name() string { return l.name }

type DownloadManager struct {
	mu   sync.Mutex
	urls *List
	done int
}

func (m *DownloadManager) DownloadNext() {
	m.mu.Lock() // want run: alias // over all paths others may write the list between Get and Remove
	defer m.mu.Unlock()
	if u := m.urls.Get(0); u != "" {
		m.urls.Remove()
		m.done++ // want atomic-set
	}
}

// A Swapper has its list replaced while a method uses it.
type Swapper struct {
	mu   sync.Mutex
	list *List
}

func (s *Swapper) Swap(l *List) {
	s.mu.Lock()
	s.list = l
	s.mu.Unlock()
}

// Use loads s.list twice, and another thread replaces it in between.
func (s *Swapper) Use(between func()) string {
	s.mu.Lock()
	first := s.list.Get(0)
	s.mu.Unlock()
	between()
	s.mu.Lock()
	defer s.mu.Unlock()
	return first + s.list.Get(0)
}

func main() {
	l, other := &List{name: "l"}, &List{name: "other"}
	m := &DownloadManager{urls: l}
	for range 4 {
		l.Add("a")
		other.Add("b")
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			m.DownloadNext() // want run: unit-of-work // a parameter of a function literal is what it captures
			l.AddAll(other)
			other.Add(l.Name() + other.Name())
		})
		wg.Wait() // one after the other, so that each run shows the same
	}
	s := &Swapper{list: other}
	s.Use(func() {
		done := make(chan bool)
		go func() {
			s.Swap(l)
			close(done)
		}()
		<-done
	})
}
