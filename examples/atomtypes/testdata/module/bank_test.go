package declared

import "testing"

func TestAll(*testing.T) {
	a, b := New("a"), New("b")
	for range 2 {
		done := make(chan bool)
		go func() {
			a.Add(1)
			a.Rush(1)
			a.Withdraw(1)
			a.Peek()
			a.Guess()
			a.Owner()
			a.Rename("c")
			a.Reads()
			a.Writes()
			a.Count()
			a.Share(b)
			a.Note(1)
			a.Twice()
			a.Deep()
			Move(a)
			Clear()
			Len()
			close(done)
		}()
		<-done
	}
}
