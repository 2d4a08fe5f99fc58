package memory

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// String lists the variables of which something is known, the objects that may
// exist, and what their fields hold, such as
//
//	{v1: {#1}, #1{f2: {nil}, else {}}}
//
// Top, whose objects are any, ends in *{⊤}; bottom is ⊥.
func (m Memory[V]) String() string {
	if !m.reached {
		return "⊥"
	}
	var b strings.Builder
	sep := "{"
	frame, _ := m.frame.Entries()
	for x, v := range frame.All() {
		fmt.Fprint(&b, sep, x, ": ", v)
		sep = ", "
	}
	heap, known := m.heap.Entries()
	for o, r := range heap.All() {
		b.WriteString(sep + o.String())
		r.print(&b)
		sep = ", "
	}
	if !known {
		b.WriteString(sep + "*{⊤}")
		sep = ", "
	}
	if sep == "{" {
		b.WriteString(sep)
	}
	b.WriteByte('}')
	return b.String()
}

// print writes the named fields, and what the rest holds after the word else, or
// alone.
func (r record[V]) print(b *strings.Builder) {
	b.WriteByte('{')
	for _, x := range r.named {
		fmt.Fprint(b, x.name, ": ", x.value, ", ")
	}
	if len(r.named) > 0 {
		b.WriteString("else ")
	}
	fmt.Fprint(b, r.rest)
	b.WriteByte('}')
}

// MarshalJSON gives null for bottom, and otherwise an object with variables and
// objects, with values as of lattice.JSON. If the objects are any, objects is null.
func (m Memory[V]) MarshalJSON() ([]byte, error) {
	if !m.reached {
		return []byte("null"), nil
	}
	type object struct {
		Fields map[string]any `json:"fields,omitempty"`
		Rest   any            `json:"rest"`
	}
	out := struct {
		Variables map[string]any    `json:"variables"`
		Objects   map[string]object `json:"objects"`
	}{Variables: map[string]any{}}
	frame, _ := m.frame.Entries()
	for x, v := range frame.All() {
		out.Variables[x.String()] = lattice.JSON(v)
	}
	heap, known := m.heap.Entries()
	if known {
		out.Objects = map[string]object{}
	}
	for o, r := range heap.All() {
		fields := map[string]any{}
		for _, x := range r.named {
			fields[x.name.String()] = lattice.JSON(x.value)
		}
		out.Objects[o.String()] = object{fields, lattice.JSON(r.rest)}
	}
	return json.Marshal(out)
}
