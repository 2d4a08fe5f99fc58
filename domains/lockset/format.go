package lockset

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// String lists the locks as the table names them. What is held for reading is
// marked (r), and what is held on one side or the other, unknown which, (?):
//
//	{mu, c.mu(r)}       mu is held for writing and c.mu for reading
//	{mu×2, mu(?)×many}  mu is held twice for writing, and many times in all
//
// Bottom is ⊥.
func (s Must[K]) String() string {
	if s.n == nil {
		return "⊥"
	}
	return s.Format(s.n.table.name)
}

// Format is String with other names.
func (s Must[K]) Format(name func(K) string) string { return format(s.n, name) }

// String lists the locks as the table names them, as String of Must does. Holds on two sides
// that cannot all be at once have their greatest sum behind them:
//
//	{mu|mu(r)≤1}  mu is held at most once, for writing or for reading
//
// Bottom is ⊥ and top {…}.
func (s May[K]) String() string {
	if s.n == nil {
		return "⊥"
	}
	return s.Format(s.n.table.name)
}

// Format is String with other names.
func (s May[K]) Format(name func(K) string) string { return format(s.n, name) }

func format[K lattice.Integer](n *node[K], name func(K) string) string {
	switch {
	case n == nil:
		return "⊥"
	case n.isAll():
		return "{…}"
	}
	var parts []string
	for _, l := range n.list() {
		parts = append(parts, l.format(name(l.Key), n.table.many)...)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// format writes the hold, as several parts if it has several.
func (h Hold) format(name string, many uint8) (parts []string) {
	part := func(side string, n uint8) {
		switch {
		case n == 0:
		case n == 1 && many > 1:
			parts = append(parts, name+side)
		case n == many:
			parts = append(parts, name+side+"×many")
		default:
			parts = append(parts, fmt.Sprintf("%s%s×%d", name, side, n))
		}
	}
	part("", h.Write)
	part("(r)", h.Read)
	switch both := sum(h.Write, h.Read, many); {
	case h.Any < both:
		parts = []string{fmt.Sprintf("%s≤%d", strings.Join(parts, "|"), h.Any)}
	case h.Any == many && both < many:
		part("(?)", many)
	default:
		part("(?)", h.Any-both)
	}
	return parts
}

type jsonLock struct {
	Lock  string `json:"lock"`
	Write uint8  `json:"write"`
	Read  uint8  `json:"read"`
	Any   uint8  `json:"any"`
	Many  bool   `json:"many,omitempty"` // a count is the cap, and stands for more too
}

// MarshalJSON gives an array of {"lock": name, "write": …, "read": …, "any": …} with
// "many": true where a count stands for more than itself, and null for bottom.
func (s Must[K]) MarshalJSON() ([]byte, error) { return marshal(s.n) }

// MarshalJSON gives what that of Must does, and "any" for top.
func (s May[K]) MarshalJSON() ([]byte, error) { return marshal(s.n) }

func marshal[K lattice.Integer](n *node[K]) ([]byte, error) {
	switch {
	case n == nil:
		return []byte("null"), nil
	case n.isAll():
		return []byte(`"any"`), nil
	}
	locks := make([]jsonLock, 0, n.locks.Len())
	for _, l := range n.list() {
		locks = append(locks, jsonLock{n.table.name(l.Key), l.Write, l.Read, l.Any, l.Any == n.table.many})
	}
	return json.Marshal(locks)
}
