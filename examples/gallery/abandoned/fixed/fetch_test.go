package fixed

import (
	"context"
	"testing"
)

func TestFetch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	asked, answer := make(chan bool), make(chan bool)
	slow := func(question string) Answer {
		close(asked)
		<-answer
		return Answer{question + "?"}
	}
	if _, err := Fetch(ctx, slow, "why"); err == nil {
		t.Error("it was answered, want an error")
	}
	<-asked
	close(answer)
	a, err := Fetch(context.Background(), func(string) Answer { return Answer{"so"} }, "why")
	if err != nil || a.Text != "so" {
		t.Errorf("got %v, %v", a, err)
	}
}
