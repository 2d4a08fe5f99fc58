package lockset

import (
	"encoding/json"
	"fmt"
	"strings"
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
	var parts []string
	for _, l := range s.n.list() {
		parts = append(parts, l.format(s.n.table.name(l.Key), s.n.table.many)...)
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
	if both := sum(h.Write, h.Read, many); h.Any == many && both < many {
		part("(?)", many)
	} else {
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
func (s Must[K]) MarshalJSON() ([]byte, error) {
	if s.n == nil {
		return []byte("null"), nil
	}
	locks := make([]jsonLock, 0, s.Len())
	for _, l := range s.n.list() {
		locks = append(locks, jsonLock{s.n.table.name(l.Key), l.Write, l.Read, l.Any, l.Any == s.n.table.many})
	}
	return json.Marshal(locks)
}
