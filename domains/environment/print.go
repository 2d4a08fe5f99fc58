package environment

import (
	"fmt"
	"strings"
)

// Format returns what is known of each variable, such as {x: [0, 10], y: 3}, in
// the order of the variables; {} for top and ⊥ for bottom. name says how a
// variable is called, differently for each.
func (e Env[K, V]) Format(name func(K) string) string {
	if !e.reached {
		return "⊥"
	}
	var parts []string
	for k, v := range e.All() {
		parts = append(parts, fmt.Sprintf("%s: %v", name(k), v))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// String is Format with the variables as fmt prints them: numbers, or what their
// type's own String gives.
func (e Env[K, V]) String() string { return e.Format(func(k K) string { return fmt.Sprint(k) }) }

// MarshalJSON returns an object from the numbers of the variables to their values,
// and null for bottom.
func (e Env[K, V]) MarshalJSON() ([]byte, error) {
	if !e.reached {
		return []byte("null"), nil
	}
	return e.Entries().MarshalJSON()
}
