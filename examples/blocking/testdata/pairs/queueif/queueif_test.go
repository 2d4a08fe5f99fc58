package queueif

import "testing"

func TestBox(t *testing.T) {
	b := NewBox()
	read := make(chan string)
	go func() {
		defer close(read)
		for {
			m, ok := b.Get()
			if !ok {
				return
			}
			read <- m.Text
		}
	}()
	b.Put(Message{"one"}, Message{"two"})
	if one, two := <-read, <-read; one != "one" || two != "two" {
		t.Error(one, two)
	}
	b.Close()
	if _, more := <-read; more {
		t.Error("a third message")
	}
}
