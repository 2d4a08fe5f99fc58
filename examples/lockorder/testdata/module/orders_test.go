package orders

import (
	"testing"
	"time"
)

// soon lets a goroutine come to its end, without anything that orders it.
func soon() { time.Sleep(20 * time.Millisecond) }

func TestOrders(t *testing.T) {
	var p Pair
	go p.forwards()
	soon()
	go p.backwards()
	var r Ring
	go r.xy()
	soon()
	go r.yz()
	soon()
	go r.zx()
	var g Gated
	go g.forwards()
	soon()
	go g.backwards()
	var a, b Account
	go move(&a, &b, 1)
	soon()
	go move(&b, &a, 2)
	var tab Table
	go tab.Add(1)
	soon()
	go tab.Last()
	var book Book
	go book.forwards()
	soon()
	go book.backwards()
	var shelf Shelf
	go shelf.forwards()
	soon()
	go shelf.backwards()
	var seq Sequence
	ready := make(chan bool)
	go seq.forwards(ready)
	soon()
	go seq.backwards(ready)
	var tr Tries
	go tr.forwards()
	soon()
	go tr.backwards()
	done := make(chan bool)
	go keeps(done)
	<-done
	soon()
}

func TestGates(t *testing.T) {
	var v Vault
	go v.forwards()
	soon()
	go v.backwards()
	var s, u Safe
	go s.into(&u)
	soon()
	go u.from(&s)
	var h Hall
	go h.forwards()
	soon()
	go h.backwards()
	soon()
}

// What is received has been sent before.
func TestRooms(t *testing.T) {
	p := NewPool()
	go p.use()
	soon()
	go p.useLocked()
	post := NewPost()
	go post.send(1)
	soon()
	go post.receive()
	d := NewDelivery()
	go d.deliver(1)
	soon()
	go d.cancel()
	r := NewRash()
	go r.deliver(1)
	soon()
	go r.take()
	promise := NewPromise()
	go promise.keep(1)
	soon()
	go promise.take()
	ticket, other := NewTicket(), NewTicket()
	go ticket.deliver(1)
	go other.deliver(1)
	soon()
	go ticket.take(other)
	soon()
}

// Each thread comes to wait when the other one needs no lock any more.
func TestWaits(t *testing.T) {
	r := NewRelay()
	go r.receive()
	soon()
	r.send(1)
	c1 := NewChooser()
	go c1.receive(nil)
	soon()
	c1.send(1)
	team := &Team{}
	team.start()
	soon()
	team.all()
	m := NewMailbox()
	go m.receive()
	soon()
	m.send(1)
	l := NewLate()
	go l.wait()
	soon()
	l.tell()
	c := &Crew{}
	c.wg.Add(1)
	go c.work()
	soon()
	c.all()
	copied(&Purse{}, nil, map[string]Purse{"x": NewPurse(1)})
	b := &Baton{passed: make(chan bool)}
	b.start()
	go b.inside()
	soon()
	s := NewStore()
	s.n = 3
	go s.take(func() { soon(); soon() })
	soon()
	s.put()
	soon()
}
