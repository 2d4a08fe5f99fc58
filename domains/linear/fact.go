package linear

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A Fact says that an expression lies in an interval.
type Fact[K cmp.Ordered] struct {
	Of Expr[K]
	In Interval
}

// String is such as 0 <= x <= 10, x - y <= 3 or x = 1.
func (f Fact[K]) String() string { return f.Format(func(x K) string { return fmt.Sprint(x) }) }

// Format is String with names for the variables.
func (f Fact[K]) Format(name func(K) string) string {
	of := f.Of.Format(name)
	lo, hi := strconv.FormatInt(f.In.Lo, 10), strconv.FormatInt(f.In.Hi, 10)
	switch {
	case f.In.IsEmpty():
		return of + " in " + f.In.String()
	case f.In.Lo == f.In.Hi:
		return of + " = " + lo
	case f.In.Lo == MinusInf && f.In.Hi == PlusInf:
		return of + " in " + f.In.String()
	case f.In.Lo == MinusInf:
		return of + " <= " + hi
	case f.In.Hi == PlusInf:
		return of + " >= " + lo
	}
	return lo + " <= " + of + " <= " + hi
}

// Conjunction writes facts one after the other, ⊤ if there are none.
func Conjunction[K cmp.Ordered](facts []Fact[K], name func(K) string) string {
	if len(facts) == 0 {
		return "⊤"
	}
	parts := make([]string, len(facts))
	for i, f := range facts {
		parts[i] = f.Format(name)
	}
	return strings.Join(parts, ", ")
}

// MarshalJSON gives an object of the terms, as a list of coefficients and variables,
// and of the bounds that are not infinite.
func (f Fact[K]) MarshalJSON() ([]byte, error) {
	type jsonTerm struct {
		Coef int64 `json:"coef"`
		Var  K     `json:"var"`
	}
	out := struct {
		Terms []jsonTerm `json:"terms"`
		Min   *int64     `json:"min,omitempty"`
		Max   *int64     `json:"max,omitempty"`
	}{}
	for _, t := range f.Of.terms {
		out.Terms = append(out.Terms, jsonTerm(t))
	}
	if in := f.In; in.Lo != MinusInf {
		out.Min = &in.Lo
	}
	if in := f.In; in.Hi != PlusInf {
		out.Max = &in.Hi
	}
	return json.Marshal(out)
}
