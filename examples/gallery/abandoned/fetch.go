// Package abandoned asks somebody in the background, and goes away if the answer takes too long. The one who answers
// waits for good for somebody to take the answer.
//
//	Fetch             the goroutine
//	waits             asks
//	takes ctx.Done
//	returns
//	                  sends to nobody
//
// Nothing goes wrong but that there is one goroutine more for each call that is given up. The test gives one up.
package abandoned

import "context"

// An Answer is what a source has to say.
type Answer struct{ Text string }

// A Source answers questions, in its own time.
type Source func(question string) Answer

// Fetch asks the source, unless the context is done before it answers.
func Fetch(ctx context.Context, ask Source, question string) (Answer, error) {
	answers := make(chan Answer)
	go func() {
		answers <- ask(question)
	}()
	select {
	case a := <-answers:
		return a, nil
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	}
}
