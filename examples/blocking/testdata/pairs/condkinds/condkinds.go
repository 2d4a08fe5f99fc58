// Package condkinds has two wait for different things at one condition. Signal wakes the one who has to wait on.
package condkinds

import "sync"

// A Meal is of two courses.
type Meal struct {
	mu         sync.Mutex
	served     *sync.Cond
	soup, cake bool
}

// NewMeal makes a meal of which nothing is served.
func NewMeal() *Meal {
	m := new(Meal)
	m.served = sync.NewCond(&m.mu)
	return m
}

// Soup waits for the soup.
func (m *Meal) Soup() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !m.soup {
		m.served.Wait() // want blocked
	}
}

// Cake waits for the cake.
func (m *Meal) Cake() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !m.cake {
		m.served.Wait() // want paths: blocked // in the test the Signal for the soup wakes it
	}
}

// Serve brings what is there.
func (m *Meal) Serve(soup, cake bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.soup = m.soup || soup
	m.cake = m.cake || cake
	m.served.Signal()
}
