package mhp

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/thread"
	"github.com/seed38182bad/parallax/lattice"
)

// Fact is what holds of a thread and of the others at a point. It never changes. The
// zero Fact is bottom.
type Fact[K lattice.Integer] struct {
	id      thread.ID[K]
	created []thread.ID[K] // an antichain of the largest ones
	joined  []thread.ID[K] // ascending, all unique
}

// Thread returns the identity of the thread.
func (f Fact[K]) Thread() thread.ID[K] { return f.id }

// MayCreated yields the identities among which all children are that the thread has
// created so far.
func (f Fact[K]) MayCreated() iter.Seq[thread.ID[K]] { return slices.Values(f.created) }

// MustJoined yields the identities, all unique, of threads that have ended.
func (f Fact[K]) MustJoined() iter.Seq[thread.ID[K]] { return slices.Values(f.joined) }

// IsBottom reports whether the point is not reached.
func (f Fact[K]) IsBottom() bool { return f.id.IsBottom() }

// String is such as "main created {main⟨1⟩} joined {main⟨2⟩}".
func (f Fact[K]) String() string { return f.Format(func(k K) string { return fmt.Sprint(k) }) }

// Format is String with names of sites.
func (f Fact[K]) Format(name func(K) string) string {
	if f.IsBottom() {
		return "⊥"
	}
	list := func(ids []thread.ID[K]) string {
		parts := make([]string, len(ids))
		for i, id := range ids {
			parts[i] = id.Format(name)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprintf("%s created %s joined %s", f.id.Format(name), list(f.created), list(f.joined))
}

// MarshalJSON gives {"thread": …, "created": […], "joined": […]}, null for bottom.
func (f Fact[K]) MarshalJSON() ([]byte, error) {
	if f.IsBottom() {
		return []byte("null"), nil
	}
	list := func(ids []thread.ID[K]) []thread.ID[K] { return append([]thread.ID[K]{}, ids...) }
	return json.Marshal(struct {
		Thread  thread.ID[K]   `json:"thread"`
		Created []thread.ID[K] `json:"created"`
		Joined  []thread.ID[K] `json:"joined"`
	}{f.id, list(f.created), list(f.joined)})
}
