package float

import (
	"encoding/json"
	"strconv"
	"strings"
)

var specialNames = [...]struct {
	is   Special
	name string
}{{NegZero, "-0"}, {NegInf, "-Inf"}, {PosInf, "+Inf"}, {NaN, "NaN"}}

// String names what v describes, such as "[0, 1.5] or NaN". The kind is said
// where it is float32; max is the greatest finite number, and a kind alone stands
// for all of its numbers.
func (v Value) String() string {
	switch {
	case v.has&anyKind != 0:
		return "⊤"
	case v.has == 0:
		return "⊥"
	case v == v.kind.All():
		return v.kind.String()
	}
	var parts []string
	if v.has&ranged != 0 {
		if v.lo == v.hi {
			parts = append(parts, v.kind.text(v.lo))
		} else {
			parts = append(parts, "["+v.kind.text(v.lo)+", "+v.kind.text(v.hi)+"]")
		}
	}
	for _, s := range specialNames {
		if v.has&s.is != 0 {
			parts = append(parts, s.name)
		}
	}
	text := strings.Join(parts, " or ")
	if v.kind == Float32 {
		return "float32 " + text
	}
	return text
}

func (k Kind) text(x float64) string {
	switch x {
	case k.max():
		return "max"
	case -k.max():
		return "-max"
	}
	return k.digits(x)
}

// digits are the fewest that tell x from the other numbers of the kind.
func (k Kind) digits(x float64) string {
	bits := 64
	if k == Float32 {
		bits = 32
	}
	return strconv.FormatFloat(x, 'g', -1, bits)
}

// MarshalJSON gives an object such as
// {"kind":"float64","finite":[0,1.5],"special":["NaN"]}, without finite if there
// is no finite number but -0; null for bottom and "any" for top.
func (v Value) MarshalJSON() ([]byte, error) {
	if v == (Value{}) {
		return []byte("null"), nil
	}
	if v.has&anyKind != 0 {
		return []byte(`"any"`), nil
	}
	object := struct {
		Kind    string        `json:"kind"`
		Finite  []json.Number `json:"finite,omitempty"`
		Special []string      `json:"special,omitempty"`
	}{Kind: v.kind.String()}
	if v.has&ranged != 0 {
		object.Finite = []json.Number{json.Number(v.kind.digits(v.lo)), json.Number(v.kind.digits(v.hi))}
	}
	for _, s := range specialNames {
		if v.has&s.is != 0 {
			object.Special = append(object.Special, s.name)
		}
	}
	return json.Marshal(object)
}
