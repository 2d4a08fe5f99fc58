// Package fixed has a function for those who hold the lock already.
package fixed

import "sync"

// A Dish is something to eat.
type Dish string

// Cents is what a dish costs.
type Cents int

// A Menu has the prices of dishes.
type Menu struct {
	mu     sync.RWMutex
	prices map[Dish]Cents
}

// New gives an empty menu.
func New() *Menu { return &Menu{prices: map[Dish]Cents{}} }

// Set sets the price of a dish.
func (m *Menu) Set(dish Dish, price Cents) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.prices[dish] = price
}

// Price is what a dish costs.
func (m *Menu) Price(dish Dish) Cents {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.price(dish)
}

func (m *Menu) price(dish Dish) Cents { return m.prices[dish] }

// Total is what an order costs, at the prices of one moment. Each of its dishes is named by the order.
func (m *Menu) Total(order func(course int) (Dish, bool)) Cents {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var sum Cents
	for course := 0; ; course++ {
		dish, more := order(course)
		if !more {
			return sum
		}
		sum += m.price(dish)
	}
}
