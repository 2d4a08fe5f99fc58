package partition

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Choice is something that happened on the way: what was taken at a place. The
// places and what can be taken there are numbered by the analysis.
type Choice struct {
	At   int `json:"at"`
	Took int `json:"took"`
}

// String returns the place and what was taken.
func (c Choice) String() string { return fmt.Sprintf("%d=%d", c.At, c.Took) }

// Token is the choices that are remembered, the oldest first, at most one of a
// place. It never changes. The zero Token remembers nothing.
type Token struct{ choices []Choice }

// TokenOf returns the token of these choices, the oldest first. Of several at one
// place the latest counts.
func TokenOf(choices ...Choice) Token {
	var t Token
	for _, c := range choices {
		t = t.with(c)
	}
	return t
}

// Choices returns a copy of the choices.
func (t Token) Choices() []Choice { return slices.Clone(t.choices) }

// Took returns what was taken at a place, and false if that is not remembered.
func (t Token) Took(at int) (int, bool) {
	i := t.index(at)
	if i < 0 {
		return 0, false
	}
	return t.choices[i].Took, true
}

func (t Token) index(at int) int {
	return slices.IndexFunc(t.choices, func(c Choice) bool { return c.At == at })
}

// String returns the choices in order, · for none.
func (t Token) String() string {
	if len(t.choices) == 0 {
		return "·"
	}
	parts := make([]string, len(t.choices))
	for i, c := range t.choices {
		parts[i] = c.String()
	}
	return strings.Join(parts, " ")
}

// covers reports whether other ends with t.
func (t Token) covers(other Token) bool {
	n := len(other.choices) - len(t.choices)
	return n >= 0 && slices.Equal(t.choices, other.choices[n:])
}

// compare orders tokens by their latest choices, so that what a token covers
// stands right behind it.
func (t Token) compare(other Token) int {
	for i := 1; i <= min(len(t.choices), len(other.choices)); i++ {
		a, b := t.choices[len(t.choices)-i], other.choices[len(other.choices)-i]
		if c := cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Took, b.Took)); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(t.choices), len(other.choices))
}

// without returns t less what was taken at a place.
func (t Token) without(at int) Token {
	i := t.index(at)
	if i < 0 {
		return t
	}
	return Token{slices.Concat(t.choices[:i], t.choices[i+1:])}
}

// with returns t with c as the latest choice and no other of its place.
func (t Token) with(c Choice) Token {
	return Token{append(slices.Clip(t.without(c.At).choices), c)}
}

// latest returns the n latest choices.
func (t Token) latest(n int) Token { return Token{t.choices[max(0, len(t.choices)-n):]} }
