// Package fixed asks two mirrors and takes the first answer. The channel has room for the other one.
package fixed

type answer struct{ mirror string }

// First returns the answer that comes first.
func First() answer {
	answers := make(chan answer, 2)
	for _, mirror := range []string{"north", "south"} {
		go func() {
			answers <- answer{mirror}
		}()
	}
	return <-answers
}
