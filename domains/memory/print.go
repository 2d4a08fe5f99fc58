package memory

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// String lists the named fields, and what the rest holds after the word else, or
// alone: {f2: {nil}, else {}}.
func (r record[V]) String() string {
	var b strings.Builder
	b.WriteByte('{')
	for _, x := range r.named {
		fmt.Fprint(&b, x.name, ": ", x.value, ", ")
	}
	if len(r.named) > 0 {
		b.WriteString("else ")
	}
	fmt.Fprint(&b, r.rest)
	b.WriteByte('}')
	return b.String()
}

// MarshalJSON gives an object with the named fields and the rest, with values as of
// lattice.JSON.
func (r record[V]) MarshalJSON() ([]byte, error) {
	fields := map[string]any{}
	for _, x := range r.named {
		fields[x.name.String()] = lattice.JSON(x.value)
	}
	return json.Marshal(struct {
		Fields map[string]any `json:"fields,omitempty"`
		Rest   any            `json:"rest"`
	}{fields, lattice.JSON(r.rest)})
}
