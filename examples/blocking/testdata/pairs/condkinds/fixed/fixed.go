// Package fixed has two wait for different things at one condition. Broadcast wakes both.
package fixed

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
		m.served.Wait()
	}
}

// Cake waits for the cake.
func (m *Meal) Cake() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !m.cake {
		m.served.Wait()
	}
}

// Serve brings what is there.
func (m *Meal) Serve(soup, cake bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.soup = m.soup || soup
	m.cake = m.cake || cake
	m.served.Broadcast()
}
