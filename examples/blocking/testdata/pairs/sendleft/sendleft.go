// Package sendleft asks two mirrors and takes the first answer. The other sender is left behind.
package sendleft

type answer struct{ mirror string }

// First returns the answer that comes first.
func First() answer {
	answers := make(chan answer)
	for _, mirror := range []string{"north", "south"} {
		go func() {
			answers <- answer{mirror} // want blocked
		}()
	}
	return <-answers
}
