package account

import "testing"

func TestAccount(t *testing.T) {
	a := &Account{}
	asked, told := make(chan bool), make(chan bool)
	go func() {
		<-asked
		a.AddAtOnce(1)
		told <- true
	}()
	a.Add(1, func() {
		asked <- true
		<-told
	})
	if a.Balance() != 1 {
		t.Error("nothing was lost")
	}
	a.Both()
	done := make(chan bool)
	a.Start(done)
	<-done
	questions, answers := make(chan int), make(chan int)
	go func() {
		answers <- <-questions
		<-questions
	}()
	Ask(questions, answers)
	Tell(questions)
}
