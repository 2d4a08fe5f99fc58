// Package racy has a data race, and a stale value in code that is there only when
// the race detector is.
package racy

import "sync"

type counter struct {
	mu sync.Mutex
	n  int
	m  int
}

func (c *counter) bump() { c.m++ }
