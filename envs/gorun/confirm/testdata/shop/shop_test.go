package shop

import (
	"sync"
	"testing"
)

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

func TestSell(t *testing.T) {
	s := &shop{stock: map[string]int{"tea": 2}}
	sell := func() { s.sell("tea") }
	both(sell, sell)
}

func TestServe(t *testing.T) {
	s := &shop{stock: map[string]int{"tea": 2}}
	serve := func() { s.serve("tea") }
	both(serve, serve)
}

func TestCount(t *testing.T) {
	s := &shop{}
	both(s.count, s.count)
}

func TestMove(t *testing.T) {
	s := &shop{}
	both(s.move, s.back)
}

func TestNext(t *testing.T) {
	s := &shop{queue: []string{"tea"}}
	next := func() { s.next() }
	both(next, next)
}

func TestTally(t *testing.T) {
	s := &shop{}
	s.tally()
}

func TestGive(t *testing.T) {
	s := &shop{}
	s.give()
}
