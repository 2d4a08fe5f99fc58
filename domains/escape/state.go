package escape

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/seed38182bad/parallax/lattice"
)

// Point is where something happened, by a number of the user.
type Point uint64

// Never is the point of what did not happen; it is above all others.
const Never Point = math.MaxUint64

// String is the number, or "never".
func (p Point) String() string {
	if p == Never {
		return "never"
	}
	return fmt.Sprint(uint64(p))
}

// Kind is a state without its evidence.
type Kind uint8

// The kinds. A larger state has no smaller kind.
const (
	Unborn     Kind = iota // there is no such object
	Local                  // one thread has reached it
	HandedOver             // several threads have, but each has left it to the next one
	ReadOnly               // several threads may reach it, and none has written it since
	Escaped                // several threads may reach it, and it was written
)

// String is the kind in words.
func (k Kind) String() string {
	if k <= Escaped {
		return [...]string{"unborn", "local", "handed over", "read-only", "escaped"}[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// State is what is known of objects. It never changes. The zero State is bottom.
// States of equal content are equal under ==.
type State[T lattice.Integer] struct {
	born  bool
	named bool // owner is known
	owner T
	// What is not Never, inverted so that 0 is Never, and a greater one lies above.
	handed, published, written Point
}

// Kind is how far an object may have gone.
func (s State[T]) Kind() Kind {
	switch {
	case !s.born:
		return Unborn
	case s.written != 0:
		return Escaped
	case s.published != 0:
		return ReadOnly
	case s.handed != 0:
		return HandedOver
	}
	return Local
}

// IsBottom reports whether there is no such object.
func (s State[T]) IsBottom() bool { return !s.born }

// IsTop reports whether anything may have happened.
func (s State[T]) IsTop() bool {
	return s.born && !s.named && s.handed == ^Point(0) && s.published == ^Point(0) && s.written == ^Point(0)
}

// Owner is the thread that owns the object, or that did when it was published; false if
// that may be one of several.
func (s State[T]) Owner() (owner T, known bool) { return s.owner, s.named }

// Handed is the smallest point at which the object may have been handed over.
func (s State[T]) Handed() Point { return ^s.handed }

// Published is the smallest point at which it may have been published: escaped since
// then.
func (s State[T]) Published() Point { return ^s.published }

// Written is the smallest point at which it may have been written after its
// publication.
func (s State[T]) Written() Point { return ^s.written }

// String is such as "local to 1", "handed over since 5, owner 2", "read-only since 20, owner 1"
// and "escaped since 20, written since 40, owner unknown". Bottom is ⊥ and top ⊤.
func (s State[T]) String() string {
	owner := "unknown"
	if s.named {
		owner = fmt.Sprint(s.owner)
	}
	var text string
	switch s.Kind() {
	case Unborn:
		return "⊥"
	case Local:
		return "local to " + owner
	case HandedOver:
		return fmt.Sprintf("handed over since %v, owner %s", s.Handed(), owner)
	case ReadOnly:
		text = fmt.Sprintf("read-only since %v", s.Published())
	case Escaped:
		if s.IsTop() {
			return "⊤"
		}
		text = fmt.Sprintf("escaped since %v, written since %v", s.Published(), s.Written())
	}
	if s.handed != 0 {
		text += fmt.Sprintf(", handed over since %v", s.Handed())
	}
	return text + ", owner " + owner
}

// MarshalJSON gives {"kind": …, "owner": …, "handed": …, "published": …, "written": …}
// without what is unknown or did not happen, and null for bottom.
func (s State[T]) MarshalJSON() ([]byte, error) {
	if !s.born {
		return []byte("null"), nil
	}
	type object struct {
		Kind      string `json:"kind"`
		Owner     *T     `json:"owner,omitempty"`
		Handed    *Point `json:"handed,omitempty"`
		Published *Point `json:"published,omitempty"`
		Written   *Point `json:"written,omitempty"`
	}
	o := object{Kind: s.Kind().String()}
	if s.named {
		o.Owner = &s.owner
	}
	for _, p := range []struct {
		at Point
		to **Point
	}{{s.handed, &o.Handed}, {s.published, &o.Published}, {s.written, &o.Written}} {
		if p.at != 0 {
			at := ^p.at
			*p.to = &at
		}
	}
	return json.Marshal(o)
}
