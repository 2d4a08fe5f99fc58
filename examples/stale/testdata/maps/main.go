// Command tables keeps things in a sync.Map: no function takes a lock, or accesses what it holds.
package main

import "sync"

type table struct{ all sync.Map }

func (t *table) get(k string) any {
	v, ok := t.all.Load(k)
	if !ok {
		v = &table{}
		t.all.Store(k, v) // want lookup-then-act
	}
	return v
}

func (t *table) once(k string) any {
	v, ok := t.all.Load(k)
	if !ok {
		v, _ = t.all.LoadOrStore(k, &table{})
	}
	return v
}

func main() {
	t := &table{}
	done := make(chan bool)
	go func() {
		t.get("a")
		t.once("b")
		done <- true
	}()
	t.get("a")
	t.once("b")
	<-done
}
