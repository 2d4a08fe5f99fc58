package lattice

import (
	"math"
	"reflect"
)

// mix adds x to a hash. Each of its steps can be undone, so that nothing of
// either is lost before the end.
func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio, odd
	return h ^ h>>32
}

// hashOf returns equal numbers for values that are ==, and for all NaNs. It
// goes by what values consist of and not by where they are, so that it is the
// same in every run. What pointers and channels lead to therefore does not
// count.
func hashOf[T any](x T) uint64 { return hashValue(0, reflect.ValueOf(x)) }

func hashValue(h uint64, v reflect.Value) uint64 {
	h = mix(h, uint64(v.Kind()))
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return mix(h, 1)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return mix(h, uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return mix(h, v.Uint())
	case reflect.Float32, reflect.Float64:
		return mix(h, hashFloat(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		return mix(mix(h, hashFloat(real(v.Complex()))), hashFloat(imag(v.Complex())))
	case reflect.String:
		return hashString(h, v.String())
	case reflect.Array:
		for i := range v.Len() {
			h = hashValue(h, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			h = hashValue(h, v.Field(i))
		}
	case reflect.Interface:
		if !v.IsNil() {
			return hashValue(hashString(h, v.Elem().Type().String()), v.Elem())
		}
	}
	return h
}

func hashFloat(f float64) uint64 {
	switch {
	case f == 0: // either zero
		return 0
	case f != f:
		return 1
	}
	return math.Float64bits(f)
}

func hashString(h uint64, s string) uint64 {
	for len(s) >= 8 {
		h = mix(h, uint64(s[0])|uint64(s[1])<<8|uint64(s[2])<<16|uint64(s[3])<<24|
			uint64(s[4])<<32|uint64(s[5])<<40|uint64(s[6])<<48|uint64(s[7])<<56)
		s = s[8:]
	}
	last := uint64(len(s))
	for i := range len(s) {
		last = last<<8 | uint64(s[i])
	}
	return mix(h, last)
}

// Hash combines the numbers of all parts.
func (l vector[E]) Hash(e []E) uint64 {
	h := uint64(len(e))
	for _, x := range e {
		h = mix(h, l.part.Hash(x))
	}
	return h
}

// Hash is that of the value, or one of its own for the added bottom and top.
func (l lift[E]) Hash(e Lifted[E]) uint64 {
	h := mix(0, uint64(e.level))
	if e.level == levelValue {
		h = mix(h, l.ops.Hash(e.value))
	}
	return h
}

// Hash goes by what the value consists of. What pointers and channels in it lead
// to does not count.
func (Flat[T]) Hash(e Lifted[T]) uint64 { return mix(hashOf(e.value), uint64(e.level)) }

// Hash combines the numbers of the elements.
func (l Powerset[T]) Hash(e Set[T]) uint64 {
	if e.everything {
		return 1
	}
	h := uint64(0)
	for _, x := range e.elems {
		h = mix(h, hashOf(x))
	}
	return h
}

// Hash combines the keys and the numbers of their values.
func (m *Maps[K, V]) Hash(e Keyed[K, V]) uint64 {
	h := uint64(e.extreme)
	for k, v := range e.All() {
		h = mix(mix(h, uint64(k)), m.values.Hash(v))
	}
	return h
}

// Hash is that of the original.
func (l dual[E]) Hash(e E) uint64 { return l.of.Hash(e) }
