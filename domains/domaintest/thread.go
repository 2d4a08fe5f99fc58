package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/thread"
)

// Threads generates identities of threads that are created at the sites 1 to 3. They
// are those of a few creations from the main thread or from unknown threads, and joins
// of them.
func Threads() *rapid.Generator[thread.ID[int]] {
	d := thread.Domain[int]{}
	created := rapid.Custom(func(t *rapid.T) thread.ID[int] {
		id := d.Main()
		if rapid.IntRange(0, 5).Draw(t, "unknown ancestor") == 0 {
			id = d.Top()
		}
		for range rapid.IntRange(0, 3).Draw(t, "creations") {
			id = d.Fork(id, rapid.IntRange(1, 3).Draw(t, "site"), rapid.IntRange(0, 2).Draw(t, "again") == 0)
		}
		return id
	})
	return rapid.Custom(func(t *rapid.T) thread.ID[int] {
		id := created.Draw(t, "thread")
		if rapid.IntRange(0, 2).Draw(t, "joined") == 0 {
			id = d.Join(id, created.Draw(t, "other"))
		}
		return id
	})
}
