// Package fixed has room for the answer, whether somebody takes it or not.
package fixed

import "context"

// An Answer is what a source has to say.
type Answer struct{ Text string }

// A Source answers questions, in its own time.
type Source func(question string) Answer

// Fetch asks the source, unless the context is done before it answers.
func Fetch(ctx context.Context, ask Source, question string) (Answer, error) {
	answers := make(chan Answer, 1)
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
