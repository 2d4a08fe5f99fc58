package dictionary

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// A Map is a set of maps; see the package comment. It never changes. The zero Map
// is bottom.
type Map[K cmp.Ordered, V any] struct {
	named []named[K, V] // ascending; none is what else is
	else_ V             // what other keys hold where they are present
	made  bool          // may be a map with these entries; if not, there are none
	null  bool          // may be nil
}

type named[K cmp.Ordered, V any] struct {
	key K
	entry[V]
}

// entry is what a map has at a key.
type entry[V any] struct {
	value  V    // bottom if the key cannot be present
	absent bool // the key may be absent
}

// IsBottom reports whether m describes no map.
func (m Map[K, V]) IsBottom() bool { return !m.made && !m.null }

// MayBeNil reports whether the map may be nil.
func (m Map[K, V]) MayBeNil() bool { return m.null }

func (m Map[K, V]) find(k K) (int, bool) {
	return slices.BinarySearchFunc(m.named, k, func(n named[K, V], k K) int { return cmp.Compare(n.key, k) })
}

// at is the entry of k in a map that is not nil.
func (m Map[K, V]) at(k K) entry[V] {
	if i, ok := m.find(k); ok {
		return m.named[i].entry
	}
	return m.other()
}

// other is the entry of all keys that are not named.
func (m Map[K, V]) other() entry[V] { return entry[V]{m.else_, true} }

// String lists the named entries and that of the other keys, with a question mark
// where the key may be absent, and nil if the map may be that.
func (m Map[K, V]) String() string {
	switch {
	case m.IsBottom():
		return "⊥"
	case !m.made:
		return "nil"
	}
	var parts []string
	for _, n := range m.named {
		parts = append(parts, fmt.Sprintf("%s%s: %v", quoted(n.key), question(n.absent), n.value))
	}
	parts = append(parts, fmt.Sprintf("else?: %v", m.else_))
	text := "{" + strings.Join(parts, ", ") + "}"
	if m.null {
		text += " or nil"
	}
	return text
}

// quoted is how a key prints: in quotes if it is text, which may have a colon in it.
func quoted(key any) string {
	if v := reflect.ValueOf(key); v.Kind() == reflect.String {
		return strconv.Quote(v.String())
	}
	return fmt.Sprint(key)
}

func question(absent bool) string {
	if absent {
		return "?"
	}
	return ""
}

// MarshalJSON gives an object with nil and, if the map may be another one, a list
// of the named entries in ascending order of keys, and else, with values as of
// lattice.JSON.
func (m Map[K, V]) MarshalJSON() ([]byte, error) {
	if !m.made {
		return json.Marshal(map[string]bool{"nil": m.null})
	}
	type item struct {
		Key    K    `json:"key"`
		Value  any  `json:"value"`
		Absent bool `json:"absent"`
	}
	items := []item{}
	for _, n := range m.named {
		items = append(items, item{n.key, lattice.JSON(n.value), n.absent})
	}
	return json.Marshal(struct {
		Nil     bool   `json:"nil"`
		Entries []item `json:"entries"`
		Else    any    `json:"else"`
	}{m.null, items, lattice.JSON(m.else_)})
}
