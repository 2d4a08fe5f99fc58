package rlockwriter

import (
	"testing"
	"time"
)

func TestChain(t *testing.T) {
	d := New()
	d.Put(Person{"ada", "bob"})
	d.Put(Person{"bob", ""})
	if chain := d.Chain("ada"); len(chain) != 2 {
		t.Error(chain)
	}
	chains := make(chan []string, 1)
	go func() { chains <- d.Chain("ada") }()
	time.Sleep(2 * time.Millisecond)
	go d.Put(Person{"eve", "ada"})
	select {
	case chain := <-chains:
		if len(chain) != 2 {
			t.Error(chain)
		}
	case <-time.After(30 * time.Millisecond):
		t.Log("no chain in time")
	}
}
