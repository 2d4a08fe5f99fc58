package partition

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/internal/base"
	"github.com/seed38182bad/parallax/lattice"
)

// Options of a Maker.
type Options[S any] struct {
	// Limit is how many parts a state may have. Zero or less is no limit; the
	// analysis then sees to it that there are finitely many tokens.
	Limit int

	// Unreachable reports that a state of the base describes nothing; such parts are
	// dropped. If it is nil, they are kept.
	Unreachable func(S) bool

	// Leq and Equal are the order and the equality of the base. If they are nil,
	// its methods of these names are used, at the price of an allocation for a
	// base that is no pointer. If there are none, states are compared by merging
	// clones.
	Leq, Equal func(a, b S) bool
}

// Maker makes states over a base. Build it once.
type Maker[S lattice.Mergeable[S]] struct {
	options Options[S]
	base    base.Operators[S]
}

// New resolves the abilities of the base.
func New[S lattice.Mergeable[S]](options Options[S]) *Maker[S] {
	return &Maker[S]{options, base.OperatorsOf(options.Leq, options.Equal)}
}

// Of returns the state of one part that remembers nothing, s, which it then owns.
func (m *Maker[S]) Of(s S) *State[S] {
	r := &State[S]{of: m}
	if !m.dead(s) {
		r.parts = []part[S]{{state: s}}
	}
	return r
}

func (m *Maker[S]) dead(s S) bool { return m.options.Unreachable != nil && m.options.Unreachable(s) }

// Bottom returns the state without parts.
func (m *Maker[S]) Bottom() *State[S] { return &State[S]{of: m} }

// State is a state of the base for each token. A Maker makes it; the zero State is
// none. It is changed in place. It implements lattice.Mergeable, and has widening,
// thresholds and narrowing; what the base lacks is merged, or kept.
type State[S lattice.Mergeable[S]] struct {
	of    *Maker[S]
	parts []part[S] // ascending by token; none covers another
}

type part[S any] struct {
	token Token
	state S
}

// Len returns the number of parts.
func (s *State[S]) Len() int { return len(s.parts) }

// All yields the parts in the order of their tokens. The states still belong to s.
func (s *State[S]) All() iter.Seq2[Token, S] {
	return func(yield func(Token, S) bool) {
		for _, p := range s.parts {
			if !yield(p.token, p.state) {
				return
			}
		}
	}
}

// String returns ⊥, or the parts behind their tokens in braces.
func (s *State[S]) String() string {
	if len(s.parts) == 0 {
		return "⊥"
	}
	texts := make([]string, len(s.parts))
	for i, p := range s.parts {
		texts[i] = fmt.Sprintf("%v: %v", p.token, p.state)
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

// MarshalJSON returns the list of the parts.
func (s *State[S]) MarshalJSON() ([]byte, error) {
	type entry struct {
		Token []Choice `json:"token"`
		State S        `json:"state"`
	}
	entries := make([]entry, len(s.parts))
	for i, p := range s.parts {
		entries[i] = entry{append([]Choice{}, p.token.choices...), p.state}
	}
	return json.Marshal(entries)
}

// At returns the state of the part that covers t, which still belongs to s. It is false
// if there is none, that is, if no execution with that past comes here.
func (s *State[S]) At(t Token) (S, bool) {
	if p := s.find(t); p != nil {
		return p.state, true
	}
	var none S
	return none, false
}

// find returns the part that covers t, nil if there is none. There is no other.
func (s *State[S]) find(t Token) *part[S] {
	for i := range s.parts {
		if s.parts[i].token.covers(t) {
			return &s.parts[i]
		}
	}
	return nil
}

// rebuild makes parts, whose states s owns, the parts of s: in order, with covered
// ones merged, and within the limit.
func (s *State[S]) rebuild(parts []part[S]) {
	slices.SortStableFunc(parts, func(a, b part[S]) int { return a.token.compare(b.token) })
	s.parts = fold(parts)
	longest := 0
	for _, p := range s.parts {
		longest = max(longest, len(p.token.choices))
	}
	for n := longest - 1; s.of.options.Limit > 0 && len(s.parts) > s.of.options.Limit; n-- {
		for i := range s.parts {
			s.parts[i].token = s.parts[i].token.latest(n)
		}
		s.parts = fold(s.parts)
	}
}

// fold merges each part into the one before that covers it, in place. The parts are
// ordered, and remain so when the oldest choices are forgotten.
func fold[S lattice.Mergeable[S]](parts []part[S]) []part[S] {
	kept := parts[:0]
	for _, p := range parts {
		if n := len(kept); n > 0 && kept[n-1].token.covers(p.token) {
			kept[n-1].state, _ = kept[n-1].state.Merge(p.state)
		} else {
			kept = append(kept, p)
		}
	}
	clear(parts[len(kept):])
	return kept
}
